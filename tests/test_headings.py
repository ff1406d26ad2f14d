"""The headings of a result: who jumps from heading to heading meets the result, each table, and where numbers are from.
They refuse to judge levels over all pages; the accessibility harness does."""

import re
from html import unescape
from pathlib import Path

import pytest

from app import create_app
from app.config import Settings
from labs import get_lab, parse

HEADING = re.compile(r"<h([1-6])[^>]*>(.*?)</h\1>", re.DOTALL)


def headings(page: str) -> list[tuple[int, str]]:
    """Level and words of each, in the order of the page."""
    return [
        (int(level), unescape(re.sub("<[^>]+>", "", words)).replace("\u00a0", " "))
        for level, words in HEADING.findall(page)
    ]


@pytest.mark.parametrize("address", [
    "gpu-memory-ledger", "acceptance-prefix?view=groups", "batching-replay?view=compare&requests=120",
])  # fmt: skip
def test_a_lab_is_read_by_its_headings(tmp_path: Path, address: str) -> None:
    client = create_app(Settings(data=tmp_path)).test_client()
    slug, _, query = address.partition("?")
    lab = get_lab(slug)
    asked = [tuple(each.split("=")) for each in query.split("&") if each]
    tables = lab.run(parse(lab, asked)).tables  # type: ignore[arg-type]
    found = headings(client.get(f"/labs/{address}").text)
    assert found[:3] == [(1, lab.question), (2, "Move one thing"), (2, "Result")]
    after = found[3:]
    assert after[: len(tables) + 1] == [*((3, table.caption) for table in tables), (2, "How do we know?")]
    # An update brings those of what it replaces, and the heading of the result stays.
    part = client.get(f"/labs/{address}", headers={"HX-Request": "true", "HX-Target": "section#result"}).text
    assert headings(part) == after[: len(tables) + 1]


def test_a_heading_in_a_caption_looks_like_the_caption() -> None:
    css = (Path(__file__).parents[1] / "static" / "base.css").read_text(encoding="utf-8")
    assert ":is(caption,summary) :is(h2,h3,h4){display:inline;font:inherit;border:0;padding:0;margin:0}" in css
