"""The committed pair at work: greedy equality for every draft, same tokens twice, refusals before anything is loaded.
Needs no torch; times are not judged here."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from labs.decoding import (
    DRAFTS,
    GROUPS,
    CannotRun,
    Drafter,
    Engine,
    FixedGamma,
    Model,
    Request,
    RunSettings,
    Sampling,
    drafter_on,
    live,
    plainly,
    speculate,
    target_on,
)
from labs.decoding.family import stop_token
from labs.decoding.numpy_models import NumpyModel
from labs.decoding.prompts import prompts_of
from labs.decoding.threads import one_thread
from labs.tinylm.numpy_model import NumpyGPT

NEAR_TIE = 1e-3
LENGTH = 24


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


@pytest.fixture(scope="module")
def target() -> Model:
    return target_on(Engine())


@pytest.fixture(scope="module")
def drafts() -> dict[str, Drafter]:
    return {name: drafter_on(Engine(), name) for name in DRAFTS}


def wishes(length: int = LENGTH) -> list[Request]:
    return [Request(prompts_of(group, 2)[1], length, Sampling(0), 1, stop_token()) for group in GROUPS]


def written(target: Model, draft: Drafter, requests: Sequence[Request], gamma: int) -> list[list[int]]:
    texts: list[list[int]] = [[] for _ in requests]
    for turn in speculate(target, draft, requests, FixedGamma(gamma)):
        for done in turn.rounds:
            texts[done.row] += done.emitted
    return texts


def margins(target: Model, request: Request, text: Sequence[int]) -> list[float]:
    """How far the likeliest token is ahead of the next, at each token of text."""
    tokens = np.array([[*request.prompt, *text]])
    logits = target.open(1).feed(tokens, np.array([tokens.shape[1]]))[0, len(request.prompt) - 1 : -1]
    ranked = np.sort(logits, axis=-1)
    return [float(each) for each in ranked[:, -1] - ranked[:, -2]]


def assert_equal_but_for_ties(target: Model, request: Request, text: list[int], other: list[int]) -> None:
    """One token at a time and several at once are other products of the processor, equal but for rounding: greedy
    texts may part only where two tokens are likeliest together."""
    if text != other:
        place = next(at for at, pair in enumerate(zip(text, other, strict=False)) if pair[0] != pair[1])
        assert margins(target, request, text)[place] < NEAR_TIE


@pytest.mark.parametrize("name", DRAFTS)
def test_greedy_text_is_that_of_plain_decoding(name: str, target: Model, drafts: dict[str, Drafter]) -> None:
    asked = wishes()
    for gamma in (1, 3, 8):
        # All groups in one ragged batch, and the first and the rare one alone.
        together = written(target, drafts[name], asked, gamma)
        for place, request in enumerate(asked):
            plain = [step.tokens[0][1] for step in plainly(target, [request])]
            assert_equal_but_for_ties(target, request, plain, together[place])
            if place in (0, 2):
                assert_equal_but_for_ties(target, request, plain, written(target, drafts[name], [request], gamma)[0])


def test_the_greedy_texts_of_this_pair_hold_no_tie(target: Model) -> None:
    """So that equality above is equality of every token on any machine."""
    for request in wishes():
        plain = [step.tokens[0][1] for step in plainly(target, [request])]
        assert min(margins(target, request, plain)) > NEAR_TIE


def test_a_target_that_drafts_for_itself_is_always_accepted(target: Model, drafts: dict[str, Drafter]) -> None:
    drafted = accepted = 0
    asked = [Request(prompts_of(group, 2)[1], 40, Sampling(1), 5) for group in GROUPS]
    for turn in speculate(target, drafts["self"], asked, FixedGamma(4)):
        for done in turn.rounds:
            drafted, accepted = drafted + done.reached, accepted + done.accepted
    assert accepted / drafted >= 0.999 and drafted > 150


def results(settings: RunSettings, beside: bool = False) -> dict[str, Any]:
    *_, last = live(settings, beside)
    return last.data


def test_the_same_settings_give_the_same_tokens() -> None:
    once, again = results(RunSettings(max_new=30)), results(RunSettings(max_new=30), beside=True)
    assert once["tokens"] == again["tokens"] and len(once["tokens"]) == 30
    assert once["tokens"] != results(RunSettings(max_new=30, seed=8))["tokens"]


def test_events_are_a_beginning_then_rounds_with_plain_steps_that_keep_pace_then_the_result() -> None:
    names, emitted, plain = [], 0, 0
    texts = {"round": "", "plain": ""}
    for event in live(RunSettings(max_new=30, group="unseen")):
        names.append(event.name)
        if event.name in texts:
            texts[event.name] += event.data["text"]
        if event.name == "round":
            # Every second time plain decoding comes first, with as many steps as the round before gave tokens.
            assert 0 <= plain - emitted <= 5
            emitted = event.data["length"]
        plain += event.name == "plain"
    assert (names[0], names[1], names[-1]) == ("progress", "round", "result")
    assert texts == {"round": event.data["text"], "plain": event.data["plain_text"]}
    assert emitted == 30 and set(names) == {"progress", "round", "plain", "result"}


def test_who_stops_asking_stops_the_computing_at_the_next_round(monkeypatch: pytest.MonkeyPatch) -> None:
    fed: list[int] = []
    feed = NumpyGPT.__call__

    def watched(self: NumpyGPT, tokens: Any, *more: Any) -> Any:
        fed.append(tokens.size)
        return feed(self, tokens, *more)

    monkeypatch.setattr(NumpyGPT, "__call__", watched)
    events = live(RunSettings(max_new=100))
    while next(events).name != "round":
        pass
    before = len(fed)
    events.close()
    assert len(fed) == before < 10


def test_a_round_says_what_each_draft_was_and_what_was_added() -> None:
    rounds = results(RunSettings(max_new=40))["rounds"]
    for told in rounds:
        ok = [each["ok"] for each in told["drafted"]]
        assert ok == [True] * told["accepted"] + [False, *[None] * len(ok)][: len(ok) - told["accepted"]]
        full = told["accepted"] == len(ok)
        assert told["extra"]["kind"] == ("target" if not ok else "bonus" if full else "residual")
        assert all(0 <= each["p"] <= 1 and 0 < each["q"] <= 1 for each in told["drafted"])


def test_padding_of_the_head_is_cut_off(target: Model) -> None:
    """A head may be wider than the tokenizer: ids past its end have no bytes and must never come."""
    net = target._net  # type: ignore[attr-defined]
    narrow = NumpyModel("narrow", net, "toy", 300)
    logits = narrow.open(1).feed(np.array([[5, 6]]), np.array([2]))
    assert logits.shape == (1, 2, 300)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"draft": "oracle"}, 'no draft "oracle". There are distilled'),
        ({"gamma": 17}, "Gamma is 17; 0 to 16"),
        ({"gamma": "many"}, 'Gamma is "many"; 0 to 16 or the word adaptive'),
        ({"temperature": -1.0}, "temperature is -1.0; 0"),
        ({"top_p": 0.0}, "top-p is 0.0; above 0"),
        ({"lenience": 0.0}, "lenience is 0; 0.01 to 1"),
        ({"max_new": 0}, "max-new is 0; 1 to 200"),
        ({"seed": -1}, "seed is -1; 0 to"),
        ({"group": "french"}, 'no slice "french". There are english'),
        ({"stop": ("",)}, "A stop string has 0 characters; 1 to 200"),
        ({"stop": ("x",) * 9}, "There are 9 stop strings; up to 8"),
        ({"stop": ("\udcff",)}, "not whole UTF-8 text"),
        ({"stop": "the"}, "a list of strings is wanted"),
        ({"drawn_at": 2.5}, "temperature is 2.5; 0 to 2 are allowed"),
        ({"drawn_at": 1.0, "draft": "lookup"}, "lookup draft draws nothing"),
        ({"seed": 2**63}, "seed is 9,223,372,036,854,775,808; 0 to 9,223,372,036,854,775,807"),
        ({"prompt": "x" * 3000}, "3000 characters; up to 2000"),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused_with_what_is_allowed(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(CannotRun, match=re.escape(said)):
        RunSettings(**wrong)


def test_a_prompt_longer_than_the_context_is_refused() -> None:
    with pytest.raises(CannotRun, match="context holds 256"):
        next(live(RunSettings(prompt="qz" * 400)))


def test_prompts_to_choose_by_share_no_token_with_those_reported() -> None:
    for group in GROUPS:
        reported, tuning = prompts_of(group, 24), prompts_of(group, 8, "tuning")
        assert len(set(reported)) == 24 and not set(reported) & set(tuning)
        assert all(32 <= len(prompt) <= 48 for prompt in [*reported, *tuning])
    with pytest.raises(CannotRun, match="1 to 60"):
        prompts_of("english", 61)


def test_an_engine_that_is_not_here_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("labs.decoding.family.find_spec", lambda name: None)
    with pytest.raises(CannotRun, match=r"pip install -e '\.\[torch\]'"):
        next(live(RunSettings(engine=Engine("torch"))))
    with pytest.raises(CannotRun, match="numpy runs on the cpu only"):
        Engine("numpy", "cuda")
    with pytest.raises(CannotRun, match="computes in float32 only: choose --engine torch"):
        Engine("numpy", precision="bfloat16")
    with pytest.raises(CannotRun, match=r'no precision "half"\. There are float32, bfloat16'):
        Engine("torch", precision="half")


def test_opening_the_room_and_running_in_numpy_loads_no_torch() -> None:
    code = (
        "import sys; from labs.decoding import RunSettings, live; list(live(RunSettings(max_new=3)));"
        "sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
