"""Which requests are not completed inside the limits, and what keeps most of them out.
It refuses to explain a late first token, which labs/batching_replay/reasons.py does."""

from labs.batching_replay.pair import LETTERS, Pair, duration, said
from labs.batching_replay.sides import Measured
from labs.units import count, number

LATE_FIRST, LATE_TOKENS, LATE_LAST = "met_ttft", "met_tpot", "met_e2e"
LABELS = {LATE_FIRST: "first token", LATE_TOKENS: "time per output token", LATE_LAST: "last token"}
# One and several, before the reason.
VERBS = {
    "refused": ("is refused", "are refused"),
    "shed": ("is shed", "are shed"),
    "timed_out": ("runs out of patience before a first token", "run out of patience before a first token"),
    "cancelled": ("hangs up before a first token", "hang up before a first token"),
    "open": ("is still open", "are still open"),
}
# From here on, of all the time, a part is said to be most of it.
MOST = 0.5


def misses(numbers: Measured) -> dict[str, int]:
    """How many ended without completing, by how they ended, and how many completed above each limit."""
    ends = dict(numbers.outcomes)
    done = ends.pop("completed")
    ends["cancelled"] -= numbers.attained.hung_up
    return ends | {name: done - int(getattr(numbers.attained, name)) for name in LABELS}


def lost(numbers: Measured) -> int:
    """Requests that the release did not complete, whoever ended them, but for those who hung up after a token."""
    found = misses(numbers)
    return sum(found[name] for name in VERBS)


def worst(pair: Pair) -> tuple[str, ...]:
    """What keeps most requests out under either release, several where they are as many; empty when nobody is."""
    first, second = (misses(each) for each in pair.numbers)
    most = {name: max(first[name], second[name]) for name in first}
    top = max(most.values())
    return tuple(name for name in most if top and most[name] == top)


def worst_of_each(pair: Pair) -> tuple[str, ...]:
    """What keeps most requests out under A, and what does under B."""
    sides = [misses(each) for each in pair.numbers]
    tops = [max(side.values()) for side in sides]
    return tuple(
        name for name in sides[0] if any(top and side[name] == top for side, top in zip(sides, tops, strict=True))
    )


def kept_out(pair: Pair, names: tuple[str, ...] | None = None) -> str:
    """A clause on what keeps most of them out under each release, or on these causes; empty where nobody is kept out,
    or only by a late first token."""
    causes = worst_of_each(pair) if names is None else names
    return "; ".join(told(pair, name) for name in causes if name != LATE_FIRST)


def told(pair: Pair, name: str) -> str:
    """`2,834 of 3,000 requests are shed under both releases, since nobody may wait longer than 0.1 s for a slot`."""
    a, b = (misses(each)[name] for each in pair.numbers)
    offered = pair.numbers[0].offered
    who = f"{a:,} of {count(offered, 'request')}"
    if a == b:
        where = " under both releases"
        if a == offered:
            who = "the only request" if offered == 1 else f"all {offered:,} requests"
    else:
        where = f" under {LETTERS[0]} and {b:,} under {LETTERS[1]}"
    return f"{who} {_verb(pair, name, a)}{where}{since(pair, name)}"


def _verb(pair: Pair, name: str, amount: int) -> str:
    if name in VERBS:
        return VERBS[name][amount != 1]
    limits = pair.sides[0].limits
    if name == LATE_TOKENS:
        return f"{'takes' if amount == 1 else 'take'} longer than {duration(limits.tpot or 0)} a token"
    return f"{'needs' if amount == 1 else 'need'} longer than {duration(limits.e2e or 0)} to the last token"


def since(pair: Pair, name: str) -> str:
    """The bound or the part of the time that decides it: `, since ...`; empty where the caller decides alone."""
    if name == "shed":
        wait = pair.params.queue_delay_s
        how_long = f"longer than {number(float(wait))} s for a slot" if wait else "for a slot at all"
        return f", since nobody may wait {how_long}"
    if name == "refused":
        return f", since {bound_said(pair)}"
    if name == LATE_TOKENS:
        return ", since tokens come no faster than the steps of the whole batch"
    return long_said(pair) if name == LATE_LAST else ""


def bound_said(pair: Pair) -> str:
    """The bound on memory that refuses: of tokens or of cache blocks, whichever holds less."""
    bounds = pair.sides[0].bounds
    room = None if bounds.blocks is None else bounds.blocks * bounds.block_size
    if bounds.max_tokens is not None and (room is None or bounds.max_tokens <= room):
        return f"such a request needs more than may be active ({count(bounds.max_tokens, 'token')})"
    if bounds.blocks is None:
        return "such a request can never fit"
    return f"such a request needs more cache than there is ({count(bounds.blocks, 'block')})"


def long_said(pair: Pair) -> str:
    """Which part of the time to the last token is the largest, under the release where more need too long."""
    a, b = (misses(each)[LATE_LAST] for each in pair.numbers)
    place = int(b > a)
    parts = pair.numbers[place].parts.long_parts
    if parts is None:
        return ""
    names = ("the wait for a slot", "the steps of prompts", "decoding")
    largest = max(range(len(parts)), key=lambda each: parts[each])
    whole = sum(parts)
    size = "most" if parts[largest] >= MOST * whole else "the largest part"
    where = f" under {LETTERS[place]}" if a != b else ""
    return f", and {size} of that is {names[largest]}{where} ({said(parts[largest])} of {said(whole)})"
