"""The one interface of a scheduling policy: a frozen value that says who is served next, and how.
It refuses to know costs, clocks and bookkeeping."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from labs.replay.server import Server

Chunk = tuple[int, int]


@dataclass(frozen=True)
class Policy:
    """`plan` admits from the queue and returns the prompt tokens of the next iteration, as (request, tokens) in
    service order; an empty plan is a decode step of all that decode. It is asked at every step boundary where
    something may have changed.

    `rank` orders the queue by prompt length before arrival; priorities go before it, a lower number first.
    `padded`: each prompt of an iteration costs as much as the longest. `holds`: slots and memory return when the
    whole batch is done. `mixes`: decodes take part in an iteration with prompts instead of waiting for it.
    `horizon`: the most decode steps before the policy must be asked again, for policies whose memory grows.
    """

    name: str
    says: str
    plan: Callable[[Server], list[Chunk]]
    rank: Callable[[int], int] | None = None
    padded: bool = False
    holds: bool = False
    mixes: bool = False
    horizon: Callable[[Server], int] | None = None


def admit_waiting(server: Server) -> None:
    """Admit from the head of the queue until it is empty or its head does not fit."""
    waiting = server.waiting
    while waiting and (index := server.head()) is not None and server.fits(index):
        server.admit(index)


def whole_prompts(server: Server) -> list[Chunk]:
    """All that is left of every admitted prompt, in service order."""
    prompt, done = server.prompt, server.done
    return [(index, prompt[index] - done[index]) for index in server.prefilling]
