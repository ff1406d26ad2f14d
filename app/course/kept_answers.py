"""Marks an answer that was stored earlier, by the reading that it was taken with then.
It refuses to mark what is sent now: that is asked about where it can be read in two ways."""

from collections.abc import Callable

from app.course.given import Given, Refused
from app.course.marking import Mark
from app.course.typed_numbers import undoubted


def mark_kept(mark: Callable[[Given], Mark], given: Given) -> Mark | None:
    """The mark of a stored answer; None where the question has become another one, so that it does not fit any more."""
    as_then = {name: tuple(undoubted(text) for text in texts) for name, texts in given.items()}
    for said in (given, as_then):
        try:
            return mark(said)
        except Refused:
            continue
    return None
