"""The releases under the names of a lesson: everywhere, in words alone, and articles left as they are.
They refuse to know numbers of the lab."""

import re
from collections.abc import Iterator

import pytest

from labs import Result, get_lab, parse

LAB = get_lab("batching-replay")


def run(view: str, names: str, **more: str) -> Result:
    asked = {"view": view, "requests": "120", "policy_b": "chunked", "draft_b": "yes", "names": names} | more
    return LAB.run(parse(LAB, list(asked.items())))


def texts(result: Result) -> Iterator[str]:
    yield from (result.says, result.because, *result.notes)
    yield from (fact.label for fact in result.facts.values())
    for table in result.tables:
        yield from (table.caption, *(column.label for column in table.columns))
        yield from (cell for row in table.rows for cell in row if isinstance(cell, str))
    yield from (figure.summary for figure in result.figures)


@pytest.mark.parametrize("view", ["compare", "load", "time", "steps", "requests"])
def test_every_word_has_the_names_and_every_number_is_the_same(view: str) -> None:
    plain, named = run(view, "a-b"), run(view, "r11-order-r13")
    for before, after in zip(texts(plain), texts(named), strict=True):
        assert not re.search(r"\bB\b|\bA\b(?! million| hatched| queue)", after), after
        assert after.replace("R11's order", "A").replace("R13", "B") == before
    assert any("R11" in each for each in texts(named))
    assert {name: fact.value for name, fact in named.facts.items()} == {
        name: fact.value for name, fact in plain.facts.items()
    }


def test_an_article_stays_an_article() -> None:
    words = " ".join(texts(run("compare", "orders")))
    assert "A million output tokens" in words
    waits = " ".join(texts(run("time", "r12-stop", policy_a="spf", policy_b="spf", load="9", requests="2000")))
    assert "A queue stands" in waits
    assert "R12 queue" not in waits
