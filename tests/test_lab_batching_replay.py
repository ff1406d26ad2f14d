"""The batching-replay lab: its first picture, its three measures, the work it refuses, the views of one run.
The engine has tests of its own; here it is what the lab tells of it."""

import re
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings

from labs import BadParams, Lab, Params, Result, get_lab, parse
from tests.any_params import params_of

LAB = get_lab("batching-replay")
FEW = {"requests": "400"}


def run(**values: str) -> Result:
    return LAB.run(parse(LAB, values.items()))


def test_the_first_picture_is_the_tail_against_load_on_a_log_axis_with_the_contract() -> None:
    made = run(**FEW)
    figure = made.figures[0]
    assert (figure.kind, figure.scale, figure.table) == ("line", "log", "p99_by_load")
    assert figure.y == ("a_all", "a_watched", "b_all", "b_watched")
    assert [line.fact for line in figure.lines] == ["ttft_limit_s"]
    assert made.facts["ttft_limit_s"].value == 3.0
    assert made.table("p99_by_load").rows[made.table("p99_by_load").now or 0][0] == 7.2


def test_the_present_load_takes_the_place_of_the_nearest_one() -> None:
    loads = [row[0] for row in run(load="6.1", sweep_points="4", **FEW).table("p99_by_load").rows]
    assert loads == [3.0, 6.1, 7.2, 7.7]
    above = [row[0] for row in run(load="9.5", sweep_points="4", **FEW).table("p99_by_load").rows]
    assert above == [3.0, 5.6, 7.2, 9.5]


@pytest.mark.parametrize(("values", "loads"), [
    ({}, 5), ({"requests": "3000"}, 8), ({"policy_b": "chunked"}, 3), ({"policy_b": "continuous"}, 8),
    ({"trace": "file", "file": "0" * 64, "requests": "60000"}, 2), ({"sweep_points": "3"}, 3),
])  # fmt: skip
def test_as_many_loads_are_drawn_as_two_seconds_of_work_allow(values: dict[str, str], loads: int) -> None:
    assert parse(LAB, values.items()).loads == loads  # type: ignore[attr-defined]


def test_a_picture_needs_a_lowest_load_below_the_highest() -> None:
    with pytest.raises(BadParams, match="not above the lowest"):
        parse(LAB, [("sweep_low", "8")])


def test_a_file_that_is_not_here_is_refused_beside_its_field() -> None:
    with pytest.raises(BadParams, match="kept by the server") as refused:
        run(trace="file", file="0" * 64, load="", **FEW)
    assert [error.name for error in refused.value.errors] == ["file"]


def test_the_three_measures_stand_apart_with_their_denominator() -> None:
    table = run(view="compare", **FEW).table("measures")
    assert table.values("measure")[:4] == (
        "Tokens scheduled",
        "Completed inside the limits",
        "p99 first token, all",
        "p99 first token, rare",
    )
    assert "Of all requests offered" in str(table.values("interpretation")[1])


def test_percentiles_show_their_n_and_say_when_it_is_small() -> None:
    table = run(view="compare", **FEW).table("percentiles")
    rare = next(row for row in table.rows if row[0] == "First token, rare, A")
    assert rare[1] == run(view="compare", **FEW).facts["a_watched_n"].value
    assert (rare[6], str(rare[-1])[:17]) == (None, "The group's own; ")
    assert re.search(r"fewer than 100, so no p99; the largest is [\d.]+ s\.$", str(rare[-1]))
    everybody = [[cell for cell in row[3:8] if cell is not None] for row in table.rows]
    assert all(cells == sorted(cells) for cells in everybody)  # type: ignore[type-var]


def test_no_table_has_a_p99_of_fewer_than_a_hundred_and_the_contract_is_then_not_proved() -> None:
    made = run(view="compare", requests="50")
    for row in made.table("percentiles").rows:
        assert (row[6] is None) == (int(row[1]) < 100)  # type: ignore[arg-type]
    measures = made.table("measures")
    assert [measures.values(side)[2:4] for side in "ab"] == [(None, None)] * 2
    assert all("fewer than 100, so no p99" in str(each) for each in measures.values("interpretation")[2:4])
    assert "this is not proved" in str(made.table("contract").values("interpretation")[0])
    told = "of group rare got a first token under one of the releases. Fewer than 100 give no p99"
    assert any(told in note for note in run(requests="50", sweep_points="2").notes)
    enough = run(view="compare", requests="3000")
    assert "not proved" not in str(enough.table("contract").values("interpretation")[0])
    assert not any("Fewer than 100" in note for note in enough.notes)


def test_every_request_offered_has_an_end_and_every_identity_is_told() -> None:
    made = run(view="compare", queue_delay_s="0.05", load="20", overlay="yes", **FEW)
    outcomes = made.table("outcomes")
    for side in ("a", "b"):
        counts = outcomes.values(side)
        assert sum(counts[:-1]) == counts[-1] == 400  # type: ignore[arg-type]
    assert outcomes.values("a")[1] > 0  # type: ignore[operator]
    assert all(made.table("invariants").values("holds"))
    assert all(str(words).startswith("Holds: ") for words in made.table("invariants").values("interpretation"))


def test_shedding_is_a_miss_and_so_lowers_the_share_inside() -> None:
    patient = run(view="compare", load="20", **FEW).facts
    shed = run(view="compare", load="20", queue_delay_s="0", **FEW).facts
    assert shed["a_shed"].value > 0  # type: ignore[operator]
    assert shed["a_inside"].value == pytest.approx(1 - shed["a_shed"].value / 400)  # type: ignore[operator]
    assert patient["a_shed"].value == 0


def test_the_steps_of_four_requests_are_those_worked_by_hand() -> None:
    made = run(view="steps", load="", trace="four", max_active="2", card="hand-2")
    table = made.table("steps")
    spans = [(start, took / 1000) for start, took in zip(table.values("start_s"), table.values("took_ms"), strict=True)]  # type: ignore[operator]
    assert spans == [(0, 6), (6, 2), (8, 3), (11, 2), (13, 2), (15, 2), (17, 2), (19, 2), (21, 2)]
    assert table.values("kind")[:3] == ("prefill", "decode", "prefill")
    assert table.values("decoding") == (0, 2, 0, 2, 2, 0, 2, 1, 1)


def test_the_last_steps_are_shown_when_the_first_one_asked_for_is_past_the_end() -> None:
    made = run(view="steps", load="", trace="four", max_active="2", card="hand-2", first_step="500")
    assert made.table("steps").values("step")[0] == 1


def test_the_lanes_say_the_same_in_picture_and_table() -> None:
    made = run(view="lanes")
    grid, bars = made.table("step_by_slot"), made.table("lanes")
    for policy in ("static", "continuous"):
        idle = [row for row in bars.rows if str(row[0]).startswith(f"{policy} idle")]
        in_bars: int = sum(int(row[3]) - int(row[2]) for row in idle)  # type: ignore[arg-type, misc]
        names = [column.name for column in grid.columns if column.name.startswith(policy)]
        in_grid = sum(grid.values(name).count("idle") for name in names)
        assert in_bars == in_grid == made.facts[f"{policy}_idle"].value
    assert set(bars.values("state")) == {"running", "idle"}


def test_a_step_of_the_lanes_says_who_enters() -> None:
    words = run(view="lanes", step="7").table("slots").values("interpretation")
    assert words[:4] == ("Idle.", "Idle.", "Idle.", "Request d has 4 left.")
    assert words[4:7] == ("Request e enters.", "Request f enters.", "Request g enters.")
    assert run(view="lanes", step="9").says == (
        "Step 9. Slot 1: request h enters and is done. Slot 2: f, 6 left. Slot 3: g, 4 left. Slot 4: d, 2 left. "
        "Idle 0. Under static 3 slots of 4 are idle"
    )
    assert run(view="lanes", step="16").says.startswith("Step 16. Continuous is done after 15. Under static ")
    assert run(view="lanes", step="20").says.startswith("Static takes 20 steps")


def test_a_step_of_the_lanes_gives_only_a_reason_that_holds_in_it() -> None:
    def told(step: int) -> str:
        return run(view="lanes", step=str(step)).summary.partition("Under static ")[2]

    longest = "a static batch waits for its longest output, and nobody enters before"
    for step in range(1, 20):
        assert ("waits for its longest" in told(step)) == (7 <= step <= 11)
    assert told(6) == "0 slots of 4 are idle, because everybody in the static batch still gets a token in this step."
    assert told(7) == f"3 slots of 4 are idle, because {longest}."
    assert told(15) == "2 slots of 4 are idle, because nobody is left to enter, and the last batch still runs."
    equal = run(view="lanes", outputs="6,6,6,6,6,1", slots="2", step="14").summary
    assert equal.endswith("because nobody is left to enter, and the last batch still runs.")


def test_all_rows_come_as_csv_while_the_page_stays_small() -> None:
    params = parse(LAB, {"view": "requests", **FEW}.items())
    shown = LAB.run(params).table("sample_requests").rows
    assert 60 <= len(shown) <= 80
    whole = LAB.downloads["all_requests"](params)
    assert len(whole.rows) == 400
    assert set(shown) < set(whole.rows)


def test_a_group_without_acceptance_does_not_draft() -> None:
    none = run(view="compare", draft_a="yes", alpha_rare="", alpha_code="", alpha="0", gamma="1", **FEW)
    assert none.facts["a_tokens_computed"].value > none.facts["b_tokens_computed"].value  # type: ignore[operator]


def test_a_lab_knows_its_own_load_as_recorded() -> None:
    assert run(view="compare", load="", **FEW).facts["load"].value == pytest.approx(1, abs=0.1)
    assert Decimal("7.2") == parse(LAB, []).load  # type: ignore[attr-defined]


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(params_of(LAB))
def test_any_settings_give_a_run_that_accounts_for_everything(params: Params) -> None:
    try:
        made = LAB.run(params)
    except BadParams as refused:
        assert {error.name for error in refused.errors} <= {
            "file", "load", "start_s", "token_budget", "requests",
        }  # fmt: skip
        return
    assert isinstance(LAB, Lab)
    for name in ("a_conserves", "b_conserves"):
        assert name not in made.facts or made.facts[name].value is True
