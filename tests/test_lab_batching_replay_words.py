"""What the batching-replay lab says of two runs: sentences, reasons, contract, notes, and the peaks they speak of.
It refuses to know the engine."""

import pytest

from labs import Result, describe, get_lab, parse

LAB = get_lab("batching-replay")
FEW = {"requests": "400"}


def run(**values: str) -> Result:
    return LAB.run(parse(LAB, values.items()))


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


@pytest.mark.parametrize("view", ["load", "compare", "time"])
def test_each_part_of_the_contract_is_kept_or_broken_in_words(view: str) -> None:
    made = run(view=view, **FEW)
    table = made.table("contract")
    assert table.values("part") == ("Tail", "Cost", "Contract")
    for side in "ab":
        known = {"kept": True, "broken": False, "not proved": None}
        tail, cost, whole = (known[str(value)] for value in table.values(side))
        assert whole is (False if False in (tail, cost) else None if tail is None else True)
        assert whole is made.facts[f"{side}_keeps_contract"].value
    rows = [row for each in made.tables if each.name == "measures" for row in each.rows]
    assert all(None not in row or "fewer than 100" in str(row[-1]) for row in rows)


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
    assert "nobody in group rare gets a first token" in made.says
    why = "since such a request needs more cache than there is (1 block)"
    assert made.because == f"all 400 requests are refused under both releases, {why}"
    assert made.figures[0].summary.startswith("Nobody completes at all, because all 400 requests are refused")


def test_no_limit_is_said_to_bind_when_all_are_met() -> None:
    assert run(view="compare", load="1", **FEW).figures[0].summary.startswith("No limit binds, because every request")
    assert "is the limit that binds, missed most often" in run(view="compare", load="20", **FEW).figures[0].summary


def test_a_long_prompt_is_told_by_the_longest_gap_and_its_cure() -> None:
    made = run(view="compare", load="", trace="long-prompt", policy_b="chunked")
    assert made.says.startswith("The longest gap between two tokens is 2.997 s under A and 0.079 s under B")
    assert "prompts run whole in steps of their own under A, 30,000 prompt tokens in one step" in made.because
    assert "B cuts prompts into pieces of at most 512 tokens" in made.because


@pytest.mark.parametrize("load", ["2", "5", "7.2", "9"])
def test_a_long_prompt_is_said_to_wait_only_where_its_group_fares_worse(load: str) -> None:
    made = run(view="compare", load=load, requests="3000")
    worse = made.facts["b_watched_ttft_p99_s"].value > made.facts["a_watched_ttft_p99_s"].value  # type: ignore[operator]
    assert "a long prompt waits" not in made.because or worse
