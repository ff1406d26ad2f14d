"""A round in words and cells: what became of each token, and the sentence that a step through the run says.
It refuses to know tables, events and pages."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from labs.units import number

ACCEPTED, REJECTED, UNCHECKED = "accepted", "rejected", "not checked"
RESIDUAL, BONUS, TARGET = "residual", "bonus", "target"
STATES: Final[Mapping[bool | None, str]] = {True: ACCEPTED, False: REJECTED, None: UNCHECKED}
WHY: Final[Mapping[str, str]] = {
    ACCEPTED: "u times q is below p, so it stands",
    REJECTED: "u times q is not below p, so it goes",
    UNCHECKED: "behind the first that went",
    RESIDUAL: "drawn from the residual, what the draft gave too little",
    BONUS: "all drafts stood, so the target adds one",
    TARGET: "nothing was drafted, so the target writes",
}
SPACES: Final = {" ": "\N{OPEN BOX}", "\n": "\N{RETURN SYMBOL}", "\t": "\N{RIGHTWARDS ARROW TO BAR}"}


class Told(NamedTuple):
    """A token of a round: its place (1, 2, ... or + for the one that the target adds), its text to be seen, what became
    of it, and the numbers that it was judged by; None where it was not judged by any."""

    place: str
    text: str
    state: str
    q: float | None
    p: float | None
    u: float | None


def tokens_of(told: Mapping[str, Any]) -> Iterator[Told]:
    """The tokens of a round in their order."""
    for place, each in enumerate(told["drafted"], 1):
        yield Told(str(place), seen(each), STATES[each["ok"]], each["q"], each["p"], each["u"])
    extra = told["extra"]
    if extra is not None:
        yield Told("+", seen(extra), extra["kind"], None, None, None)


def seen(token: Mapping[str, Any]) -> str:
    """A token as a round tells it, with its blanks made visible; bytes that are only part of a character in
    hexadecimal. Whatever the tokenizer: the text comes with the token."""
    if "hex" in token:
        return f"byte {bytes.fromhex(token['hex']).hex(' ').upper()}"
    shown = "".join(SPACES.get(each, each) for each in token["text"])
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in shown) or "end of text"


def outcome(told: Mapping[str, Any]) -> str:
    """`drafted 4, accepted 2, one added`."""
    added = "none added: the text ended" if told["extra"] is None else "one added"
    return f"drafted {len(told['drafted'])}, accepted {told['accepted']}, {added}"


def step_sentence(told: Mapping[str, Any]) -> str:
    """What a step says, and what the row of the round is named by."""
    return f"Round {told['n']}: {outcome(told)}."


def emitted(told: Mapping[str, Any]) -> int:
    """Tokens that the round gave."""
    return int(told["accepted"]) + (told["extra"] is not None)


def row_of(told: Mapping[str, Any]) -> tuple[int, str, int, float, float, str]:
    """The round's row: number, outcome, tokens, drafting and verifying in ms, text."""
    text = "".join(SPACES.get(each, each) for each in told["text"])
    return told["n"], outcome(told), emitted(told), told["draft_ms"], told["verify_ms"], text or "part of a character"


def cells_of(told: Mapping[str, Any]) -> list[str]:
    """The row as the page prints it, for a script that adds it while the run goes on."""
    n, words, tokens, draft_ms, verify_ms, text = row_of(told)
    return [str(n), words, str(tokens), number(draft_ms, 2), number(verify_ms, 2), text]
