"""A comparison of all groups: its verdict, who loses first, lengths found on other prompts, every prompt told.
It runs the shipped models in numpy and refuses to judge how fast they are."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import pytest

from labs import Event, get_lab, parse, run_apart
from labs.decoding import recorded
from labs.speculative_decoding import asked, compare_report, compare_run
from labs.speculative_decoding.settings import PairParams

LAB = get_lab("speculative-decoding")


def params_of(**values: str) -> PairParams:
    made = parse(LAB, ({"view": "compare", "device": "numpy"} | values).items())
    assert isinstance(made, PairParams)
    return made


def rows_with(**speeds: tuple[float, float, float]) -> Mapping[str, Mapping[str, Any]]:
    """The recorded rows with other speeds (value, low, high) for some groups."""
    rows = asked.recorded_rows(params_of(view="compare", device="any"))
    assert rows is not None
    names = ("measured", "speedup_low", "speedup_high")
    return {
        group: row | dict(zip(names, speeds.get(group, (1.0, 0.9, 1.1)), strict=True)) for group, row in rows.items()
    }


def test_who_loses_and_by_how_much_is_the_first_thing_that_a_comparison_says() -> None:
    rows = rows_with(rare=(0.85, 0.80, 0.90), english=(1.3, 1.2, 1.4))
    result = compare_report.report(params_of(view="compare"), rows, recorded()["made"], is_recorded=False)
    assert result.says.startswith("On this machine drafting loses for rare (0.85, 0.80 to 0.90), by 15 %; it gains for")
    assert "cannot be told from plain for code" in result.says
    assert dict(zip(result.table("groups").values("item"), result.table("groups").values("state"), strict=True)) == {
        "English": "gains", "code": "not told apart", "rare": "loses", "unseen": "not told apart",
        "repetitive": "not told apart",
    }  # fmt: skip
    assert result.facts["losing"].value == "rare"
    nobody = compare_report.report(params_of(view="compare"), rows_with(), recorded()["made"], is_recorded=False)
    assert "drafting loses for no group" in nobody.says


def test_a_comparison_finds_the_length_on_other_prompts_and_tells_each_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_run, "GROUPS_COMPARED", ("rare",))
    compare = import_module("labs.decoding.compare")
    monkeypatch.setattr(compare, "GAMMAS", range(1, 3))
    monkeypatch.setattr(compare, "TUNING_WRITES", 8)
    monkeypatch.setattr(compare_run, "TUNED", 16)
    monkeypatch.setattr(asked, "WRITES", 8)
    parts: list[str] = []
    true = compare_run.Comparer.tallied

    def tallied(self: Any, settings: Any, prompts: int, part: Any) -> Any:
        parts.append(f"{part} {settings.gamma} {prompts}")
        return true(self, settings, prompts, part)

    monkeypatch.setattr(compare_run.Comparer, "tallied", tallied)
    events: list[Event] = []
    params = params_of(view="compare", prompts="20", watched="rare")
    result = run_apart(LAB, params, None, events.append)
    assert parts[:2] == ["tuning 1 8", "tuning 2 8"] and parts[2].startswith("reported") and parts[2].endswith(" 20")
    *prompts, line = events
    assert [event.data["done"] for event in prompts] == list(range(1, 37))
    assert {event.data["total"] for event in prompts} == {36}
    value, low, high = (float(str(result.table("groups").values(each)[0])) for each in ("speedup", "low", "high"))
    assert line.name == "part" and line.data["says"].startswith("Rare is done: drafting ")
    assert line.data["says"].endswith(f" ({value:.2f} times plain, {low:.2f} to {high:.2f}).")
    assert prompts[-1].data["words"] == "rare: prompt 20 of 20, plain and drafted"
    assert result.table("groups").values("item") == ("rare",)
    assert "a group may gain here and not there" in result.notes[0]
    assert "chosen for each group on other prompts" in result.notes[1]
