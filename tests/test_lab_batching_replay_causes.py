"""The reasons, captions and identities of the batching-replay lab against runs whose answer is known beforehand.
It refuses to know the engine."""

import pytest

from labs import BadParams, Result, get_lab, parse

LAB = get_lab("batching-replay")
FEW = {"requests": "400"}


def run(**values: str) -> Result:
    return LAB.run(parse(LAB, values.items()))


def test_a_run_without_a_step_is_told_and_not_a_fault() -> None:
    made = run(view="steps", blocks="1", **FEW)
    assert (made.says, made.because) == ("No step is made", "all 400 requests are refused")
    assert made.table("steps").rows == made.figures == ()
    alone = run(view="compare", blocks="1", requests="1")
    assert alone.because.startswith("the only request is refused under both releases, since such a request needs")


def test_the_caption_of_the_requests_says_what_the_sentence_does_not() -> None:
    made = run(view="requests", requests="3000")
    caption, sample = made.figures[0].summary, made.table("sample_requests")
    assert made.says not in caption
    over = [any(value > 3.0 for value in sample.values(name)) for name in ("a_ttft_s", "b_ttft_s")]  # type: ignore[operator, misc]
    assert over == [True, True]
    shown = "because the worst of each are always among those shown."
    assert caption == f"Some lie over the contract under both releases, {shown}"
    calm = run(view="requests", requests="300", load="1").figures[0].summary
    assert calm == "Nobody shown waits too long, because even the worst under each release stay below the line."


def test_where_nobody_waits_no_queue_is_blamed() -> None:
    calm = {"view": "compare", "load": "", "trace": "five", "policy_a": "chunked", "token_budget": "2"}
    made = run(**calm, ttft_limit_s="0.001")
    assert made.because.startswith("hardly anybody waits for a slot, so it is the steps of a prompt itself")
    assert "the steps of a prompt itself take longer than that" in made.figures[0].summary
    assert "wait for a slot" in run(view="compare", load="20", **FEW).figures[0].summary
    fast = run(view="compare", tpot_limit_ms="1", **FEW).figures[0].summary
    assert "tokens come no faster than the steps of the whole batch" in fast
    long = run(view="compare", e2e_limit_s="0.001", **FEW)
    assert "most of that is decoding" in long.figures[0].summary


@pytest.mark.parametrize(("values", "told"), [
    ({"policy_a": "static"}, "under A nobody enters until the longest output of a batch is done"),
    ({"policy_b": "continuous", "draft_b": "yes"}, "under B a step gives more than one token"),
    ({"policy_b": "continuous", "draft_b": "yes", "alpha": "0", "alpha_code": "0", "alpha_rare": "0"},
     "under B checking the drafts takes longer"),
    ({"policy_b": "chunked"}, "under B prompts share the steps of the decodes"),
])  # fmt: skip
def test_a_longer_tail_is_blamed_on_what_the_releases_differ_in(values: dict[str, str], told: str) -> None:
    assert told in run(view="compare", load="8", requests="3000", **values).because


def test_the_picture_of_loads_says_where_a_line_is_over_and_why() -> None:
    few = {"requests": "400", "sweep_points": "2"}
    assert "and 7.2 requests/s on, because a tail rises as soon as a queue forms" in run().figures[0].summary
    low = run(ttft_limit_s="0.005", sweep_low="0.1", load="0.1", sweep_high="1", **few)
    why = "over 0.005 s already at the lowest load drawn, because the steps of a prompt itself take longer."
    assert why in low.figures[0].summary
    crowd = run(sweep_low="20", sweep_high="30", load="30", **few).figures[0].summary
    assert "already at the lowest load drawn, because a queue stands there too." in crowd
    nobody = run(blocks="1", **few).figures[0].summary
    assert nobody.startswith("There is no line to draw, because all 400 requests are refused under both releases")


def test_each_identity_shows_two_equal_sides_and_their_parts() -> None:
    asked = {"view": "compare", "load": "", "trace": "four", "card": "hand-2", "policy_a": "static"}
    table = run(**asked).table("invariants")
    names = ("Tokens", "Cache blocks", "Requests", "Little's law")
    assert table.values("invariant") == tuple(f"{name}, {letter}" for letter in "AB" for name in names)
    left, right = table.values("left"), table.values("right")
    # 11 prompt and 14 output tokens of 4 requests; each needs one block; all of them come and end.
    assert left[:3] == right[:3] == (11 + 14 - 4, 4, 4)
    assert left[3] == pytest.approx(right[3])
    assert "computed 21 - recomputed 0 = 11 + 14 - 4" in str(table.values("interpretation")[0])
    shed = run(view="compare", load="20", queue_delay_s="0.05", **FEW).table("invariants").rows[2]
    assert shed[1] == shed[2] == 400
    assert " completed + " in str(shed[5])
    assert " timed out + 0 cancelled + 0 open" in str(shed[5])


@pytest.mark.parametrize("view", ["compare", "load", "time", "steps"])
def test_a_run_without_a_block_bound_is_warned_when_it_would_not_fit(view: str) -> None:
    asked = {"view": view, "blocks": "", "max_active": "1024", "load": "100", "requests": "2000", "policy_b": "spf"}
    told = [note for note in run(**asked).notes if "Cache blocks has no bound, and at its peak release " in note]
    assert len(told) == 1
    assert told[0].endswith("and it has 80 GB. Set Cache blocks to 30,488 or less.")
    assert not [note for note in run(**(asked | {"load": "1"})).notes if "has no bound" in note]


def test_the_picture_of_the_active_set_names_the_bound_that_it_meets() -> None:
    def captions(**values: str) -> tuple[str, str]:
        queue, active = run(view="time", requests="2000", **values).figures
        return queue.summary, active.summary

    calm = captions(load="1", blocks="")
    assert calm[0] == "Who waits here waits for a step or a batch to end, because slots and memory are never full."
    assert calm[1] == "The active set is as large as the arrivals make it, because slots and memory are never full."
    assert run(view="time", trace="four", load="0.1").figures[0].summary.startswith("No queue forms under either")
    assert captions(load="20", policy_b="continuous")[1].startswith(
        "The active set is held by the bound on cache blocks"
    )
    slots = captions(load="20", blocks="", max_active="8")
    assert slots[0].startswith("A queue stands where more come than are served")
    assert slots[1] == "The active set is held by the bound on active requests, because no more may hold a slot."


def test_the_bill_is_whole_when_both_prices_are_applied() -> None:
    made = run(view="compare", **FEW)
    facts, rates = made.facts, made.table("rates")
    inputs, outputs = (facts[f"a_cost_{name}"].value for name in ("input", "output"))
    assert outputs == pytest.approx(4 * inputs)  # type: ignore[operator]
    # Of 400 requests: the whole bill is that of the price of output tokens alone.
    load = LAB.downloads["all_requests"](parse(LAB, FEW.items()))
    prompt, output = (sum(int(each or 0) for each in load.values(name)) for name in ("prompt", "output"))
    assert inputs * prompt + outputs * output == pytest.approx(facts["a_cost"].value * output)  # type: ignore[operator]
    assert rates.values("rate")[1] == "Requests completed, steady window"
    assert "Only from" in str(rates.values("interpretation")[1])


def test_a_stop_condition_hands_release_b_to_its_fallback_once() -> None:
    asked = {"view": "compare", "requests": "6000", "stop_s": "3", "load": "8"}
    made = run(**asked)
    when = made.facts["b_switched_s"].value
    assert isinstance(when, float)
    assert any(f"fires at {when:.1f} s" in note and note.endswith("continuous takes over.") for note in made.notes)
    assert made.because == f"from {when:.1f} s on B is served in the order of A"
    before = run(view="compare", requests="6000", load="8")
    assert made.facts["b_watched_ttft_p99_s"].value != before.facts["b_watched_ttft_p99_s"].value
    assert made.facts["a_ttft_p99_s"].value == before.facts["a_ttft_p99_s"].value
    assert made.facts["b_conserves"].value is True
    calm = run(**(asked | {"load": "3"}))
    assert calm.facts["b_switched_s"].value is None
    assert any("of release B does not fire" in note for note in calm.notes)
    swept = run(requests="6000", stop_s="3", load="8").table("p99_by_load")
    assert "B (spf then continuous), all" in [column.label for column in swept.columns]
    assert f"falls back at {when:.0f} s" in str(swept.values("interpretation")[-1])


def test_a_fallback_to_the_same_order_is_refused_beside_it() -> None:
    with pytest.raises(BadParams, match="which release B already is") as refused:
        parse(LAB, [("stop_s", "3"), ("fallback", "spf")])
    assert [error.name for error in refused.value.errors] == ["fallback"]


@pytest.mark.parametrize(("values", "field", "sentence"), [
    ({"trace": "four", "load": "", "start_s": "20"}, "start_s",
     "Window begins at is 20 s; the last of these requests comes at 2.000 s. Type no more than that."),
    ({"trace": "five", "load": "100"}, "load", "Load is 100 requests/s and these arrivals have 0.09091 as recorded"),
])  # fmt: skip
def test_what_the_arrivals_cannot_give_is_refused_with_a_way_out(
    values: dict[str, str], field: str, sentence: str
) -> None:
    with pytest.raises(BadParams) as refused:
        run(view="compare", **values)
    assert refused.value.errors[0].name == field
    assert refused.value.errors[0].message.startswith(sentence)
