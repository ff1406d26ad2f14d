"""What a reader must know beside the numbers: whose accuracy, what was drawn, which identity held.
It refuses to repeat what a table says."""

from collections.abc import Mapping

from labs.batching_replay.arrivals import recorded
from labs.batching_replay.asked import UPLOADED
from labs.batching_replay.pair import LETTERS, Pair, can_judge, said, stop_measure
from labs.batching_replay.release import TICKS
from labs.batching_replay.settings import HAND_CARDS, ReplayParams
from labs.kv_cache import kv_bytes_per_token
from labs.replay import AGAINST_A_RUN, FEWEST_FOR_P99, card
from labs.units import GB, count, number

# Llama-3.1-8B in 16 bit.
WEIGHT_BYTES = 16_060_000_000
CARD_BYTES = {"a100": 80 * GB, "h100": 80 * GB, "rtx4090": 24 * GB, "rtxpro6000": 96 * GB}


def notes_of(pair: Pair) -> tuple[str, ...]:
    """Short sentences for the margin."""
    notes = [
        conserved(letter, numbers.conservation)
        for letter, numbers in zip(LETTERS, pair.numbers, strict=True)
        if letter == "A" or numbers.conservation != pair.numbers[0].conservation
    ]
    notes += _few(pair)
    if pair.params.card not in HAND_CARDS:
        notes += [card(pair.params.card).accuracy, AGAINST_A_RUN]
    if pair.params.step_longer:
        notes.append(f"Every step takes {pair.params.step_longer} % longer than the step times of the card say.")
    notes += memory_notes(pair.params, dict(zip(LETTERS, (each.peak_blocks for each in pair.numbers), strict=True)))
    notes += [f"{each.rstrip('.')}." for each in _read(pair)]
    if pair.load is None:
        notes.append("All requests come at once, so there is no rate: the load is not used, and is written as 0.")
    notes += _stop(pair)
    if any(side.drafting for side in pair.sides):
        notes.append("Drafting runs in expected values: waiting caused by unlucky rounds is not in it.")
    return tuple(notes)


def _few(pair: Pair) -> list[str]:
    """Why there is no p99 where one would be looked for."""
    counts = {
        "all callers": min(each.ttft.count for each in pair.numbers),
        f"group {pair.watched}": min(each.watched_ttft.count for each in pair.numbers),
    }
    return [
        f"Only {count(most, 'request')} of {who} got a first token under one of the releases. Fewer than "
        f"{FEWEST_FOR_P99} give no p99, so none is told here: sentences name the largest, and pictures leave it out."
        for who, most in counts.items()
        if 0 < most < FEWEST_FOR_P99 and (pair.watched or who == "all callers")
    ]


def _stop(pair: Pair) -> list[str]:
    """Whether the stop condition of release B fired, and when."""
    stop, when = pair.sides[1].fallback, pair.numbers[1].switched
    if stop is None:
        return []
    what, limit = stop_measure(pair, stop), said(stop.ttft_limit)
    if when is None and not can_judge(pair, stop):
        return [f"The stop condition of release B does not fire, because {too_few(stop.window)}."]
    if when is None:
        return [f"The stop condition of release B does not fire: {what} is never above {limit}."]
    at = f"{number(when / TICKS, 1)} s"
    return [f"The stop condition of release B fires at {at}, where {what} is above {limit}; {stop.policy} takes over."]


def too_few(window: int) -> str:
    """Why a stop condition judged nothing."""
    few = f"fewer than {window:,} requests complete" if window > 1 else "no request completes"
    return f"{few}, so it has nothing to judge"


def conserved(letter: str, conservation: str) -> str:
    """The token identity of a run: `Release A: computed ... = ..., conserved.`"""
    told, _, verdict = conservation.removeprefix("conservation: ").rpartition("  ")
    return f"Release {letter}: {told}, {'conserved' if verdict == 'ok' else 'NOT conserved'}."


def memory_notes(params: ReplayParams, held: Mapping[str, int]) -> list[str]:
    """A warning where weights and cache blocks together are more than the card has: the blocks that are allowed, or
    without a bound the most that a release `held` at one moment."""
    room = CARD_BYTES.get(params.card)
    if room is None:
        return []
    most = (room - WEIGHT_BYTES) // block_bytes()
    advice = f"it has {room // GB} GB. Set Cache blocks to {most:,} or less."
    if params.blocks is not None:
        if params.blocks <= most:
            return []
        return [f"{params.blocks:,} blocks do not fit on this card: {_filled(params.blocks)}, and {advice}"]
    letter = max(held, key=lambda each: held[each])
    if held[letter] <= most:
        return []
    return [
        f"Cache blocks has no bound, and at its peak release {letter} holds {held[letter]:,} blocks that do not fit on "
        f"this card: {_filled(held[letter])}, and {advice}"
    ]


def _filled(blocks: int) -> str:
    need = number((WEIGHT_BYTES + blocks * block_bytes()) / GB, 1)
    return f"with {number(WEIGHT_BYTES / GB, 2)} GB of weights they are {need} GB"


def block_bytes() -> int:
    """One block of 16 tokens, by the formula of the memory ledger."""
    return 16 * int(kv_bytes_per_token(layers=32, kv_heads=8, head_dim=128, bytes_per_element=2))


def _read(pair: Pair) -> tuple[str, ...]:
    """What the import reported of a file, and what was drawn; the bundled trace says the rest of itself elsewhere."""
    said = recorded(pair.sides[0].source).notes
    return said if pair.params.trace == UPLOADED else tuple(each for each in said if each.startswith("overlay"))
