"""The stop condition in the replay lab: it fires once, as the engine says, and is told in words, fact and picture.
They refuse to know the engine's rule; tests/test_replay_faults.py has that."""

import pytest

from labs import Result, get_lab, parse
from labs.batching_replay.arrivals import at_load, recorded
from labs.batching_replay.release import sides_of
from labs.batching_replay.sides import cost_of
from labs.replay import Fallback, replay

LAB = get_lab("batching-replay")
RUSH = {"view": "time", "requests": "600", "load": "9", "policy_a": "spf", "names": "r12-stop"}


def run(**asked: str) -> Result:
    return LAB.run(parse(LAB, list((RUSH | asked).items())))


def test_the_stop_fires_when_the_engine_says_and_the_order_changes() -> None:
    result = run(stop_s="2", stop_window="50")
    side = sides_of(parse(LAB, list(RUSH.items())), None)[1]
    stop = Fallback("continuous", 50, 2_000_000)
    expected = replay(at_load(recorded(side.source), side.load), "spf", side.bounds, cost_of("a100"), fallback=stop)
    assert expected.switched is not None
    assert result.facts["b_switched_s"].value == pytest.approx(expected.switched / 1e6)
    assert result.facts["b_ttft_p99_s"].value != result.facts["a_ttft_p99_s"].value
    assert result.says.startswith("The stop fires after ")
    assert "R12 with a stop goes on as continuous, first come" in result.says
    assert "the last 50 completions rose above 2.00 s" in result.because
    assert [[line.fact for line in each.lines] for each in result.figures[1:]] == [["b_switched_s"]] * 2


def test_both_tails_stand_side_by_side_with_a_stop_so_that_its_price_is_seen() -> None:
    result = run(requests="3000", load="7.2", policy_b="spf", stop_s="3", stop_window="100", stop_group="watched")
    table, figure = result.table("tails"), result.figures[0]
    assert table.values("release") == ("R12 (spf)", "R12 with a stop (spf then continuous)")
    assert table.values("all_s") == tuple(result.facts[f"{side}_ttft_p99_s"].value for side in "ab")
    assert table.values("watched_s") == tuple(result.facts[f"{side}_watched_ttft_p99_s"].value for side in "ab")
    assert (figure.y, [line.fact for line in figure.lines]) == (("all_s", "watched_s"), ["ttft_limit_s"])
    assert "R12 with a stop: all 2.80 s, rare 10.5 s; 99.2 % completed inside the limits." in figure.summary
    few = run(stop_s="2", stop_window="50", requests="300").table("tails")
    assert few.values("watched_s") == (None, None)
    assert "rare fewer than 100, so no p99" in str(few.rows[1][3])
    assert "tails" not in [each.name for each in run().tables]


def test_a_stop_that_does_not_fire_says_so_and_changes_nothing() -> None:
    result = run(load="2", stop_s="60")
    assert result.says.startswith("The stop of R12 with a stop does not fire")
    assert result.facts["b_switched_s"].value is None
    assert result.facts["b_ttft_p99_s"].value == result.facts["a_ttft_p99_s"].value
    assert [each.lines for each in result.figures[1:]] == [(), ()]


def test_without_a_stop_nothing_is_told_of_one() -> None:
    result = run()
    assert "b_switched_s" not in result.facts
    assert "stop fires" not in result.says


def test_a_stop_can_watch_the_rare_group_alone() -> None:
    asked = {"stop_s": "2", "stop_window": "10", "stop_group": "watched"}
    result = run(**asked)
    side = sides_of(parse(LAB, list(RUSH.items())), None)[1]
    workload = at_load(recorded(side.source), side.load)
    stop = Fallback("continuous", 10, 2_000_000, "rare")
    expected = replay(workload, "spf", side.bounds, cost_of("a100"), fallback=stop)
    assert expected.switched is not None
    assert result.facts["b_switched_s"].value == pytest.approx(expected.switched / 1e6)
    assert result.facts["b_switched_s"].value != run(stop_s="2", stop_window="10").facts["b_switched_s"].value
    assert "the last 10 completions of group rare rose above 2.00 s" in result.because
    assert any("the last 10 completions of group rare is above" in note for note in result.notes)


def test_a_stop_that_watches_a_group_nobody_is_in_is_refused() -> None:
    side = sides_of(parse(LAB, list(RUSH.items())), None)[1]
    with pytest.raises(ValueError, match=r'watches group "klingon"\. These requests have .*rare'):
        replay(at_load(recorded(side.source), side.load), "spf", fallback=Fallback("continuous", 1, 1, "klingon"))
