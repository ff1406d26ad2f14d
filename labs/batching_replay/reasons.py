"""Why two releases differ, or do not: a because that the numbers bear out.
It refuses to repeat a story where the run shows the other way round."""

from labs.batching_replay.causes import cause
from labs.batching_replay.pair import LETTERS, Pair, are_alike, percent, said
from labs.batching_replay.sides import Measured, served
from labs.units import count, number

# A gap many times as long as the other's is the story of a run whose shares are close.
STALL, CLOSE = 5, 0.05
# Below this share of the time to first token the queue is not what it is made of.
HARDLY = 0.1
TURNED_AWAY = {
    "refused": "refused for needing more memory than the bounds allow",
    "shed": "shed after waiting too long for a slot",
    "timed_out": "gone, out of patience before a first token",
    "cancelled": "gone, hung up",
    "open": "still open",
}


def reason(pair: Pair) -> str:
    """Why the two differ, or do not, from what waits in the queue."""
    first, second = pair.numbers
    if first.watched_ttft.p99 is None or second.watched_ttft.p99 is None:
        return _nobody(pair)
    if are_alike(first.ttft.p99, second.ttft.p99) and are_alike(first.watched_ttft.p99, second.watched_ttft.p99):
        return _alike(pair)
    if not any(waits_count(each) for each in pair.numbers):
        return "hardly anybody waits for a slot, so it is the steps of a prompt itself that take longer or shorter"
    waits = f"on average {number(first.waiting, 1)} requests wait under A and {number(second.waiting, 1)} under B"
    later = second.watched_ttft.p99 > first.watched_ttft.p99
    why = cause(pair, "B" if later else "A")
    if why:
        return f"{waits}, and {why}"
    if later != (second.waiting > first.waiting):
        return f"{waits}, while the tail is made by the few who wait longest, not by the mean"
    return waits


def waits_count(numbers: Measured) -> bool:
    """Whether the queue is a part of the time to first token that counts."""
    return bool(numbers.ttft.mean) and (numbers.queued.mean or 0.0) >= HARDLY * (numbers.ttft.mean or 0.0)


def _alike(pair: Pair) -> str:
    if pair.sides[0] == pair.sides[1]:
        return "both are the same release"
    a, b = pair.sides
    when = pair.numbers[1].switched
    if b.fallback is not None and when is not None and b.fallback.policy == a.policy:
        return f"from {number(when / 1e6, 1)} s on B is served in the order of A"
    if max(each.waiting for each in pair.numbers) < 1:
        return "hardly anybody waits, so the arrivals decide and not the scheduler"
    return "both hold the same queue"


def _nobody(pair: Pair) -> str:
    """How those who got no first token ended."""
    ends = [_most_often(numbers) if numbers.watched_ttft.p99 is None else "" for numbers in pair.numbers]
    if ends[0] == ends[1] and ends[0]:
        return f"under both releases {ends[0]}"
    told = [f"under {letter} {end}" for letter, end in zip(LETTERS, ends, strict=True) if end]
    return " and ".join(told) or "nobody comes"


def _most_often(numbers: Measured) -> str:
    """`all 400 requests are shed after waiting too long for a slot`; empty when nobody came."""
    ends = {name: amount for name, amount in numbers.outcomes if amount and name in TURNED_AWAY}
    if not ends:
        return ""
    most = max(ends, key=lambda name: ends[name])
    if ends[most] == numbers.offered:
        who = "the only request is" if numbers.offered == 1 else f"all {count(numbers.offered, 'request')} are"
    else:
        who = f"{ends[most]:,} of {count(numbers.offered, 'request')} {'is' if ends[most] == 1 else 'are'}"
    return f"{who} {TURNED_AWAY[most]}"


def tail_said(pair: Pair) -> str:
    """The tail of the watched group under both, in words also where nobody has a first token."""
    who = pair.watched or "overall"
    tails = [each.watched_ttft.p99 for each in pair.numbers]
    if tails == [None, None]:
        return f"nobody{f' in group {who}' if pair.watched else ''} gets a first token"
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
        f"waits for it, while {LETTERS[cut]} cuts it into pieces of at most {count(budget, 'token')} beside the decodes"
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
    return f"{names[worst]} is the limit that binds, missed most often, because {_why_missed(pair, worst)}."


def _why_missed(pair: Pair, name: str) -> str:
    if name == "met_tpot":
        return "each token takes a whole step, and steps grow with the batch and its contexts"
    if name == "met_e2e":
        return "it holds the wait, the prompt and every output token"
    if any(waits_count(each) for each in pair.numbers):
        return "the wait for a slot counts in full before it"
    return "the steps of a prompt itself take longer than that"


def _missed(numbers: Measured, name: str) -> int:
    return numbers.attained.judged - int(getattr(numbers.attained, name))
