"""The lab of recorded runs: its words follow the record, and both views show every group.
It refuses to know the record's numbers; what must hold of them is tested with the comparisons."""

from typing import Any

import pytest

from labs import get_lab, parse
from labs.decoding import GROUPS, recorded
from labs.lab import Result
from labs.speculative_decoding import settings, speed_report

NAMES = tuple(settings.SHORT.values())
LAB = get_lab("speculative-decoding")


def run(**values: str) -> Result:
    made: Result = LAB.run(parse(LAB, values.items()))
    return made


def test_both_views_have_a_line_for_every_group() -> None:
    for setting in settings.ROWS:
        assert run(setting=setting).table("groups").values("item") == NAMES
    for lenience in settings.LENIENCES:
        assert run(view="quality", lenience=lenience).table("groups").values("item") == NAMES


def test_the_exact_rule_shifts_nobody_and_every_step_down_shifts_further() -> None:
    shifts = [run(view="quality", lenience=each).facts["rare_shift"].value for each in settings.LENIENCES]
    assert shifts[0] == pytest.approx(0, abs=1e-9)
    assert shifts == sorted(shifts)
    assert "because" in run(view="quality", lenience="1.0").summary
    assert run(view="quality", lenience="1.0").says.endswith("shifts by nothing")


def test_a_dearer_verification_elsewhere_slows_every_group_as_the_formula_says() -> None:
    cheap, dear = run(verify="1").facts, run(verify="2").facts
    for group in GROUPS:
        (row,) = (each for each in recorded()["speeds"] if (each["group"], each["draft"]) == (group, "distilled")
                  and (each["temperature"], each["gamma"], each["chosen_on"]) == (1.0, 4, None))  # fmt: skip
        drafting = row["round_draft_ms"] / row["step_ms"]
        assert cheap[f"{group}_elsewhere"].value == pytest.approx(row["tau"] / (1 + drafting))
        assert dear[f"{group}_elsewhere"].value == pytest.approx(row["tau"] / (2 + drafting))
    assert cheap["english_elsewhere"].kind == "modelled"


def test_the_gate_decides_the_state() -> None:
    assert set(run(view="quality", lenience="0.2", gate="0.9").table("groups").values("state")) == {"inside the gate"}
    assert set(run(view="quality", lenience="0.2", gate="0.001").table("groups").values("state")) == {"over the gate"}


def test_what_was_measured_and_where_is_said() -> None:
    made = recorded()["made"]
    said = " ".join(run().notes)
    assert made["device"] in said and made["date"] in said and "one thread" in said
    assert run().facts["english_speedup"].kind == "measured"


def spans(**ends: tuple[float, float]) -> dict[str, dict[str, Any]]:
    """Rows with these intervals; tau falls with the speed."""
    return {
        group: {"measured": (low + high) / 2, "speedup_low": low, "speedup_high": high, "tau": low + 1}
        for group, (low, high) in ends.items()
    }


def test_groups_are_ordered_only_where_their_intervals_do_not_meet() -> None:
    said = speed_report._order(spans(english=(1.2, 1.4), code=(1.0, 1.3), rare=(0.9, 1.1), unseen=(0.88, 1.12)))
    assert said.startswith(
        "Of all groups English gains more than rare and unseen, whose 95 % intervals end below its own"
    )
    assert "for sure" not in said
    assert said.endswith("from code it is not told apart.") and "least" not in said and "most" not in said
    # Ends that touch are not apart, and a wide interval on top hides no pair below it that is.
    assert "No group is told apart" in speed_report._order(spans(english=(1.1, 1.4), rare=(0.9, 1.1)))
    wide = speed_report._order(spans(repetitive=(0.5, 3.0), english=(1.2, 1.3), rare=(0.9, 1.1)))
    assert (
        "English gains more than rare, whose 95 % interval ends below" in wide and "from repetitive it is not" in wide
    )


def test_the_record_orders_every_setting_by_its_intervals_alone() -> None:
    for setting, (_, asked) in settings.ROWS.items():
        rows = {group: speed_report._row(group, asked) for group in GROUPS}
        above, _, behind = run(setting=setting).figures[0].summary.partition(" gains more than ")
        less = behind.partition(", whose 95 % interval")[0]
        (best,) = (group for group in GROUPS if above.endswith(f" {settings.SHORT[group]}"))
        for group in GROUPS:
            assert (settings.SHORT[group] in less) == (rows[group]["speedup_high"] < rows[best]["speedup_low"])


def test_what_the_wall_says_follows_the_record_and_the_interval_says_what_it_covers() -> None:
    row = {"measured": 1.3, "speedup_wall": 1.3, "speedup_wall_low": 1.2, "speedup_wall_high": 1.4}
    assert "hardly anything else ran" in speed_report._clocks(row)
    assert "other programs took turns" in speed_report._clocks(row | {"speedup_wall": 1.1})
    notes = " ".join(run().notes)
    assert "does not cover the state of the machine" in notes
    assert f"{speed_report._row('english', settings.ROWS['distilled-t1-g4'][1])['speedup_wall']:.2f}" in notes


@pytest.mark.parametrize(("low", "high", "state"), [(1.1, 1.3, "faster"), (0.7, 0.9, "slower"), (0.9, 1.1, "not told")])
def test_a_speed_is_told_apart_from_plain_only_by_its_whole_interval(
    low: float, high: float, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    true = speed_report._row

    def moved(group: str, wanted: tuple[str, float, int | str]) -> dict[str, Any]:
        return true(group, wanted) | {"speedup_low": low, "speedup_high": high}

    monkeypatch.setattr(speed_report, "_row", moved)
    assert all(str(each).startswith(state) for each in run().table("groups").values("state"))
    assert f": {state}" in run().says
