"""The batching-replay lab: its first picture, its three measures, the work it refuses, the views of one run.
The engine has tests of its own; here it is what the lab tells of it."""

import time
from decimal import Decimal
from io import BytesIO

import pytest
from hypothesis import HealthCheck, given, settings

from labs import BadParams, Lab, Params, Result, describe, get_lab, parse
from labs.batching_replay.sides import measured_once, served
from tests.any_params import params_of

LAB = get_lab("batching-replay")
FEW = {"requests": "400"}
COLD_GOAL_S, COLD_GATE_S = 2.0, 4.0


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


def test_the_defaults_answer_within_two_seconds_of_work() -> None:
    run(**FEW)
    served.cache_clear()
    measured_once.cache_clear()
    began = time.process_time()
    run()
    spent = time.process_time() - began
    print(f"defaults: {spent:.2f} s of {COLD_GOAL_S} s")
    # The gate is wider than the goal because a busy machine makes each instruction slower.
    assert spent <= COLD_GATE_S


def test_the_present_load_takes_the_place_of_the_nearest_one() -> None:
    loads = [row[0] for row in run(load="6.1", **FEW).table("p99_by_load").rows]
    assert loads == [3.0, 6.1, 7.2, 7.7]
    above = [row[0] for row in run(load="9.5", **FEW).table("p99_by_load").rows]
    assert above == [3.0, 5.6, 7.2, 9.5]


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"sweep_points": "5"}, "sweep_points"),
        ({"view": "compare", "trace": "file", "file": "0" * 64, "requests": "100000", "load": ""}, ""),
        ({"view": "load", "trace": "file", "file": "0" * 64, "requests": "30000"}, "sweep_points"),
    ],
)
def test_work_above_two_seconds_is_refused_before_it_is_done(values: dict[str, str], field: str) -> None:
    began = time.process_time()
    if not field:
        assert parse(LAB, values.items())
        return
    with pytest.raises(BadParams) as refused:
        parse(LAB, values.items())
    assert time.process_time() - began < 0.1
    assert refused.value.errors[0].name == field
    assert "200,000 are allowed" in refused.value.errors[0].message


EXTREMES = {
    "budget": {"view": "compare", "policy_a": "chunked", "policy_b": "chunked", "token_budget": "1"},
    "budget, seen late": {"view": "compare", "policy_a": "chunked", "token_budget": "1", "queue_delay_s": "9000"},
    "budget, loads": {"policy_a": "chunked", "token_budget": "16"},
    "steps": {"view": "steps", "policy_a": "chunked", "token_budget": "2", "max_active": "1"},
}


@pytest.mark.parametrize("values", EXTREMES.values(), ids=EXTREMES)
def test_settings_that_make_very_many_small_steps_are_refused_beside_the_budget(values: dict[str, str]) -> None:
    began = time.process_time()
    with pytest.raises(BadParams, match="s of work for one run") as refused:
        run(**values)
    assert [error.name for error in refused.value.errors] == ["token_budget"]
    assert time.process_time() - began < 3 * COLD_GATE_S


@pytest.mark.parametrize("values", [
    {"max_active": "1"}, {"blocks": "1"}, {"step_overhead_ms": "1000"}, {"max_tokens": "1"}, {"load": "100"},
    {"draft_a": "yes", "gamma": "16", "alpha": "1", "draft_ms": "1000", "step_overhead_ms": "1000"},
])  # fmt: skip
def test_other_extreme_settings_end_soon(values: dict[str, str]) -> None:
    began = time.process_time()
    assert run(view="compare", **values).facts["a_conserves"].value is True
    assert time.process_time() - began < 3 * COLD_GATE_S


class OneFile:
    """A file of one text, by any name."""

    def __init__(self, text: str) -> None:
        self.text = text

    def open(self, sha256: str) -> BytesIO:
        return BytesIO(self.text.encode())


@pytest.mark.parametrize("draft", ["yes", "no"])
def test_a_file_of_huge_outputs_is_refused_in_words(draft: str) -> None:
    files = OneFile("arrival_s,prompt,output\n" + "0,10000000,10000000\n" * 3)
    asked = {"view": "compare", "trace": "file", "file": "0" * 64, "load": "", "blocks": "", "draft_a": draft}
    with pytest.raises(BadParams, match="Too much work for a page"):
        LAB.run(parse(LAB, asked.items()), files)


def test_a_refusal_does_not_depend_on_what_was_seen_before() -> None:
    asked = {"policy_a": "chunked", "token_budget": "64", "requests": "4000", "load": "3"}
    run(view="compare", **asked)
    with pytest.raises(BadParams, match="s of work for one run"):
        run(view="load", sweep_points="12", **asked)


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
    assert "fewer than 100 leans to the largest" in str(rare[-1])
    assert all(row[3] <= row[4] <= row[5] <= row[6] <= row[7] for row in table.rows)  # type: ignore[operator]


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
        in_bars: int = sum(int(row[3]) - int(row[2]) for row in idle)  # type: ignore[arg-type]
        names = [column.name for column in grid.columns if column.name.startswith(policy)]
        in_grid = sum(grid.values(name).count("-") for name in names)
        assert in_bars == in_grid == made.facts[f"{policy}_idle"].value
    assert set(bars.values("state")) == {"running", "idle"}


def test_a_step_of_the_lanes_says_who_enters() -> None:
    words = run(view="lanes", step="7").table("slots").values("interpretation")
    assert words[:4] == ("Idle.", "Idle.", "Idle.", "Request d has 4 left.")
    assert words[4:7] == ("Request e enters.", "Request f enters.", "Request g enters.")


def test_all_rows_come_as_csv_while_the_page_stays_small() -> None:
    params = parse(LAB, {"view": "requests", **FEW}.items())
    shown = LAB.run(params).table("sample_requests").rows
    assert 60 <= len(shown) <= 80
    whole = LAB.downloads["all_requests"](params)
    assert len(whole.rows) == 400
    assert set(shown) < set(whole.rows)


def test_the_picture_of_requests_has_the_one_that_its_sentence_speaks_of() -> None:
    made = run(view="requests", requests="3000")
    worst = made.table("longest_waits").rows[0]
    sample = made.table(made.figures[0].table)
    assert worst[0] in sample.values("request")
    longest = max(row[7] for row in LAB.downloads["all_requests"](parse(LAB, {"requests": "3000"}.items())).rows)  # type: ignore[type-var]
    assert longest in sample.values("a_ttft_s")


def test_who_got_no_token_fared_worst() -> None:
    made = run(view="requests", load="20", queue_delay_s="0.05", **FEW)
    assert made.says.endswith("got no token")
    assert made.table("longest_waits").values("interpretation")[0] == "Got no token under B: shed."


@pytest.mark.parametrize(("values", "warned"), [
    ({"card": "rtx4090"}, True), ({"card": "rtx4090", "blocks": "3786"}, False),
    ({"card": "rtx4090", "blocks": "3787"}, True), ({}, False), ({"card": "hand-2"}, False),
])  # fmt: skip
@pytest.mark.parametrize("view", ["compare", "steps"])
def test_more_blocks_than_the_card_holds_are_told(view: str, values: dict[str, str], warned: bool) -> None:
    notes = [note for note in run(view=view, **FEW, **values).notes if "do not fit on this card" in note]
    assert bool(notes) is warned
    assert all("Set Cache blocks to 3,786 or less." in note for note in notes)


def test_the_token_identity_is_a_sentence_and_choices_fit_their_field() -> None:
    assert run(view="compare", **FEW).notes[0].startswith("Release A: computed ")
    assert run(view="steps", **FEW).notes[0].endswith(", conserved.")
    labels = [name for spec in describe(LAB) if spec.name != "view" for name in spec.choices.values()]
    assert max(map(len, labels)) <= 28


def test_drafting_reports_that_it_runs_in_expected_values() -> None:
    made = run(view="compare", draft_b="yes", **FEW)
    words = str(made.table("measures").values("interpretation")[0])
    assert "B checks" in words
    assert "rejected drafts" in words
    computed, rejected = (made.facts[f"b_tokens_{name}"].value for name in ("computed", "rejected"))
    assert computed - rejected == made.facts["a_tokens_computed"].value  # type: ignore[operator]
    assert any("expected values" in note for note in made.notes)
    assert made.facts["b_tpot_mean_ms"].value < made.facts["a_tpot_mean_ms"].value  # type: ignore[operator]


def test_a_group_without_acceptance_does_not_draft() -> None:
    none = run(view="compare", draft_a="yes", alpha_rare="", alpha_code="", alpha="0", gamma="1", **FEW)
    assert none.facts["a_tokens_computed"].value > none.facts["b_tokens_computed"].value  # type: ignore[operator]


def test_a_lab_knows_its_own_load_as_recorded() -> None:
    assert run(view="compare", load="", **FEW).facts["load"].value == pytest.approx(1, abs=0.1)
    assert Decimal("7.2") == parse(LAB, []).load  # type: ignore[attr-defined]


@pytest.mark.parametrize("view", ["load", "compare", "time"])
def test_each_part_of_the_contract_is_kept_or_broken_in_words(view: str) -> None:
    made = run(view=view, **FEW)
    table = made.table("contract")
    assert table.values("part") == ("Tail", "Cost", "Contract")
    for side in "ab":
        kept = [value == "kept" for value in table.values(side)]
        assert {*table.values(side)} <= {"kept", "broken"}
        assert kept[2] == (kept[0] and kept[1]) == made.facts[f"{side}_keeps_contract"].value
    assert all(None not in row for each in made.tables if each.name == "measures" for row in each.rows)


def test_the_peaks_are_those_of_the_run_and_both_runs_share_their_bins() -> None:
    made = run(
        view="time", trace="four", load="", card="hand-2", max_active="2", policy_a="static", policy_b="continuous"
    )
    # Two of four wait for the first two: requests 3 and 4, from 2 s on.
    assert made.facts["a_peak_waiting"].value == made.facts["b_peak_waiting"].value == 2
    assert made.facts["a_peak_active"].value == 2
    assert made.says.startswith("The queue of A peaks at 2 requests and that of B at 2, with at most 2 and 2 active")
    table = made.table("over_time")
    assert table.caption.endswith(f"{2 * float(table.rows[0][0] or 0):.1f} s")
    # The longer run ends with its last bin, so somebody sits there.
    assert max(float(table.values(f"{side}_active")[-1] or 0) for side in "ab") > 0


def test_nobody_served_is_told_with_how_they_ended() -> None:
    made = run(view="compare", blocks="1", **FEW)
    assert "nobody of rare gets a first token" in made.says
    assert "under A 400 of 400 requests are refused, since they need more memory" in made.because
    assert made.figures[0].summary.startswith("Nobody completes at all, because under A 400 of 400")


def test_no_limit_is_said_to_bind_when_all_are_met() -> None:
    assert run(view="compare", load="1", **FEW).figures[0].summary.startswith("No limit binds, because every request")
    assert "is the limit that binds, missed by" in run(view="compare", load="20", **FEW).figures[0].summary


def test_a_long_prompt_is_told_by_the_longest_gap_and_its_cure() -> None:
    made = run(view="compare", load="", trace="long-prompt", policy_b="chunked")
    assert made.says.startswith("The longest gap between two tokens is 2.997 s under A and 0.079 s under B")
    assert "the longest of 30,000 tokens, runs whole in a step of its own under A" in made.because
    assert "B cuts it into pieces of at most 512 tokens" in made.because


@pytest.mark.parametrize("load", ["2", "5", "7.2", "9"])
def test_a_long_prompt_is_said_to_wait_only_where_its_group_fares_worse(load: str) -> None:
    made = run(view="compare", load=load, requests="3000")
    worse = made.facts["b_watched_ttft_p99_s"].value > made.facts["a_watched_ttft_p99_s"].value  # type: ignore[operator]
    assert "a long prompt waits" not in made.because or worse


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
