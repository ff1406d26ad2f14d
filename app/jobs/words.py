"""The words of a run for people: what it does now, how long it still takes, where it stands in the queue.
It refuses to know HTML."""

from collections.abc import Mapping
from typing import Any

from labs import Event

# Before this share is done, or this time has passed, what is left cannot be told.
LEAST_SHARE, LEAST_SECONDS = 0.02, 0.5


def told(event: Event, seconds: float) -> Mapping[str, Any]:
    """The data of an event as it is kept; to a progress its words get the time that is left, after `seconds` of work."""
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


def place_words(place: int, waiting: int) -> str:
    """Where a waiting run stands."""
    if place == 1:
        return "Next in the queue; it begins when the run before it ends." if waiting > 1 else "About to begin."
    return f"In the queue: place {place} of {waiting}. Runs are done one after another."


def work_words(seconds: float) -> str:
    """How much work a run is."""
    return f"about {seconds:.0f} s of work" if seconds < 90 else f"about {seconds / 60:.0f} min of work"
