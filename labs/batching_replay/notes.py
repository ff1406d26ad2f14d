"""What a reader must know beside the numbers: whose accuracy, what was drawn, which identity held.
It refuses to repeat what a table says."""

from labs.batching_replay.arrivals import recorded
from labs.batching_replay.asked import UPLOADED
from labs.batching_replay.pair import LETTERS, Pair
from labs.batching_replay.settings import HAND_CARDS
from labs.replay import card


def notes_of(pair: Pair) -> tuple[str, ...]:
    """Short sentences for the margin."""
    notes = [
        f"{letter} {numbers.conservation}."
        for letter, numbers in zip(LETTERS, pair.numbers, strict=True)
        if letter == "A" or numbers.conservation != pair.numbers[0].conservation
    ]
    if pair.params.card not in HAND_CARDS:
        notes.append(card(pair.params.card).accuracy)
    notes += [f"{each.rstrip('.')}." for each in _read(pair)]
    if pair.params.load is not None and pair.load is None:
        notes.append("All requests come at once, so there is no rate to change and the load is not used.")
    if any(side.drafting for side in pair.sides):
        notes.append("Drafting runs in expected values: waiting caused by unlucky rounds is not in it.")
    return tuple(notes)


def _read(pair: Pair) -> tuple[str, ...]:
    """What the import reported of a file, and what was drawn; the bundled trace says the rest of itself elsewhere."""
    said = recorded(pair.sides[0].source).notes
    return said if pair.params.trace == UPLOADED else tuple(each for each in said if each.startswith("overlay"))
