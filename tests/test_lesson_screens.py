"""Screens of the course that show numbers of a lab by hand, and words that a reader must find defined.
They refuse to compile the lesson; the check of the course does."""

import json
import re
from pathlib import Path

from labs import Params, get_lab, parse

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "content" / "lessons" / "batching-speculation.md").read_text(encoding="utf-8")


def screen(name: str) -> str:
    return TEXT.partition(f"::: screen {{#{name} ")[2].partition("\n::: screen ")[0]


def defaults(slug: str, **values: str) -> Params:
    return parse(get_lab(slug), values.items())


def test_the_chances_that_a_reader_reckons_with_are_those_of_the_lab() -> None:
    rows = re.findall(r"^\| \d \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", screen("tempting"), re.MULTILINE)
    params = defaults("acceptance-prefix", view="distributions")
    columns = (getattr(params, f"{name}_probs") for name in ("target", "close", "far"))
    assert list(zip(*(map(str, each) for each in columns), strict=True)) == rows
    # The sum that the screen teaches, done with the numbers it shows: half the sum of the differences.
    target, _, far = (list(map(float, each)) for each in zip(*rows, strict=True))
    passed = [q * min(1, p / (0.2 * q)) for p, q in zip(target, far, strict=True)]
    passed[0] += 1 - sum(passed)
    shift = sum(abs(p - out) for p, out in zip(target, passed, strict=True)) / 2
    made = get_lab("acceptance-prefix").run(defaults("acceptance-prefix", view="distributions", lenience="0.2"))
    assert abs(shift - float(str(made.facts["far_shift"].value))) < 1e-9


def test_who_is_hurt_first_is_said_for_mild_and_for_strong_lenience_with_the_group() -> None:
    said = screen("tempting")
    for needed in ("Who is hurt first?", "mild#close_shift", "mild#far_shift", "groups#english_breaks_at"):
        assert needed in said
    assert "mild#close_shift" in screen("why-exact")


def test_the_lanes_open_where_the_two_kinds_of_batching_differ() -> None:
    lab, step = get_lab("batching-replay"), re.search(r"view: lanes, step: (\d+)", screen("lanes"))
    assert step is not None
    made = lab.run(parse(lab, [("view", "lanes"), ("step", step[1])]))
    row = made.table("step_by_slot").rows[int(step[1]) - 1]
    assert row[1:5] != row[5:9]
    assert "because a static batch waits for its longest output" in made.summary


def test_tokens_that_a_screen_refers_back_to_were_shown_before_any_answer() -> None:
    shown = screen("calm").partition("::: try")[0]
    assert "calm#a_tokens_per_s" in shown and "calm#b_tokens_per_s" in shown
    assert "You saw it at 3" in screen("two-causes")


def test_every_word_of_the_trade_on_the_screens_is_a_term_of_the_glossary() -> None:
    terms = set(re.findall(r"^::: term (.+)$", TEXT, re.MULTILINE))
    assert {"gate", "contract", "shortest first", "break-even", "residual", "shift"} <= terms
    assert "Four requests" not in screen("lanes").partition("::: term static batching")[2].partition(":::")[0]
    for metric in json.loads((ROOT / "content" / "metrics.json").read_text(encoding="utf-8")):
        assert re.search(r"\b[aef] - |- [aef]\b", metric["here"]) is None


def test_a_choice_says_what_a_release_is_before_the_screen_that_presents_it() -> None:
    first = TEXT[: TEXT.index("#back ")]
    assert re.search(r"^- \[ \] R13$", first, re.MULTILINE) is None
    assert "At 7.2 requests/s" in screen("overhead")


def test_the_toy_of_the_hand_sum_shows_no_weights_and_no_millions_of_sequences() -> None:
    assert "::: lab" not in screen("by-hand")
