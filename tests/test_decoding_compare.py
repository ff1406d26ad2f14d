"""Comparisons and their figures: intervals over prompts, the formula, and the record that ships.
Times here are made up or recorded; this machine's are not judged."""

from __future__ import annotations

import gc
import json
from typing import Any

import numpy as np
import pytest

from labs.decoding import FAULTS, CannotRun, Comparer, RunSettings, Tally, figures, live, recorded
from labs.decoding.clock import Clock, Spent
from labs.decoding.interval import Interval, interval
from labs.decoding.threads import one_thread
from labs.speculation import spec_expected_tokens_positional


def made_up() -> Tally:
    """10 rounds of 2 drafts: 8 first ones stand, of these 6 second ones; plain steps of 2 s."""
    return Tally(
        rounds=10, drafted=20, accepted=14, emitted=24, offered=[10, 10], reached=[10, 8], stood=[8, 6],
        draft=Spent(8.0, 4.0), verify=Spent(30.0, 30.0), whole=Spent(40.0, 36.0),
        plain_tokens=24, plain=Spent(48.0, 48.0), plain_whole=Spent(60.0, 48.0),
    )  # fmt: skip


def test_figures_follow_the_hand_sum() -> None:
    found = figures(made_up().account("cpu"))
    assert found["acceptance"] == 0.7 and found["tau"] == 2.4 and found["efficiency"] == 0.8
    assert found["c"] == pytest.approx(0.2 / 2) and found["v"] == pytest.approx(3 / 2)
    # 1 + 0.8 + 0.8 x 0.75 = 2.4 tokens for 1.5 + 0.2 plain steps; 2 s a token against 1.5 s.
    assert found["predicted"] == pytest.approx(2.4 / 1.7)
    assert found["measured"] == pytest.approx(2 / 1.5)
    assert made_up().account("wall").measured == pytest.approx(60 / 40)
    assert spec_expected_tokens_positional(made_up().account("cpu").by_position) == pytest.approx(2.4)


def test_rounds_that_draft_less_count_for_less_in_the_formula() -> None:
    tally = made_up()
    tally.offered[1] = 5
    assert tally.account("cpu").expected_tokens == pytest.approx(1 + 0.8 + 0.8 * 0.75 * 0.5)


def test_nothing_counted_gives_no_figure() -> None:
    assert set(figures(Tally().account("cpu")).values()) == {None}


def test_tallies_add_up() -> None:
    whole = Tally()
    for each in (made_up(), Tally(offered=[1], reached=[1], stood=[0], rounds=1, drafted=1, emitted=1), made_up()):
        whole.merge(each)
    assert (whole.rounds, whole.drafted, whole.reached, whole.stood) == (21, 41, [21, 16], [16, 12])
    assert whole.draft == Spent(16.0, 8.0)


def test_an_interval_draws_whole_prompts_and_repeats() -> None:
    rng = np.random.default_rng(0)
    made = rng.integers(50, 100, size=40).astype(float)
    stood = made * rng.normal(0.5, 0.1, size=40)
    found = interval([stood.tolist(), made.tolist()], lambda top, bottom: top / bottom)
    assert found == interval([stood.tolist(), made.tolist()], lambda top, bottom: top / bottom)
    # The spread of 40 shares is 0.1, so the mean's interval is about 0.5 +- 1.96 x 0.1 / sqrt(40) = 0.031.
    assert found.high - found.low == pytest.approx(0.062, abs=0.012)
    assert found.low < found.value < found.high
    with pytest.raises(ValueError, match="two or more"):
        interval([[1.0], [2.0]], lambda top, bottom: top / bottom)


def test_intervals_are_apart_when_they_share_no_number() -> None:
    assert Interval(1, 0.9, 1.1).is_apart_from(Interval(2, 1.2, 3))
    assert not Interval(1, 0.9, 1.3).is_apart_from(Interval(2, 1.2, 3))


def test_a_comparison_writes_every_prompt_both_ways() -> None:
    comparer = Comparer(RunSettings())
    found = comparer.compare(RunSettings(max_new=8, draft="self", group="rare"), 3)
    assert [each.plain_tokens for each in found.tallies] == [8, 8, 8]
    assert [each.emitted for each in found.tallies] == [8, 8, 8]
    acceptance = found.acceptance()
    assert acceptance is not None and acceptance.value == 1.0
    row = json.loads(json.dumps(found.as_dict()))
    assert row["prompts"] == 3 and row["by_position"][0] == 1.0
    nothing = comparer.compare(RunSettings(max_new=4, gamma=0), 2)
    assert nothing.acceptance() is None and nothing.as_dict()["acceptance_low"] is None
    with pytest.raises(CannotRun, match="2 to 60"):
        comparer.compare(RunSettings(), 1)


def test_both_clocks_run() -> None:
    clock = Clock()
    sum(range(200_000))
    spent = clock.lap()
    assert spent.cpu_s > 0 and spent.wall_s > 0
    assert clock.lap().cpu_s < spent.cpu_s


def test_nothing_is_collected_while_a_run_is_timed() -> None:
    heard: list[str] = []

    def hear(phase: str, _: object) -> None:
        heard.append(phase)

    events = live(RunSettings(max_new=32))
    next(events)
    gc.callbacks.append(hear)
    try:
        rounds = [event.data for event in events if event.name == "round"]
    finally:
        gc.callbacks.remove(hear)
    assert heard == [] and gc.isenabled()
    assert len(rounds) > 5


def test_a_prompt_of_any_comparison_is_timed_without_collections() -> None:
    comparer = Comparer(RunSettings(max_new=8))
    tallies = comparer.tallied(RunSettings(max_new=8), 2, "reported")
    next(tallies)
    assert not gc.isenabled()
    tallies.close()
    assert gc.isenabled()


def test_the_times_of_rounds_are_by_the_clock_that_is_named() -> None:
    *_, last = live(RunSettings(max_new=32))
    told = last.data
    assert told["clock"] == "cpu"
    for name in ("draft_ms", "verify_ms"):
        mean = sum(each[name] for each in told["rounds"]) / len(told["rounds"])
        assert mean == pytest.approx(told["figures"][f"round_{name}"])


def test_one_thread_gives_back_what_was() -> None:
    with one_thread() as before, one_thread() as inside:
        assert inside in (1, None)
    with one_thread() as after:
        assert after == before


def test_every_fault_says_in_words_what_it_does() -> None:
    assert len(FAULTS) >= 8 and all(len(fault.says.split()) > 2 for fault in FAULTS.values())


RECORD = recorded()


def rows(**wanted: Any) -> list[dict[str, Any]]:
    return [row for row in RECORD["speeds"] if all(row[name] == value for name, value in wanted.items())]


def test_the_record_says_where_when_and_with_what_it_was_made() -> None:
    made = RECORD["made"]
    assert made["device"] and made["date"] and made["threads"] == 1 and made["load"]
    assert {"engine", "python", "numpy", "precision"} <= set(made)
    assert all(row["prompts"] >= 20 for row in RECORD["speeds"])
    with pytest.raises(KeyError, match="there are cpu"):
        recorded("tpu")


def test_on_the_recorded_machine_the_distilled_draft_is_faster_for_english_and_something_is_slower() -> None:
    (english,) = rows(group="english", draft="distilled", temperature=1.0, gamma=4, chosen_on=None)
    assert english["speedup_low"] > 1
    assert any(row["speedup_high"] < 1 for row in RECORD["speeds"])


def test_recorded_acceptance_differs_between_groups() -> None:
    here = rows(draft="distilled", temperature=1.0, gamma=4, chosen_on=None)
    best, worst = (pick(here, key=lambda row: row["acceptance"]) for pick in (max, min))
    assert best["acceptance_low"] > worst["acceptance_high"]


def test_every_recorded_speed_is_within_a_tenth_of_the_formula() -> None:
    off = {(row["group"], row["draft"], row["gamma"]): row["measured_over_predicted"] for row in RECORD["speeds"]}
    assert {name: gap for name, gap in off.items() if not 0.9 <= gap <= 1.1} == {}
