"""The batching-replay lab names what binds in odd settings: a bound, a limit, a costly draft, the end of a run.
It refuses to know the engine."""

import pytest

from labs import Result, get_lab, parse

LAB = get_lab("batching-replay")
FEW = {"view": "compare", "requests": "1000"}


def run(**values: str) -> Result:
    return LAB.run(parse(LAB, values.items()))


@pytest.mark.parametrize(("values", "outcome", "told"), [
    ({"queue_delay_s": "0"}, "shed", "are shed under both releases, since nobody may wait for a slot at all"),
    ({"queue_delay_s": "0.1"}, "shed", "are shed under both releases, since nobody may wait longer than 0.1 s for"),
    ({"max_tokens": "300"}, "refused", "since such a request needs more than may be active (300 tokens)"),
    ({"max_tokens": "300", "blocks": "10"}, "refused", "needs more cache than there is (10 blocks)"),
    ({"overlay": "yes", "load": "20", "policy_a": "static", "ttft_limit_s": "100000"}, "timed_out",
     "run out of patience before a first token under A and "),
])  # fmt: skip
def test_whoever_is_not_served_is_counted_and_the_bound_named(values: dict[str, str], outcome: str, told: str) -> None:
    made = run(**FEW, **values)
    amount = made.facts[f"a_{outcome}"].value
    assert made.because.startswith(f"{amount:,} of 1,000 requests ")
    assert told in made.because
    assert "hardly anybody" not in made.because
    assert made.figures[0].summary.startswith("Most of those outside a limit are not served to the end, because ")


@pytest.mark.parametrize(("values", "told"), [
    ({"tpot_limit_ms": "1"}, "all 1,000 requests take longer than 1 ms a token under both releases, since tokens "),
    ({"e2e_limit_s": "0.1"}, "all 1,000 requests need longer than 0.1 s to the last token under both releases, and mo"),
])  # fmt: skip
def test_a_limit_that_all_miss_is_named_before_the_queue(values: dict[str, str], told: str) -> None:
    made = run(**FEW, **values)
    assert made.because.startswith(told)
    assert made.because in run(**{**FEW, "view": "load", "sweep_points": "2"}, **values).because
    assert told in made.figures[0].summary


@pytest.mark.parametrize(("drafting", "policies"), [("a", ("continuous", "spf")), ("b", ("static", "chunked"))])
def test_a_costly_draft_is_blamed_whatever_the_orders(drafting: str, policies: tuple[str, str]) -> None:
    orders = {"policy_a": policies[0], "policy_b": policies[1]}
    made = run(**FEW, **orders, draft_ms="1000", **{f"draft_{drafting}": "yes"})
    told = "each step first drafts 3 tokens for 3,000 ms, longer than a token takes without"
    assert made.because.endswith(f"under {drafting.upper()} {told}")
    assert "long prompt" not in made.because


def test_a_release_that_sheds_more_is_told_why() -> None:
    made = run(**FEW, policy_a="static", queue_delay_s="2")
    assert "under A nobody enters until the longest output of a batch is done" in made.because


def test_a_stop_that_could_not_judge_is_not_said_to_have_judged() -> None:
    made = run(view="time", requests="100", stop_s="1")
    assert made.because == "fewer than 500 requests complete, so it has nothing to judge"
    assert any("fewer than 500 requests complete" in note for note in made.notes)


def test_a_step_far_past_the_end_says_where_the_end_is() -> None:
    made = run(view="steps", first_step="1000000", requests="400")
    total = made.facts["a_steps"].value
    assert made.says.startswith(f"The run ends with step {total:,}; of its last 12 steps, 0 run prompts alone")
    assert made.because == "no prompt is computed in them, so each of them gives tokens only"
    assert made.table("steps").rows[-1][0] == total
    assert run(view="steps", trace="five", requests="1").table("steps").caption == "3 steps of release A"


@pytest.mark.parametrize(("outputs", "slots", "told"), [
    ("6,6,6,6", "4", "there is a slot for everybody at once"), ("6,2,3", "1", "with one slot one request follows"),
    ("6,6,2,2", "2", "outputs that share a batch are equally long here"),
    ("6,6,1,9", "2", "but here the last request to finish ends no sooner for it"),
])  # fmt: skip
def test_lanes_that_gain_nothing_claim_no_gain(outputs: str, slots: str, told: str) -> None:
    made = run(view="lanes", outputs=outputs, slots=slots)
    assert made.facts["static_steps"].value == made.facts["continuous_steps"].value
    assert told in made.because


def test_captions_count_what_their_tables_hold_and_one_is_singular() -> None:
    made = run(**FEW, load="1")
    assert made.table("measures").caption == "Measures side by side, not merged into one at 1 request/s a card"
    assert run(view="lanes", outputs="6,6,6,6").figures[0].summary.startswith("No slot idles")
