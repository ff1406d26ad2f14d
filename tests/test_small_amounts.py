"""Amounts of GB in a table of the memory ledger: one precision a column, and what it would not say in a smaller unit.
It refuses to judge the amounts themselves."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import create_app
from app.config import Settings
from labs import get_lab, parse, small_gb

LAB = get_lab("gpu-memory-ledger")
CASES = [
    "mode=serving", "mode=serving&sequences=40", "mode=serving&context=1&sequences=1", "mode=serving&model=gpt2",
    "mode=serving&card=own&card_size=0.001", "microbatch=54", "per_sample_gb=0.0001",
    "fixed_gb=0.004&per_sample_gb=0.3",
]  # fmt: skip
CELL = re.compile(r'<data value="([^"]*)">([^<]*)</data>')
PLAIN, SMALL = re.compile(r"-?[\d,]+\.\d\d|0"), re.compile(r"-?[\d.]+ (MB|kB|bytes?)")
TIMES = {"MB": 1e-3, "kB": 1e-6, "byte": 1e-9, "bytes": 1e-9}


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
def test_a_column_of_gb_has_two_decimals_and_says_what_they_hide_in_a_smaller_unit(
    client: FlaskClient, address: str
) -> None:
    found = list(cells(client.get(f"/labs/gpu-memory-ledger?{address}", follow_redirects=True).text))
    assert len(found) > 20
    for value, words in found:
        small = SMALL.fullmatch(words)
        assert small or PLAIN.fullmatch(words), (value, words)
        said = float(words.split(" ")[0].replace(",", "")) * (TIMES[small[1]] if small else 1)
        assert said == pytest.approx(value, rel=0.05), words
        assert not small or abs(value) < 0.11


def test_the_smallest_headroom_is_said_alike_in_cell_and_words(client: FlaskClient) -> None:
    page = client.get("/labs/gpu-memory-ledger?mode=serving&sequences=40").text.replace("\u00a0", " ")
    assert '<data value="0.003190784">3.19 MB</data>' in page
    assert "3.19 MB to spare" in page
    assert '<data value="-0.002052096">-2.05 MB</data>' in page
    assert '<data value="37.535358976">37.54</data>' in page


def test_a_caption_and_a_sentence_say_one_total() -> None:
    made = LAB.run(parse(LAB, [("mode", "serving"), ("sequences", "40")]))
    assert "take 37.54 GB of 72.00 GB" in made.says
    figure = made.figures[0].summary
    assert figure.startswith(
        "Weights of 16.06 GB and a cache of 21.47 GB make 37.54 GB of 72.00 GB usable, each number"
    )
    assert ", each number rounded, because " in figure


@pytest.mark.parametrize(
    ("gb", "words"),
    [(0, ""), (0.03, ""), (-0.3, ""), (1, ""), (0.0848, "84.8 MB"), (0.003190784, "3.19 MB"),
     (-0.002052096, "-2.05 MB"), (4.506e-05, "45.1 kB"), (-1e-9, "-1 byte"), (2e-9, "2 bytes"), (0.0099999, "")],
)  # fmt: skip
def test_an_amount_that_two_decimals_do_not_say_has_a_smaller_unit(gb: float, words: str) -> None:
    assert small_gb(gb) == words
