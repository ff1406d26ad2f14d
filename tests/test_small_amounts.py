"""Amounts of GB in a table of the memory ledger: one precision a column, and words for what it would round away.
It refuses to judge the amounts themselves."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import create_app
from app.config import Settings
from labs import briefly, get_lab, parse
from labs.gpu_memory_ledger.wording import gb

LAB = get_lab("gpu-memory-ledger")
CASES = [
    "mode=serving", "mode=serving&sequences=40", "mode=serving&context=1&sequences=1", "mode=serving&model=gpt2",
    "mode=serving&card=own&card_size=0.001", "microbatch=54", "per_sample_gb=0.0001",
    "fixed_gb=0.004&per_sample_gb=0.3",
]  # fmt: skip
CELL = re.compile(r'<data value="([^"]*)">([^<]*)</data>')
PLAIN = re.compile(r"-?[\d,]+\.\d\d")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return create_app(Settings(data=Path(tmp_path_factory.mktemp("data")))).test_client()


def cells(page: str) -> Iterator[tuple[float, str]]:
    """The full value and the words of each cell of a column of GB."""
    for table in re.findall(r"(?s)<table data-table=.*?</table>", page):
        heads = re.findall(r'<th scope="col"[^>]*data-unit="([^"]*)"', table)
        for row in re.findall(r"(?s)<tr(?: class=\"now\")?><th scope=\"row\".*?</tr>", table):
            for unit, cell in zip(heads, re.findall(r"(?s)<t[hd].*?</t[hd]>", row), strict=True):
                found = CELL.search(cell)
                if unit == "GB" and found:
                    yield float(found[1]), found[2].replace("\u00a0", " ")


@pytest.mark.parametrize("address", CASES)
def test_a_column_of_gb_has_two_decimals_or_three_and_says_what_they_round_away(
    client: FlaskClient, address: str
) -> None:
    found = list(cells(client.get(f"/labs/gpu-memory-ledger?{address}", follow_redirects=True).text))
    assert len(found) > 20
    for value, words in found:
        if value and abs(value) < 0.01:
            assert words == ("under 0.01" if value > 0 else "above -0.01")
        else:
            assert PLAIN.fullmatch(words) or (abs(value) < 0.11 and re.fullmatch(r"-?0\.\d{3}", words)), (value, words)
            assert float(words.replace(",", "")) == pytest.approx(value, rel=0.05)


def test_the_smallest_headroom_has_its_full_value_and_is_said_in_words(client: FlaskClient) -> None:
    page = client.get("/labs/gpu-memory-ledger?mode=serving&sequences=40").text.replace("\u00a0", " ")
    assert '<data value="0.003190784">under 0.01</data>' in page
    assert "3.19 MB to spare" in page
    assert '<data value="-0.002052096">above -0.01</data>' in page
    assert "2.05 MB over" in page
    assert '<data value="37.535358976">37.54</data>' in page


def test_a_caption_and_a_sentence_say_one_total() -> None:
    made = LAB.run(parse(LAB, [("mode", "serving"), ("sequences", "40")]))
    assert "take 37.54 GB of 72.00 GB" in made.says
    figure = made.figures[0].summary
    assert figure.startswith(
        "Weights of 16.06 GB and a cache of 21.47 GB make 37.54 GB of 72.00 GB usable, each number"
    )
    assert ", each number rounded, because " in figure


def test_only_what_is_less_than_the_last_decimal_is_said_in_words() -> None:
    assert [briefly(each, 2) for each in (0.0, 0.01, -0.01, 0.0848, 0.07)] == ["0.00", "0.01", "-0.01", "0.085", "0.07"]
    assert (briefly(0.0099, 2), briefly(-1e-9, 2), briefly(0.0004, 3)) == ("under 0.01", "above -0.01", "under 0.001")
    assert [gb(each) for each in (0.0848, 0.03, 0.0099999)] == ["84.8 MB", "0.03 GB", "0.01 GB"]
