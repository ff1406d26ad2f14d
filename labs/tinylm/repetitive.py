"""Templated text of our own that repeats itself: logs, tables, letters, records, refrains, counted lists.
Pure and seeded; knows nothing of tokens or models."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

_ONSETS = (
    "b",
    "br",
    "d",
    "dr",
    "f",
    "g",
    "gl",
    "h",
    "k",
    "kl",
    "l",
    "m",
    "n",
    "p",
    "pr",
    "r",
    "s",
    "st",
    "t",
    "v",
    "w",
)
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "ou")
_CODAS = ("", "l", "m", "n", "nd", "r", "rt", "s", "st", "x")
_THINGS = ("salt", "oats", "slate", "wool", "copper", "honey", "paper", "timber", "glass", "rope", "tea", "iron")
_COLOURS = ("red", "blue", "green", "grey", "white", "black", "yellow", "brown")
_PLACES = ("mill", "harbour", "market", "station", "bridge", "school", "quarry", "chapel", "depot", "farm")
_STATES = ("accepted", "queued", "running", "finished", "cancelled", "retried")


def word(rng: Random) -> str:
    """An invented name of one to three syllables, so that only the text before it can foretell it."""
    parts = [rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_CODAS) for _ in range(rng.choice((1, 2, 2, 3)))]
    return "".join(parts)


def _log(rng: Random) -> str:
    workers = [f"{word(rng)}-{rng.randrange(1, 9)}" for _ in range(rng.choice((1, 2, 3)))]
    day, second = f"2026-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}", rng.randrange(3600 * 20)
    lines = []
    for _ in range(rng.randrange(8, 22)):
        second += rng.randrange(1, 40)
        clock = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
        lines.append(f"{day} {clock} worker {rng.choice(workers)} request {rng.choice(_STATES)}")
    return "\n".join(lines)


def _table(rng: Random) -> str:
    names = [word(rng) for _ in range(rng.randrange(2, 6))]
    rows = [
        f"{rng.choice(names)},{rng.choice(_COLOURS)},{rng.choice(_PLACES)},{rng.randrange(10) * 10}" for _ in range(24)
    ]
    return "\n".join(["name,colour,place,count", *rows[: rng.randrange(10, 25)]])


def _letter(rng: Random) -> str:
    name, thing, place, sender = word(rng).title(), rng.choice(_THINGS), rng.choice(_PLACES), word(rng).title()
    body = (
        f"Dear {name}, thank you for your order of {thing}. The {thing} will leave the {place} on Monday. "
        f"If the {thing} does not reach you, {name}, write to the {place}. Yours, {sender}."
    )
    return "\n\n".join([body] * rng.randrange(3, 6))


def _records(rng: Random) -> str:
    owner, site = word(rng), word(rng)
    lines = [
        f'{{"owner": "{owner}", "site": "{site}", "thing": "{rng.choice(_THINGS)}", "state": "{rng.choice(_STATES)}"}},'
        for _ in range(rng.randrange(6, 16))
    ]
    return "\n".join(["[", *lines, "]"])


def _refrain(rng: Random) -> str:
    who, where = word(rng).title(), rng.choice(_PLACES)
    refrain = f"Turn again, {who}, turn again, and carry it home from the {where}."
    verses = [f"The {rng.choice(_COLOURS)} cart is laden with {rng.choice(_THINGS)}.\n{refrain}" for _ in range(9)]
    return "\n\n".join(verses[: rng.randrange(5, 10)])


def _counting(rng: Random) -> str:
    who, thing, place = word(rng).title(), rng.choice(_THINGS), rng.choice(_PLACES)
    start = rng.randrange(1, 60)
    return "\n".join(
        f"On day {day} {who} brought {thing} to the {place}, and the {place} gave {who} a receipt."
        for day in range(start, start + rng.randrange(7, 15))
    )


def _cycle(rng: Random) -> str:
    names = [word(rng) for _ in range(rng.randrange(3, 9))]
    return "\n".join([" ".join(names)] * rng.randrange(4, 14))


_KINDS: tuple[Callable[[Random], str], ...] = (_log, _table, _letter, _records, _refrain, _counting, _cycle)


def documents(seed: int, num_bytes: int) -> list[str]:
    """Documents of about 500 to 1,500 bytes each, at least num_bytes in all; the same seed gives the same list."""
    rng = Random(seed)
    out: list[str] = []
    size = 0
    while size < num_bytes:
        out.append(rng.choice(_KINDS)(rng) + "\n")
        size += len(out[-1])
    return out
