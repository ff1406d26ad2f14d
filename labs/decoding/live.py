"""A run as it happens: events of rounds and of plain decoding beside it, then the account.
It refuses to know pages and queues. Whoever stops asking for events stops the computing at the next round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import chain, count, islice
from typing import Any

from labs.decoding.account import Tally, figures, seconds
from labs.decoding.cannot_run import CannotRun
from labs.decoding.decoder import Plain, Round, Turn
from labs.decoding.machine import machine
from labs.decoding.models import Model
from labs.decoding.quiet import quiet
from labs.decoding.settings import RunSettings
from labs.decoding.text import TextStream
from labs.decoding.turns import steps_of, turns_of
from labs.telling import Event, progress

# Plain steps that are computed between two tellings when the drafted text has ended before the plain one.
BLOCK = 4
# A longer round is told when it is there: nobody waits, and caches matter little to it.
AT_ONCE_S = 0.02


def live(settings: RunSettings, beside: bool = True) -> Iterator[Event]:
    """Events: what loading costs where it is much, a progress, then rounds with as many plain steps after each as keep
    pace, at last the result.

    `beside` off leaves plain decoding out. Tokens depend on the settings alone, times do not. CannotRun before the
    first event when the engine is not here."""
    settings.pair.check(settings.engine, settings.draft)
    if cost := settings.pair.before(settings.draft):
        yield progress(0, 1, cost)
    with ExitStack() as stack:
        run = _Run(settings)  # before the threads: it loads torch where that computes
        stack.enter_context(quiet())
        yield Event("progress", {"prompt": list(run.request.prompt), "text": run.prompt_text(), **machine(settings)})
        device, asked = settings.engine.device, [run.request]
        turns = turns_of(run.target, run.drafter, asked, settings.policy(), settings.lenience, device)
        plain = steps_of(run.target, asked, device) if beside else iter(())
        yield from _in_turns(run, turns, plain)
        yield Event("result", run.result())


def _in_turns(run: _Run, turns: Iterator[Turn], plain: Iterator[Plain]) -> Iterator[Event]:
    """A round and the plain steps that keep pace with it are computed before one of them is told, where both are fast.

    Whoever hears an event writes it somewhere, which empties the caches, and what is computed next pays for that. So
    both ways begin a cycle equally often: plain decoding every second time, with as many steps as the round before
    gave tokens."""
    gave, at_once = 0, True
    for cycle in count():
        ahead = [run.stepped(each) for each in islice(plain, 0 if at_once or cycle % 2 else gave)]
        turn = next(turns, None)
        if turn is None:
            break
        before = run.tally.emitted
        told = run.took(turn)
        gave = run.tally.emitted - before
        at_once = cycle == 0 or seconds(turn.draft + turn.verify, "wall") > AT_ONCE_S
        behind = map(run.stepped, islice(plain, max(0, run.tally.emitted - run.tally.plain_tokens)))
        steps = behind if at_once else list(behind)
        yield Event("round", told)
        yield from (Event("plain", each) for each in chain(ahead, steps))
    yield from (Event("plain", each) for each in ahead)
    while left := [run.stepped(each) for each in islice(plain, BLOCK)]:
        yield from (Event("plain", each) for each in left)


class _Run:
    def __init__(self, settings: RunSettings) -> None:
        self.settings, self.tally = settings, Tally()
        self.words = settings.pair.words
        self.request = settings.request()
        self.target: Model = settings.pair.target(settings.engine)
        size, room = len(self.request.prompt), self.target.context
        if size >= room:
            raise CannotRun(f"The prompt has {size} tokens; the context holds {room}: shorten it to leave room.")
        self.drafter = settings.pair.drafter(settings.engine, settings.draft, self.target)
        self.streams = {name: TextStream(self.words.token_bytes, settings.stop) for name in ("drafted", "plain")}
        self.texts = dict.fromkeys(self.streams, "")
        self.tokens: list[int] = []
        self.plain_tokens: list[int] = []
        self.rounds: list[dict[str, Any]] = []

    def prompt_text(self) -> str:
        return self.words.decode(self.request.prompt)

    def took(self, turn: Turn) -> dict[str, Any]:
        self.tally.add_turn(turn)
        self.tally.whole = self.tally.whole + turn.draft + turn.verify
        (done,) = turn.rounds
        self.tokens += done.emitted
        told = round_form(done, self.words.token_bytes) | {
            "n": self.tally.rounds,
            "text": self._text("drafted", done.emitted, done.ending),
            "draft_ms": 1000 * seconds(turn.draft, self.settings.engine.clock),
            "verify_ms": 1000 * seconds(turn.verify, self.settings.engine.clock),
            "length": len(self.tokens),
        }
        self.rounds.append(told)
        return told

    def stepped(self, step: Plain) -> dict[str, Any]:
        self.tally.add_plain(step)
        self.tally.plain_whole = self.tally.plain_whole + step.step
        ((_, token, ending),) = step.tokens
        self.plain_tokens.append(token)
        text = self._text("plain", (token,), ending)
        return {
            "token": token,
            "text": text,
            "ms": 1000 * seconds(step.step, self.settings.engine.clock),
            "ending": ending,
        }

    def _text(self, way: str, tokens: tuple[int, ...], ending: str | None) -> str:
        """Whole characters that may be shown; at the end also what waited for the rest of one."""
        stream = self.streams[way]
        fresh = stream.push(tokens) + (stream.flush() if ending else "")
        self.texts[way] += fresh
        return fresh

    def result(self) -> dict[str, Any]:
        account = self.tally.account(self.settings.engine.clock)
        return {
            "prompt_text": self.prompt_text(),
            "tokens": self.tokens,
            "text": self.texts["drafted"],
            "plain_tokens": self.plain_tokens,
            "plain_text": self.texts["plain"],
            "rounds": self.rounds,
            "by_position": account.by_position,
            "reached": account.checked,
            "clock": account.clock,
            "figures": figures(account),
            "figures_wall": figures(self.tally.account("wall")),
            "settings": self.settings.as_dict(),
            "machine": machine(self.settings),
        }


def round_form(done: Round, token_bytes: Sequence[bytes]) -> dict[str, Any]:
    """A round as plain values; `ok` is null for a draft that was not judged, and a token that is only part of a
    character has its bytes as `hex`."""
    drafted = [
        {**_token(each.token, token_bytes), "p": each.p, "q": each.q, "u": each.uniform, "ok": each.stood}
        for each in done.drafted
    ]
    extra = None
    if done.extra is not None:
        extra = {**_token(done.extra, token_bytes), "kind": done.kind}
    return {"drafted": drafted, "accepted": done.accepted, "extra": extra, "ending": done.ending}


def _token(token: int, token_bytes: Sequence[bytes]) -> dict[str, Any]:
    data = token_bytes[token]
    try:
        return {"id": token, "text": data.decode("utf-8")}
    except UnicodeDecodeError:
        return {"id": token, "text": data.decode("utf-8", errors="replace"), "hex": data.hex()}
