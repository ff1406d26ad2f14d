"""What the batching-replay lab blames is in the gap, in the queue and in the release that it names.
They refuse to know how the engine plans its steps."""

from io import BytesIO

import numpy as np
import pytest

from labs import BadParams, Result, get_lab, parse
from labs.batching_replay.release import sides_of
from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.sides import serve
from labs.replay import iterations, longest_stall

LAB = get_lab("batching-replay")
FILE = {"trace": "file", "file": "0" * 64}


class OneFile:
    """A file of one text, by any name."""

    def __init__(self, *lines: str) -> None:
        self.text = "\n".join(lines) + "\n"

    def open(self, sha256: str) -> BytesIO:
        return BytesIO(self.text.encode())


def run(files: OneFile | None = None, **values: str) -> Result:
    return LAB.run(parse(LAB, values.items()), files)


def test_the_longest_gap_is_told_with_all_the_prompts_in_it() -> None:
    asked = {"view": "compare", "policy_a": "continuous", "policy_b": "chunked", "requests": "1000", "load": "5"}
    made = run(**asked)
    params = parse(LAB, asked.items())
    assert isinstance(params, ReplayParams)
    gap = made.facts["a_gap_max_s"].value
    # Step by step, worked out anew: prompts computed from one step with decodes to the next.
    found: list[tuple[int, int, int]] = []
    last, steps, tokens = 0, 0, 0
    for each in iterations(serve(sides_of(params, None)[0], keep_chunks=True)):
        if each.decoding:
            found.append((each.end - last, steps, tokens))
            last, steps, tokens = each.end, 0, 0
        else:
            steps, tokens = steps + 1, tokens + sum(take for _, take in each.chunks)
    _, steps, tokens = next(each for each in found if each[0] / 1e6 == pytest.approx(gap))
    assert steps > 1
    assert f"{tokens:,} prompt tokens in {steps} steps in a row between those two" in made.because
    assert "longest of" not in made.because


def test_a_gap_that_prompts_do_not_make_is_not_blamed_on_them() -> None:
    plain = {"view": "compare", "policy_a": "continuous", "policy_b": "chunked", "load": "", "trace": "long-prompt"}
    assert "30,000 prompt tokens in one step between those two" in run(**plain).because
    drafts = run(**plain, draft_a="yes", draft_ms="1000", gamma="16")
    assert "run whole in steps" not in drafts.because
    side = sides_of(parse(LAB, plain.items()), None)[0]  # type: ignore[arg-type]
    stall = longest_stall(serve(side, keep_chunks=False))
    assert stall is not None
    assert (stall.prompt_steps, stall.prompt_tokens) == (1, 30_000)
    assert 0 < stall.prompt_ticks <= stall.gap


def test_a_step_of_several_prompts_is_not_told_as_one() -> None:
    rows = ["arrival_s,prompt,output", "0,10,30", *("0.05,20,3" for _ in range(4))]
    made = run(OneFile(*rows), view="steps", load="", **FILE)
    crowd = next(str(row[6]) for row in made.table("steps").rows if ";" in str(row[6]) and "request 3" in str(row[6]))
    assert "1 more prompt;" in crowd
    assert made.because == (
        "continuous runs admitted prompts whole in steps of their own, up to 4 in one, "
        "and whoever decodes waits for them"
    )
    alone = run(OneFile(*rows), view="steps", load="", first_step="2", **FILE)
    assert alone.because == "continuous runs 4 admitted prompts whole in one step, and whoever decodes waits for them"


@pytest.mark.parametrize(("values", "told", "untold"), [
    # Without the stop this tail is longer still: the switch is not what makes it long.
    ({"policy_a": "chunked", "policy_b": "static", "fallback": "continuous"},
     "until 213.0 s under B nobody enters until the longest output", "serves in the order"),
    ({"policy_a": "chunked", "policy_b": "spf", "fallback": "continuous"},
     "under A prompts share the steps of the decodes", "serves in the order"),
    # Without it the tail is far shorter.
    ({"policy_a": "continuous", "policy_b": "spf", "fallback": "static"},
     "from 71.0 s on B serves in the order static, and under B nobody enters", "until 71.0 s"),
    ({"policy_a": "spf", "policy_b": "spf", "fallback": "continuous"},
     "from 71.0 s on B serves in the order continuous", "until 71.0 s"),
])  # fmt: skip
def test_a_switch_is_the_cause_only_where_it_makes_the_difference(
    values: dict[str, str], told: str, untold: str
) -> None:
    made = run(view="compare", requests="6000", load="9", stop_s="3", **values)
    assert told in made.because
    assert untold not in made.because


@pytest.mark.parametrize("values", [
    {"trace": "five", "card": "hand-2", "load": ""}, {"step_overhead_ms": "1000", "load": "0.1", "requests": "2500"},
])  # fmt: skip
def test_where_the_queue_is_a_third_of_first_tokens_people_wait(values: dict[str, str]) -> None:
    made = run(view="compare", **values)
    rows = LAB.downloads["all_requests"](parse(LAB, values.items()))
    queued, first = (np.array([float(each or 0) for each in rows.values(f"a_{name}_s")]) for name in ("queued", "ttft"))
    tail = first >= np.percentile(first, 99)
    assert queued[tail].sum() > first[tail].sum() / 3
    assert made.because == "the slowest first tokens are mostly steps of prompts, which are alike under both"
    assert run(view="compare", load="1", requests="400").because.startswith("hardly anybody waits")


HANGING = OneFile(
    "arrival_s,prompt,output,cancel_s", *(f"{place / 20},500,60,{0.5 if place % 2 else 90}" for place in range(60))
)


def test_each_share_has_its_own_denominator_and_the_axis_names_it() -> None:
    made = run(HANGING, view="compare", load="", policy_a="static", policy_b="chunked", **FILE)
    table, figure = made.table("attainment"), made.figures[0]
    rows = LAB.downloads["all_requests"](
        parse(LAB, {"load": "", "policy_a": "static", "policy_b": "chunked", **FILE}.items()), HANGING
    )
    judged = [
        sum(
            end != "cancelled" or first is None
            for end, first in zip(rows.values(f"{letter}_outcome"), rows.values(f"{letter}_ttft_s"), strict=True)
        )
        for letter in "ab"
    ]
    assert judged[0] > judged[1]
    told = str(table.values("interpretation")[0])
    assert told.startswith(f"Of {judged[0]} judged under A ")
    assert f", of {judged[1]} under B " in told
    assert figure.y_title == "Completed inside, % of all but hung up mid-answer"
    plain = run(view="compare", requests="120")
    assert plain.figures[0].y_title == "Completed inside, % of all requests offered"
    assert str(plain.table("attainment").values("interpretation")[0]).startswith("Of 120 judged: ")


def test_a_rate_that_is_almost_nothing_is_not_taken_for_none() -> None:
    far = OneFile("arrival_s,prompt,output", "0,10,5", "4000000,10,5")
    with pytest.raises(BadParams) as refused:
        run(far, view="compare", load="7", **FILE)
    assert refused.value.errors[0].message.startswith("Load is 7 requests/s and these arrivals have 2.5e-07")
    kept = run(far, view="compare", load="", **FILE)
    assert kept.facts["load"].value == pytest.approx(2.5e-7)


def test_with_drafts_gaps_are_between_bursts_and_steps_give_tokens() -> None:
    made = run(view="compare", requests="120", draft_b="yes")
    names = made.table("percentiles").values("time")
    assert "Gaps between tokens, A" in names
    assert "Gaps between bursts of tokens, B" in names
    assert made.facts["b_gap_max_s"].label == "Longest gap between bursts of tokens, B"
    words = run(view="steps", requests="120", draft_a="yes", first_step="30").table("steps").values("interpretation")
    assert not any("a token" in str(each) for each in words)
    assert any("tokens." in str(each) for each in words)


def test_the_active_set_is_not_all_who_arrive_where_some_are_kept_out_or_batches_wait() -> None:
    def active(**values: str) -> str:
        return run(view="time", requests="400", blocks="", **values).figures[1].summary

    shed = active(load="20", queue_delay_s="0", max_active="1024")
    assert shed.startswith("The active set is as large as those who are let in make it, because slots and memory are")
    assert "requests are shed under" in shed
    batch = active(load="1", policy_a="static", policy_b="continuous")
    assert batch == (
        "The active set of A is as large as its batches make it, because whoever comes waits for one to end; slots and "
        "memory are never full."
    )


def test_other_names_of_the_releases_leave_the_groups_of_a_file_alone() -> None:
    rows = [f"{place / 10},300,20,{'A' if place % 3 else 'Tier B'}" for place in range(60)]
    file = OneFile("arrival_s,prompt,output,group", *rows)
    for view in ("compare", "load", "time", "requests"):
        asked = {"view": view, "load": "", "policy_b": "chunked", **FILE}
        plain, made = run(file, **asked), run(file, **asked, names="r11-order-r13")
        words = " ".join((made.says, *(str(cell) for table in made.tables for row in table.rows for cell in row)))
        labels = " ".join(fact.label for fact in made.facts.values())
        assert "Tier B" in labels
        assert "Tier R13" not in labels + words
        assert "R13" in labels
        assert {name: fact.value for name, fact in made.facts.items()} == {
            name: fact.value for name, fact in plain.facts.items()
        }
        assert not any("\u02b9" in each for each in (words, labels, *made.notes))
    listed = LAB.downloads["all_requests"](parse(LAB, {"load": "", "names": "orders", **FILE}.items()), file)
    assert {*listed.values("group")} == {"A", "Tier B"}


def test_what_nobody_has_and_what_all_share_is_said_in_whole_sentences() -> None:
    nothing = run(view="steps", blocks="1", requests="2500")
    assert nothing.because == "all 2,500 requests are refused"
    assert run(view="steps", blocks="1", requests="1").because == "the only request is refused"
    silent = run(view="requests", blocks="1", requests="400").figures[0].summary
    assert silent == "There is no point to draw, because nobody shown gets a first token."
    with pytest.raises(BadParams, match="from 1 to 10,000,000 steps"):
        parse(LAB, [("view", "steps"), ("first_step", "0")])
    units = {column.name: column.unit for column in run(view="time", requests="120").table("over_time").columns}
    assert (units["a_waiting"], units["b_active"], units["a_blocks"]) == ("requests", "requests", "blocks")
