"""A watched run as events of the lab, and the result that all or some of them amount to.
It refuses to decode: the decoding room does, and whoever stops asking stops it at the next round."""

import time
from collections.abc import Generator, Iterable, Mapping
from typing import Any

from labs.decoding import CannotRun, live
from labs.lab import Files, Result
from labs.speculative_decoding import run_report
from labs.speculative_decoding.asked import cannot, pair_names, run_settings
from labs.speculative_decoding.run_words import cells_of, emitted, step_sentence, tokens_of
from labs.speculative_decoding.settings import LIVE, PairParams
from labs.telling import Event
from labs.units import count

BEGIN = "prompt"


def watched(params: PairParams, files: Files | None = None) -> Generator[Event | Result, None, None]:
    """A progress with the prompt, then a round, and what plain decoding wrote meanwhile, in turns; at last the Result.

    Each round says `at`, the Unix second at which it existed. BadParams where the run cannot be."""
    beside: list[Mapping[str, Any]] = []
    written = 0
    try:
        for event in live(run_settings(params, files)):
            if event.name == "plain":
                beside.append(event.data)
                continue
            if beside:
                yield _beside(beside)
                beside = []
            if event.name == "round":
                told = event.data
                written += emitted(told)
                yield Event("round", {**told, **_shown(told, written)})
                yield Event("progress", _progress(params, written, f"{count(written, 'token')} written"))
            elif event.name == "progress" and "text" not in event.data:
                yield event
            elif event.name == "progress":
                begin = {BEGIN: event.data["text"], "machine": _machine(event.data)}
                yield Event("progress", {**_progress(params, 0, "Writing"), **begin})
            else:
                yield run_report.report(params, event.data, is_recorded=False)
    except CannotRun as problem:
        raise cannot(problem, params) from problem


def _progress(params: PairParams, written: int, words: str) -> dict[str, Any]:
    return {"done": written, "total": params.max_new, "words": words}


def _machine(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in ("prompt", "text")}


def _shown(told: Mapping[str, Any], written: int) -> dict[str, Any]:
    """What a page adds for the round, in words and cells, so that no script has to word anything."""
    tiles = [[each.state, each.text] for each in tokens_of(told)]
    return {
        "at": time.time(),
        "says": step_sentence(told),
        "cells": cells_of(told),
        "tiles": tiles,
        "written": written,
    }


def _beside(steps: list[Mapping[str, Any]]) -> Event:
    """Plain steps since the last round, as one event."""
    text, tokens = "".join(step["text"] for step in steps), [step["token"] for step in steps]
    return Event("plain", {"text": text, "tokens": tokens, "ms": sum(step["ms"] for step in steps), "at": time.time()})


def so_far(params: PairParams, events: Iterable[Event]) -> Result | None:
    """The result of an unfinished run, None for a comparison. A run that began again counts from there."""
    if params.view != LIVE:
        return None
    rounds: list[Mapping[str, Any]] = []
    plain: list[str] = []
    prompt = ""
    for event in events:
        if event.name == "progress" and BEGIN in event.data:
            rounds, plain, prompt = [], [], event.data[BEGIN]
        elif event.name == "round":
            rounds.append(event.data)
        elif event.name == "plain":
            plain.append(event.data["text"])
    text = "".join(each["text"] for each in rounds)
    told = {"prompt_text": prompt, "text": text, "plain_text": "".join(plain), "rounds": rounds}
    # The names of a pair of one's own are known; its files are not looked for to show a page.
    settings = run_settings(params.model_copy(update={"pair": None})).as_dict()
    if params.pair is not None:
        settings |= dict(zip(("target", "draft"), pair_names(params.pair), strict=True))
    return run_report.so_far(params, told | {"settings": settings})
