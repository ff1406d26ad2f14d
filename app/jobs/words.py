"""The words of a run for people: what it does now, how long it still takes, where it stands in the queue.
It refuses to know HTML."""

from collections.abc import Mapping
from typing import Any

from app.jobs.values import MOST_TRIES
from labs import Event

# Before this share is done, or this time has passed, what is left cannot be told.
LEAST_SHARE, LEAST_SECONDS = 0.02, 0.5


def told(event: Event, seconds: float) -> Mapping[str, Any]:
    """The data of an event as it is kept; the words of a progress get the time left, told from the `seconds` since the
    first of the run."""
    if event.name != "progress":
        return event.data
    left = left_words(event.data["done"], event.data["total"], seconds)
    return {**event.data, "words": f"{event.data['words']}{left}"}


def left_words(done: float, total: float, seconds: float) -> str:
    """`, about 12 s left`, or nothing while nobody can know."""
    share = done / total if total else 0.0
    if share < LEAST_SHARE or seconds < LEAST_SECONDS:
        return ""
    left = seconds * (1 - share) / share
    if left >= 90:
        return f", about {round(left / 60)} min left"
    return f", about {max(1, round(left))} s left"


def again_words(tries: int) -> str:
    """What is said while a run is done once more; a worker that stopped in order did not use up a try."""
    which = f"; this is try {tries} of {MOST_TRIES}" if tries > 1 else ""
    return f"The run was interrupted and began again from its start{which}."


def place_words(place: int, waiting: int, is_busy: bool) -> str:
    """Where a waiting run stands; `is_busy` when another one runs now."""
    if place == 1 and not is_busy:
        return "It is the next one; a worker takes it in a moment."
    return f"Place {place} of {waiting} in the queue. Runs are done one after another."


def work_words(seconds: float) -> str:
    """How long a run takes."""
    return f"about {seconds:.0f} s" if seconds < 90 else f"about {seconds / 60:.0f} min"
