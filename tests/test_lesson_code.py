"""The numbers typed into worked files of the built-in lesson are those of the engine, rounded as they stand there.
They refuse to run the files; the check of the course does, and compares what they print."""

import ast
from pathlib import Path

import pytest

from app.course.bench import door

CODE = Path(__file__).resolve().parent.parent / "content" / "code" / "contract.py"
RUNS = {
    "R11": ("a", {"view": "compare", "load": "6"}),
    "R12": ("b", {"view": "compare", "load": "7.2"}),
    "R13": ("b", {"view": "compare", "load": "8", "policy_b": "continuous", "draft_b": "yes"}),
}


def releases() -> dict[str, tuple[float, ...]]:
    """The table of the file, read and not executed."""
    tree = ast.parse(CODE.read_text(encoding="utf-8"))
    found = next(
        each.value
        for each in tree.body
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name) and each.targets[0].id == "RELEASES"
    )
    table: dict[str, tuple[float, ...]] = ast.literal_eval(found)
    return table


@pytest.mark.parametrize("name", RUNS)
def test_a_release_has_the_numbers_of_its_replay(name: str) -> None:
    letter, asked = RUNS[name]
    bench = door()
    facts = bench.run(bench.lab("batching-replay"), list(asked.items())).result.facts
    wanted = (("ttft_p99_s", 2), ("watched_ttft_p99_s", 2), ("cost", 3), ("watched_n", 0))
    engine = [round(float(facts[f"{letter}_{fact}"].value or 0), places) for fact, places in wanted]
    tail, rare, dollars, shift, callers = releases()[name]
    assert [tail, rare, dollars, callers] == engine
    # Neither order nor exact drafting changes what is written.
    assert shift == 0
