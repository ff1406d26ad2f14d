"""Why two releases differ, or do not: a because that the numbers bear out.
It refuses to repeat a story where the run shows the other way round."""

from labs.batching_replay.pair import LETTERS, Pair, are_alike, percent, said
from labs.batching_replay.sides import Measured, served
from labs.units import count, number

# A gap many times as long as the other's is the story of a run whose shares are close.
STALL, CLOSE = 5, 0.05
TURNED_AWAY = {
    "refused": "refused, since they need more memory than the card may hold",
    "shed": "shed, since they would wait too long for a slot",
    "timed_out": "gone, since their patience ended before a first token",
    "cancelled": "gone, since they hung up",
    "open": "still open",
}


def reason(pair: Pair) -> str:
    """Why the two differ, or do not, from what waits in the queue."""
    first, second = pair.numbers
    if first.watched_ttft.p99 is None or second.watched_ttft.p99 is None:
        return _nobody(pair)
    if are_alike(first.ttft.p99, second.ttft.p99) and are_alike(first.watched_ttft.p99, second.watched_ttft.p99):
        return _alike(pair)
    waits = f"on average {number(first.waiting, 1)} requests wait under A and {number(second.waiting, 1)} under B"
    orders = [side.policy for side in pair.sides]
    later = second.watched_ttft.p99 > first.watched_ttft.p99
    if "spf" in orders and orders[0] != orders[1]:
        place = orders.index("spf")
        if later == (place == 1):
            return f"{waits}, and under {LETTERS[place]} a long prompt waits as long as shorter ones keep coming"
        return f"{waits}, and under {LETTERS[place]} fewer wait behind a long prompt"
    if later != (second.waiting > first.waiting):
        return f"{waits}, while the tail is made by the few who wait longest, not by the mean"
    return waits


def _alike(pair: Pair) -> str:
    if pair.sides[0] == pair.sides[1]:
        return "both are the same release"
    if max(each.waiting for each in pair.numbers) < 1:
        return "hardly anybody waits, so the arrivals decide and not the scheduler"
    return "both hold the same queue"


def _nobody(pair: Pair) -> str:
    """How those who got no first token ended."""
    told = []
    for letter, numbers in zip(LETTERS, pair.numbers, strict=True):
        ends = {name: amount for name, amount in numbers.outcomes if amount and name in TURNED_AWAY}
        if numbers.watched_ttft.p99 is None and ends:
            most = max(ends, key=lambda name: ends[name])
            told.append(f"under {letter} {ends[most]:,} of {count(numbers.offered, 'request')} are {TURNED_AWAY[most]}")
    return " and ".join(told) or "nobody comes"


def tail_said(pair: Pair) -> str:
    """The tail of the watched group under both, in words also where nobody has a first token."""
    who = pair.watched or "overall"
    tails = [each.watched_ttft.p99 for each in pair.numbers]
    if tails == [None, None]:
        return f"nobody{f' of {who}' if pair.watched else ''} gets a first token"
    a, b = ("without anybody" if each is None else said(each) for each in tails)
    return f"the {who} p99 first token is {a} under A and {b} under B"


def stalled(pair: Pair, longest: tuple[float | None, float | None]) -> tuple[str, str] | None:
    """The sentence and its because where chunking decides the gaps between tokens and the shares are close; else None.
    `longest` gaps in ticks."""
    policies = [side.policy for side in pair.sides]
    a, b = longest
    if policies.count("chunked") != 1 or not a or not b or max(a, b) < STALL * min(a, b):
        return None
    shares = [each.attained.goodput or 0.0 for each in pair.numbers]
    cut = policies.index("chunked")
    if abs(shares[0] - shares[1]) > CLOSE or longest[cut] == max(a, b):
        return None
    gaps = " and ".join(
        f"{number(each / 1e6, 3)} s under {letter}" for each, letter in zip((a, b), LETTERS, strict=True)
    )
    says = f"The longest gap between two tokens is {gaps}; {_both(shares)}"
    prompt = count(max(served(pair.sides[0]).workload.prompt), "token")
    budget = pair.params.token_budget
    because = (
        f"a prompt, the longest of {prompt}, runs whole in a step of its own under {LETTERS[1 - cut]} and who decodes "
        f"waits for it, while {LETTERS[cut]} cuts it into pieces of at most {budget:,} tokens beside the decodes"
    )
    return says, because


def _both(shares: list[float]) -> str:
    a, b = (percent(each) for each in shares)
    return f"both complete {a} inside the limits" if a == b else f"A completes {a} inside the limits and B {b}"


def binding(pair: Pair) -> str:
    """The caption of the limits: which one is met least often, over both releases, or that none binds."""
    limits = pair.sides[0].limits
    names = {
        name: label
        for name, label, most in (
            ("met_ttft", "First token", limits.ttft),
            ("met_tpot", "Time per output token", limits.tpot),
            ("met_e2e", "Last token", limits.e2e),
        )
        if most is not None
    }
    missed = {name: [_missed(each, name) for each in pair.numbers] for name in names}
    if not pair.numbers[0].attained.judged:
        return "No limit binds, because nobody is judged."
    worst = max(names, key=lambda name: max(missed[name]))
    if not any(missed[worst]):
        return "No limit binds, because every request completes inside each of them under both releases."
    if all(not dict(each.outcomes)["completed"] for each in pair.numbers):
        return f"Nobody completes at all, because {_nobody(pair)}."
    why = "the wait for a slot counts in full before it" if worst == "met_ttft" else "it is met least often of all"
    return f"{names[worst]} is the limit that binds, missed most often, because {why}."


def _missed(numbers: Measured, name: str) -> int:
    return numbers.attained.judged - int(getattr(numbers.attained, name))
