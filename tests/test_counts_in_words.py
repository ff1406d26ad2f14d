"""One thing is told in the singular everywhere: in results at the smallest settings, in changes, in the terminal.
It refuses to know what a lab is about."""

import re
from collections.abc import Iterator

import pytest

from app.commands.labs import as_lines
from app.web.cells import shown
from app.web.phrases import counted
from labs import BadParams, Fact, Lab, Result, all_labs, count, describe, parse, runs_apart, with_unit

# `1 tokens`, `1 plain steps`; verbs after a number that ends a name (`batch 1 drafting pays`) are told apart by hand.
PLURAL = re.compile(
    r"(?<![\d.,:^/+-])1 (?:[a-z]+ )?(?:tokens|sequences|samples|steps|units|requests|prompts|rounds|drafts|places"
    r"|blocks|cards|slots|seconds|bytes|layers|heads|groups|positions|tiles|records|rows)\b"
)
TWO_BLANKS = re.compile(r"\S  \S")


def smallest(lab: Lab) -> Iterator[Result]:
    """Results of each view with each number in turn at 0, 1 and 2, as far as they are allowed."""
    specs = describe(lab)
    switch = next((spec for spec in specs if spec.switch), None)
    numbers = [spec.name for spec in specs if spec.kind in ("whole", "decimal", "real")]
    for view in switch.choices if switch else [""]:
        base = {switch.name: view} if switch else {}
        for name in numbers:
            for value in ("0", "1", "2"):
                try:
                    yield lab.run(parse(lab, {**base, name: value}.items()))
                except BadParams:
                    continue


def words_of(result: Result) -> Iterator[str]:
    yield from (result.summary, *result.notes, *(figure.summary for figure in result.figures))
    yield from (f"{fact.label}: {shown(fact)}" for fact in result.facts.values())
    for table in result.tables:
        yield table.caption
        place = next((at for at, column in enumerate(table.columns) if column.name == "interpretation"), None)
        yield from (str(row[place]) for row in table.rows if place is not None)


@pytest.mark.parametrize("slug", [slug for slug, lab in all_labs().items() if not runs_apart(lab)])
def test_one_thing_is_told_in_the_singular(slug: str) -> None:
    wrong: set[str] = set()
    looked = 0
    for result in smallest(all_labs()[slug]):
        looked += 1
        for words in words_of(result):
            wrong |= {words for pattern in (PLURAL, TWO_BLANKS) if pattern.search(words)}
        if looked % 9 == 1:
            # Labels stand in columns there, so that only what follows them is words.
            told = [line.strip().partition("  ")[2].strip() for line in as_lines(result).splitlines() if "  " in line]
            wrong |= {words for words in told if PLURAL.search(words) or TWO_BLANKS.search(words)}
    assert wrong == set()
    assert looked > 10


def test_a_number_and_its_unit_are_worded_in_one_place() -> None:
    assert [count(1, "sample"), count(1200, "sample")] == ["1 sample", "1,200 samples"]
    assert [counted("1", "samples"), counted("1", "tokens/s"), counted("1", "ms")] == ["1 sample", "1 tokens/s", "1 ms"]
    assert with_unit("1", "drafted tokens") == "1 drafted token"
    assert with_unit("1", "times plain") == "1 times plain"
    assert shown(Fact(1, "sequences", "Sequences")) == "1 sequence"
    lines = as_lines(Result("One", "one", {"n": Fact(1, "samples", "Most"), "p": Fact(8, "", "Parameters")}, (), ()))
    assert lines.splitlines()[2:] == ["  Most        1 sample (modelled)", "  Parameters  8 (modelled)"]
