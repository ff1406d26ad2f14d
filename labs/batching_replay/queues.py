"""Why a queue is as long as it is, and which bound holds the active set: the words of the view over time.
It refuses to know tails and limits."""

from labs.batching_replay.causes import STATICS, cause, drafted
from labs.batching_replay.missing import VERBS, kept_out, lost, worst_of_each
from labs.batching_replay.pair import LETTERS, Pair, are_alike
from labs.replay import Peaks
from labs.units import number

# Reserved to this share, the next request does not fit.
NEARLY = 0.9
SEVERAL = 1
HELD = {
    "slots": ("the bound on active requests", "no more may hold a slot"),
    "blocks": ("the bound on cache blocks", "each request reserves its worst case and the next one would not fit"),
    "tokens": ("the bound on active tokens", "each request reserves its worst case and the next one would not fit"),
}
Two = tuple[Peaks, Peaks]


def queue_reason(pair: Pair, most: Two) -> str:
    """Why the queue of one release peaks higher, or why both peak alike."""
    turned_away = kept_out(pair, tuple(name for name in worst_of_each(pair) if name in VERBS))
    return "; ".join(each for each in (turned_away, _standing(pair, most)) if each)


def _standing(pair: Pair, most: Two) -> str:
    first, second = pair.numbers
    if pair.sides[0] == pair.sides[1]:
        return "both are the same release"
    if not any(each.waiting for each in most):
        return "" if any(lost(each) for each in pair.numbers) else "whoever comes is admitted at once"
    if max(first.waiting, second.waiting) < SEVERAL:
        return "fewer than one waits on average, and a peak lasts for a moment only"
    waits = f"on average {number(first.waiting, 1)} requests wait under A and {number(second.waiting, 1)} under B"
    longer = LETTERS[int(second.waiting > first.waiting)]
    if are_alike(first.waiting, second.waiting) or pair.sides[LETTERS.index(longer)].policy == "spf":
        # That a long prompt waits makes a tail longer, not a queue.
        why = drafted(pair, longer)
    else:
        why = cause(pair, longer)
    return f"{waits}, and {why}" if why else waits


def queue_words(pair: Pair, most: Two) -> tuple[str, str]:
    """The caption of the queue and its because."""
    if not any(each.waiting for each in most):
        if any(dict(each.outcomes)["shed"] for each in pair.numbers):
            return "No queue forms under either release", "who is not admitted at once is shed"
        return "No queue forms under either release", "whoever comes and fits is admitted at once"
    if not any(_met(pair, each) for each in most):
        return "Who waits here waits for a step or a batch to end", "slots and memory are never full"
    return "A queue stands where more come than are served", "whoever finds no slot or no memory stays in it"


def active_words(pair: Pair, most: Two) -> tuple[str, str]:
    """The caption of the active set and its because: the bound that a release meets, and which release."""
    met = [_met(pair, each) for each in most]
    if not any(met):
        return _unbound(pair, most)
    if met[0] == met[1]:
        bound, why = HELD[met[0]]
        return f"The active set is held by {bound}", why
    place = 0 if met[0] else 1
    bound, why = HELD[met[place]]
    return f"The active set of {LETTERS[place]} is held by {bound}", why


def _unbound(pair: Pair, most: Two) -> tuple[str, str]:
    """The active set where slots and memory always have room: some are kept out of it all the same, or wait for a batch
    to end."""
    room = "slots and memory are never full"
    gone = kept_out(pair, tuple(name for name in worst_of_each(pair) if name in VERBS))
    if gone:
        return "The active set is as large as those who are let in make it", f"{room}, but {gone}"
    batches = [
        letter
        for letter, side, each in zip(LETTERS, pair.sides, most, strict=True)
        if each.waiting and any(policy in STATICS for policy in side.policies)
    ]
    if not batches:
        return "The active set is as large as the arrivals make it", room
    where = "" if len(batches) == len(LETTERS) else f" of {batches[0]}"
    return f"The active set{where} is as large as its batches make it", f"whoever comes waits for one to end; {room}"


def _met(pair: Pair, most: Peaks) -> str:
    """The bound that a release meets; empty when there is room at every moment."""
    bounds = pair.sides[0].bounds
    if most.active >= bounds.max_active:
        return "slots"
    if bounds.blocks and most.blocks >= NEARLY * bounds.blocks:
        return "blocks"
    return "tokens" if bounds.max_tokens and most.tokens >= NEARLY * bounds.max_tokens else ""
