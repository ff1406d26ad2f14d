"""The caption of the limits: which one is met least often over both releases, or who never gets as far as a limit.
It refuses to explain tails and queues."""

from labs.batching_replay.missing import LABELS, LATE_FIRST, VERBS, kept_out, misses, worst
from labs.batching_replay.pair import Pair
from labs.batching_replay.reasons import MOST, nobody
from labs.units import begun


def binding(pair: Pair) -> str:
    """The caption, with its because."""
    if not pair.numbers[0].attained.judged:
        return "No limit binds, because nobody is judged."
    names = worst(pair)
    if not names:
        return "No limit binds, because every request completes inside each of them under both releases."
    if all(not dict(each.outcomes)["completed"] for each in pair.numbers):
        told = nobody(pair) if all(not each.watched_ttft.count for each in pair.numbers) else kept_out(pair)
        return f"Nobody completes at all, because {told}."
    if any(name in VERBS for name in names):
        return f"Most of those outside a limit are not served to the end, because {kept_out(pair, names)}."
    labels = [LABELS[name] for name in names]
    who = " and ".join(labels)
    binds = "is the limit that binds, missed most often" if len(names) == 1 else "bind alike, missed by as many"
    why = kept_out(pair, names) if LATE_FIRST not in names else _why_late(pair)
    return f"{begun(who)} {binds}, because {why}."


def _why_late(pair: Pair) -> str:
    """Of those above the limit of the first token, under the release where they are more: wait, or steps of prompts."""
    first, second = (misses(each)[LATE_FIRST] for each in pair.numbers)
    share = pair.numbers[int(second > first)].parts.late_wait
    if share is not None and share >= MOST:
        return "the wait for a slot counts in full before it"
    return "the steps of a prompt itself take longer than that"
