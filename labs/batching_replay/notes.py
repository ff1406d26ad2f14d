"""What a reader must know beside the numbers: whose accuracy, what was drawn, which identity held.
It refuses to repeat what a table says."""

from labs.batching_replay.arrivals import recorded
from labs.batching_replay.asked import UPLOADED
from labs.batching_replay.pair import LETTERS, Pair
from labs.batching_replay.settings import HAND_CARDS, ReplayParams
from labs.replay import card
from labs.units import GB, number

# Llama-3.1-8B in 16 bit; a block is 16 tokens of 32 layers x 2 x 8 heads x 128 x 2 B = 131,072 B.
WEIGHT_BYTES, BLOCK_BYTES = 16_060_000_000, 16 * 131_072
CARD_BYTES = {"a100": 80 * GB, "h100": 80 * GB, "rtx4090": 24 * GB, "rtxpro6000": 96 * GB}


def notes_of(pair: Pair) -> tuple[str, ...]:
    """Short sentences for the margin."""
    notes = [
        conserved(letter, numbers.conservation)
        for letter, numbers in zip(LETTERS, pair.numbers, strict=True)
        if letter == "A" or numbers.conservation != pair.numbers[0].conservation
    ]
    if pair.params.card not in HAND_CARDS:
        notes.append(card(pair.params.card).accuracy)
    notes += memory_notes(pair.params)
    notes += [f"{each.rstrip('.')}." for each in _read(pair)]
    if pair.params.load is not None and pair.load is None:
        notes.append("All requests come at once, so there is no rate to change and the load is not used.")
    if any(side.drafting for side in pair.sides):
        notes.append("Drafting runs in expected values: waiting caused by unlucky rounds is not in it.")
    return tuple(notes)


def conserved(letter: str, conservation: str) -> str:
    """The token identity of a run: `Release A: computed ... = ..., conserved.`"""
    told, _, verdict = conservation.removeprefix("conservation: ").rpartition("  ")
    return f"Release {letter}: {told}, {'conserved' if verdict == 'ok' else 'NOT conserved'}."


def memory_notes(params: ReplayParams) -> list[str]:
    """A warning where weights and cache blocks together are more than the card has."""
    room = CARD_BYTES.get(params.card)
    if room is None or params.blocks is None or WEIGHT_BYTES + params.blocks * BLOCK_BYTES <= room:
        return []
    need = number((WEIGHT_BYTES + params.blocks * BLOCK_BYTES) / GB, 1)
    most = (room - WEIGHT_BYTES) // BLOCK_BYTES
    return [
        f"{params.blocks:,} blocks do not fit on this card: with {number(WEIGHT_BYTES / GB, 2)} GB of weights they "
        f"are {need} GB, and it has {room // GB} GB. Set Cache blocks to {most:,} or less."
    ]


def _read(pair: Pair) -> tuple[str, ...]:
    """What the import reported of a file, and what was drawn; the bundled trace says the rest of itself elsewhere."""
    said = recorded(pair.sides[0].source).notes
    return said if pair.params.trace == UPLOADED else tuple(each for each in said if each.startswith("overlay"))
