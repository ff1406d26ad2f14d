"""Where a result says of each number where it comes from, every number has one row, on the page and in a terminal."""

from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import create_app
from app.commands.labs import as_lines
from app.config import Settings
from app.course.answers import fact_answer
from app.web.fact_rows import fact_rows
from labs import Fact, get_lab, parse, result_form
from tests.test_lab_acceptance_prefix import result

VIEWS = ("tokens", "economics", "distributions", "groups")


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(Settings(data=tmp_path)).test_client()


class Heads(HTMLParser):
    """The head of each row of the table that says where numbers come from, with the cells behind it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.feed(page[page.index("<caption>Each number") :].partition("</table>")[0])

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip()


def test_every_number_has_one_row_on_the_page_and_one_line_in_a_terminal(client: FlaskClient) -> None:
    for view in VIEWS:
        address = f"/labs/acceptance-prefix?view={view}&lenience=0.8"
        rows = Heads(client.get(address, follow_redirects=True).text).rows[1:]
        heads = Counter(row[0] for row in rows)
        assert max(heads.values()) == 1, view
        assert all(row[5] != "from the settings" for row in rows if row[0].startswith("Accepted share")), view
        lines = as_lines(result(view=view, lenience="0.8")).splitlines()
        told = Counter(line.strip().partition("  ")[0] for line in lines if line.startswith("  "))
        assert (max(told.values()), len(told)) == (1, len(rows)), view


def test_both_names_of_a_number_stay_in_json() -> None:
    lab = get_lab("acceptance-prefix")
    for view, twin in (("tokens", "prefix_length"), ("economics", "speedup"), ("distributions", "far_accepted")):
        params = parse(lab, [("view", view)])
        facts = result_form(lab, params, lab.run(params))["facts"]
        assert facts["answer"] == facts[twin]


def test_the_shift_names_its_formula_and_fitted_times_say_what_they_are(client: FlaskClient) -> None:
    shift = next(
        row
        for row in Heads(client.get("/labs/acceptance-prefix?view=distributions").text).rows
        if "far" in row[0] and "Shift" in row[0]
    )
    assert shift[4] == "spec_output_shift"
    rows = Heads(client.get("/labs/acceptance-prefix?view=economics").text).rows
    fitted = [row for row in rows if "fitted" in row[0]]
    assert len(fitted) == 4
    assert all("a step is the larger of two lines in its tokens" in row[5] for row in fitted)


def test_an_answer_agrees_in_the_decimals_asked_where_more_are_shown(client: FlaskClient) -> None:
    fact = Fact(0.82476, "times plain", "Speed", asked=2)
    with client.application.test_request_context():
        assert "0.8248" in fact_rows({"speed": fact}, "acceptance-prefix")
    answer = fact_answer("", fact, "speed")
    assert answer is not None and float(answer.tolerance) == 0.005
