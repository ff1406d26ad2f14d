"""The tables of a watched run: its texts, its rounds, its tokens, what a token costs, acceptance by place.
It refuses to judge the run and to know the record."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from labs.decoding import shares
from labs.lab import Column, Table
from labs.speculative_decoding.asked import LANGUAGES, UNKNOWN
from labs.speculative_decoding.run_words import WHY, row_of, tokens_of
from labs.units import significant

DIGITS: Final = 6
WORDS: Final = Column("interpretation", "What it means", type="text")
ACCOUNT: Final = (
    Column("item", "Part", type="text"),
    Column("way", "Way", type="text"),
    Column("ms", "Time of one", "ms", places=2, measured=True),
    Column("gives", "It gives", "tokens", places=2, measured=True),
    Column("ms_token", "A token costs", "ms", places=2, measured=True),
    WORDS,
)
PLACES: Final = (
    Column("place", "Place in the draft", type="whole"),
    Column("reached", "Judged there", "drafts", type="whole"),
    Column("stood", "Accepted", "drafts", type="whole"),
    Column("share", "Share accepted", places=2),
    Column("low", "95 % low end", places=2),
    Column("high", "95 % high end", places=2),
    WORDS,
)


def languages(settings: Mapping[str, Any]) -> tuple[str, str]:
    """Of the prompt and of what follows it."""
    return UNKNOWN if settings["prompt"] else LANGUAGES[settings["group"]]


def texts(told: Mapping[str, Any]) -> Table:
    """One row: the prompt, what was written with drafts, and what plain decoding wrote by the same time."""
    first, then = languages(told["settings"])
    columns = (
        Column("item", "Text", type="text"),
        Column("prompt", "Prompt", type="text", lang=first),
        Column("drafted", "With drafts", type="text", lang=then),
        Column("plain", "Plain", type="text", lang=then),
        WORDS,
    )
    words = "both follow the target's law; seeds are used differently, so the words differ"
    row = ("this run", told["prompt_text"], told["text"], told["plain_text"], words)
    return Table("texts", "What was written", columns, (row,))


def rounds(told: Mapping[str, Any]) -> Table:
    """A row a round."""
    columns = (
        Column("item", "Round", type="whole"),
        Column("interpretation", "What happened", type="text"),
        Column("tokens", "Tokens", type="whole"),
        Column("draft_ms", "Drafting", "ms", places=2, measured=True),
        Column("verify_ms", "Verifying", "ms", places=2, measured=True),
        Column("text", "Text", type="text", lang=languages(told["settings"])[1]),
    )
    return Table("rounds", "Round by round", columns, tuple(row_of(each) for each in told["rounds"]))


def tokens(told: Mapping[str, Any]) -> Table:
    """A row a token, drafted or added, named ROUND.PLACE."""
    columns = (
        Column("item", "Round and place", type="text"),
        Column("token", "Token", type="text", lang=languages(told["settings"])[1]),
        Column("state", "Verdict", type="text"),
        Column("q", "Draft gave it, q", places=3, measured=True, absent="none"),
        Column("p", "Target gave it, p", places=3, measured=True, absent="none"),
        Column("u", "Drawn, u", places=3, measured=True, absent="none"),
        WORDS,
    )
    rows = tuple(
        (f"{each['n']}.{one.place}", one.text, one.state, *map(_short, (one.q, one.p, one.u)), WHY[one.state])
        for each in told["rounds"]
        for one in tokens_of(each)
    )
    return Table("tokens", "Token by token: a draft stands when u times q is below p", columns, rows)


def _short(value: float | None) -> float | None:
    return None if value is None else significant(value, DIGITS)


def account(figures: Mapping[str, Any]) -> Table:
    """Where the milliseconds of a token go, against a plain step."""
    tau, step = figures["tau"], figures["step_ms"]
    parts = [("drafting", figures["round_draft_ms"], "all guesses of a round")]
    parts.append(("verifying", figures["round_verify_ms"], "one look of the target at all of them"))
    total = sum(ms for _, ms, _ in parts) / tau
    rows: Sequence[tuple[Any, ...]] = [
        *((item, "with drafts", ms, tau, ms / tau, f"{words}, once a round") for item, ms, words in parts),
        ("plain step", "plain", step, 1.0, step, f"one token each; with drafts a token costs {total:.2f} ms"),
    ]
    return Table("account", "What a token costs, in parts", ACCOUNT, tuple(rows))


def places(told: Mapping[str, Any]) -> Table | None:
    """Acceptance by place; None where nothing was judged."""
    rows = shares(told["by_position"], told["reached"])
    return Table("places", "Accepted at each place, with 95 % intervals", PLACES, tuple(rows)) if rows else None
