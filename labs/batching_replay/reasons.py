"""Why two releases differ, or do not: a because that the numbers bear out.
It refuses to repeat a story where the run shows the other way round."""

from labs.batching_replay.causes import STATICS, cause, own_cause
from labs.batching_replay.missing import VERBS, kept_out, lost, misses, since, told, worst_of_each
from labs.batching_replay.pair import LETTERS, Pair, are_alike, is_few, percent, said, tails_of
from labs.batching_replay.parts import Parts
from labs.batching_replay.release import TICKS
from labs.batching_replay.sides import Measured, served
from labs.replay import Summary, largest_of, longest_stall
from labs.units import count, number

# A gap many times as long as the other's is the story of a run whose shares are close.
STALL, CLOSE = 5, 0.05
# Below this share of the time to first token the queue is not what it is made of; from half on it is.
HARDLY, MOST = 0.1, 0.5
# Fewer than one waits on average, so there is seldom anybody to choose from.
SOMEBODY = 1
# Hardly anybody waits where the queue is at most so much of a typical first token, and of the slowest ones.
TYPICAL, SLOWEST = 0.2, 1 / 3
# A mean queue below this reads better as the wait of those who wait longest.
FEW = 0.1


def reason(pair: Pair) -> str:
    """Why the two differ in shares and tails, or do not: who is kept out and by what, then what the tail is made of."""
    first, second = pair.numbers
    if not (first.watched_ttft.count and second.watched_ttft.count):
        return nobody(pair)
    kept = kept_out(pair)
    alike = are_alike(*_tails(pair, "ttft")) and are_alike(*_tails(pair, "watched_ttft"))
    tail = _alike(pair) if alike else _tail(pair)
    if kept and alike:
        return f"{kept}{_who_loses_more(pair, '')}" if pair.sides[0] != pair.sides[1] else f"{tail}: {kept}"
    return f"{kept}{_who_loses_more(pair, tail)}; {tail}" if kept else tail


def _tails(pair: Pair, name: str) -> tuple[float | None, float | None]:
    first, second = (getattr(each, name) for each in pair.numbers)
    return tails_of(first, second)


def _who_loses_more(pair: Pair, tail: str) -> str:
    """Why one release serves fewer to the end, where its order or its drafts say it and the tail does not."""
    first, second = (lost(each) for each in pair.numbers)
    if first == second or not any(name in VERBS for name in worst_of_each(pair)):
        return ""
    why = cause(pair, LETTERS[int(second > first)])
    return f", and {why}" if why and why not in tail else ""


def waits_most(parts: Parts) -> bool:
    """Whether the wait for a slot is at least half of the slowest first tokens."""
    return parts.wait_share >= MOST


def is_calm(pair: Pair) -> bool:
    """Whether all are served and the queue is a small part of the first token under both."""
    return not any(lost(each) for each in pair.numbers) and all(
        (each.queued.mean or 0.0) <= HARDLY * (each.ttft.mean or 0.0) and each.parts.wait_share <= MOST
        for each in pair.numbers
    )


def _tail(pair: Pair) -> str:
    """What makes the longer tail longer: the wait for a slot, or the steps of prompts."""
    first, second = pair.numbers
    tails, parts = _tails(pair, "watched_ttft"), (first.parts, second.parts)
    if are_alike(*tails):
        tails, parts = _tails(pair, "ttft"), (first.parts_of_all, second.parts_of_all)
    later = int((tails[1] or 0) > (tails[0] or 0))
    longer, shorter = parts[later], parts[1 - later]
    waits, own = longer.tail_wait - shorter.tail_wait, longer.tail_own - shorter.tail_own
    if waits <= 0 and own <= 0:
        return "so few are among the slowest that single callers decide there"
    if waits >= own:
        return _by_queue(pair, parts, later)
    if is_calm(pair):
        return "hardly anybody waits for a slot, so it is the steps of a prompt itself that take longer or shorter"
    a, b = (said(each.tail_own) for each in parts)
    why = own_cause(pair, LETTERS[later])
    parted = f"the slowest first tokens differ by the steps of prompts, {a} of them under A and {b} under B"
    return f"{parted}, and {why}" if why else parted


def _by_queue(pair: Pair, parts: tuple[Parts, Parts], later: int) -> str:
    first, second = pair.numbers
    why, worse = cause(pair, LETTERS[later]), LETTERS[later]
    a, b = (said(each.tail_wait) for each in parts)
    tails = f"those with the slowest first tokens wait {a} for a slot under A and {b} under B"
    if not waits_most(parts[later]):
        return f"{tails}, the rest is the steps of prompts"
    if min(first.waiting, second.waiting) < FEW:
        return f"{tails}{f', and {why}' if why else ''}"
    waits = f"on average {number(first.waiting, 1)} requests wait under A and {number(second.waiting, 1)} under B"
    if why:
        return f"{waits}, and {why}"
    if (worse == "B") != (second.waiting > first.waiting):
        return f"{waits}, while the tail is made by the few who wait longest, not by the mean"
    return waits


def _alike(pair: Pair) -> str:
    a, b = pair.sides
    if a == b:
        return "both are the same release"
    when = pair.numbers[1].switched
    if b.fallback is not None and when is not None and b.fallback.policy == a.policy:
        return f"from {number(when / TICKS, 1)} s on B is served in the order of A"
    first, second = pair.numbers
    if not any(lost(each) for each in pair.numbers) and not any(_waits(each.parts_of_all) for each in pair.numbers):
        return "hardly anybody waits, so the arrivals decide and not the scheduler"
    if not any(waits_most(each.parts) for each in pair.numbers):
        return "the slowest first tokens are mostly steps of prompts, which are alike under both"
    if max(first.waiting, second.waiting) < SOMEBODY:
        return "fewer than one waits on average, so there is seldom anybody to choose from"
    if are_alike(first.waiting, second.waiting):
        return "both hold the same queue"
    waits = f"on average {number(first.waiting, 1)} requests wait under A and {number(second.waiting, 1)} under B"
    return f"{waits}, yet those who wait longest wait alike"


def _waits(parts: Parts) -> bool:
    """Whether the queue is a part of first tokens that counts: of many, of a typical one, or of the slowest."""
    return parts.mostly_queue > HARDLY or parts.typical_queue > TYPICAL or parts.wait_share > SLOWEST


def nobody(pair: Pair) -> str:
    """How those who got no first token ended."""
    ends = [_most_often(each) if not each.watched_ttft.count else "" for each in pair.numbers]
    if ends[0] == ends[1] and ends[0]:
        return told(pair, ends[0])
    sides = zip(LETTERS, pair.numbers, ends, strict=True)
    return " and ".join(_ended(pair, *each) for each in sides if each[2]) or "nobody comes"


def _most_often(numbers: Measured) -> str:
    """How most of those who were not completed ended; empty when nobody came."""
    ends = {name: amount for name, amount in misses(numbers).items() if amount and name in VERBS}
    return max(ends, key=lambda name: ends[name]) if ends else ""


def _ended(pair: Pair, letter: str, numbers: Measured, name: str) -> str:
    amount = misses(numbers)[name]
    who = f"{amount:,} of {count(numbers.offered, 'request')}"
    return f"under {letter} {who} {VERBS[name][amount != 1]}{since(pair, name)}"


def tail_said(pair: Pair) -> str:
    """The tail of the watched group under both, in words also where nobody has a first token: the p99, of too few the
    largest."""
    first, second = (each.watched_ttft for each in pair.numbers)
    if not (first.count or second.count):
        return f"nobody{f' in group {pair.watched}' if pair.watched else ''} gets a first token"
    if first.count == second.count and is_few(first):
        who = f"of {first.count} {_whose(pair)}first tokens the largest" if first.count > 1 else "the only first token"
        return f"{who} is {said(first.maximum)} under A and {said(second.maximum)} under B"
    if is_few(first) or is_few(second):
        return " and ".join(_tail_of(pair, each, letter) for letter, each in zip(LETTERS, (first, second), strict=True))
    a, b = ("without anybody" if each.p99 is None else said(each.p99) for each in (first, second))
    return f"the {pair.watched or 'overall'} p99 first token is {a} under A and {b} under B"


def _whose(pair: Pair) -> str:
    return f"{pair.watched} " if pair.watched else ""


def _tail_of(pair: Pair, values: Summary, letter: str) -> str:
    """`under A the rare p99 first token is 4.2 s`, `under B the largest of 31 rare is 3.9 s`."""
    if not is_few(values):
        end = "without anybody" if values.p99 is None else said(values.p99)
        return f"under {letter} the {pair.watched or 'overall'} p99 first token is {end}"
    who = f"{_whose(pair)}first tokens"
    return f"under {letter} {largest_of(values.count, said(values.maximum), who)}"


def stalled(pair: Pair, longest: tuple[float | None, float | None]) -> tuple[str, str] | None:
    """The sentence and its because where chunking decides the gaps between tokens and the shares are close; else None.
    `longest` gaps in ticks."""
    policies = [side.policy for side in pair.sides]
    a, b = longest
    if policies.count("chunked") != 1 or not a or not b or max(a, b) < STALL * min(a, b):
        return None
    shares = [each.attained.goodput or 0.0 for each in pair.numbers]
    cut = policies.index("chunked")
    if abs(shares[0] - shares[1]) > CLOSE or longest[cut] == max(a, b) or policies[1 - cut] in STATICS:
        return None
    gaps = " and ".join(
        f"{number(each / 1e6, 3)} s under {letter}" for each, letter in zip((a, b), LETTERS, strict=True)
    )
    whole = _whole_prompts(pair, 1 - cut)
    if not whole:
        return None
    what = "deliveries" if any(side.drafting for side in pair.sides) else "tokens"
    says = f"The longest gap between two {what} is {gaps}; "
    pieces = count(pair.params.token_budget, "token")
    because = f"{whole}, while {LETTERS[cut]} cuts prompts into pieces of at most {pieces} beside the decodes"
    a_share, b_share = (percent(each) for each in shares)
    if a_share == b_share:
        kept = kept_out(pair)
        return f"{says}both complete {a_share} inside the limits", f"{because}; {kept}" if kept else because
    return f"{says}A completes {a_share} inside the limits and B {b_share}", f"{because}; {reason(pair)}"


def _whole_prompts(pair: Pair, place: int) -> str:
    """What ran in the longest gap of a release that computes prompts alone; empty where it is not most of the gap."""
    stall = longest_stall(served(pair.sides[place]))
    if stall is None or stall.prompt_ticks < MOST * stall.gap:
        return ""
    tokens, letter = count(stall.prompt_tokens, "prompt token"), LETTERS[place]
    steps = "one step" if stall.prompt_steps == 1 else f"{stall.prompt_steps:,} steps in a row"
    return (
        f"prompts run whole in steps of their own under {letter}, {tokens} in {steps} between those two, and whoever "
        "decodes waits for them"
    )
