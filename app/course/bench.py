"""What lessons ask of the labs: look one up, run it, remember the result. The look-up is passed in.
It refuses to know lessons and how findings are worded.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Final

from app.course.items import Question
from labs import Formula, Lab, Params, Result, all_labs, formulas, get_lab, named_mistakes, parse, query, written_sums

MOST_KEPT: Final = 512
# A question with its numbers in place takes a few kB.
MOST_POSED: Final = 256

# A question with its numbers in place, and the settings that were drawn.
Posed = tuple[Question, tuple[tuple[str, str], ...]]


class LabFailed(RuntimeError):
    """A lab raised instead of giving a result; the text is what it said."""


class NotReady(RuntimeError):
    """The run takes too long for whoever asks, and no result of it is kept yet. It is no fault of the lesson."""


@dataclass(frozen=True)
class Ran:
    """One run: the lab, its values and what it gave."""

    lab: Lab
    params: Params
    result: Result

    @property
    def address(self) -> str:
        """The page that shows the same result."""
        asked = query(self.params)
        return f"/labs/{self.lab.slug}" + (f"?{asked}" if asked else "")


class Bench:
    """Labs by slug, with the last results kept; safe to share between threads.

    `formulas` may answer a drawn question, `mistakes` are the named ones that it may offer,
    `sums` are written out behind its answer. `run` may keep slow
    results longer than the bench does.
    """

    def __init__(
        self,
        lookup: Callable[[str], Lab],
        slugs: Callable[[], Iterable[str]],
        run: Callable[[Lab, Params], Result] | None = None,
    ) -> None:
        self._lookup, self._slugs = lookup, slugs
        self._run = run or (lambda lab, params: lab.run(params))
        self.formulas: Mapping[str, Formula] = formulas()
        self.mistakes: Mapping[str, Formula] = named_mistakes()
        self.sums: Mapping[str, Formula] = written_sums()
        self._kept: OrderedDict[tuple[str, int, Params], Result] = OrderedDict()
        self._posed: OrderedDict[tuple[str, int], tuple[Question, Posed]] = OrderedDict()
        self._lock = Lock()

    def slugs(self) -> tuple[str, ...]:
        return tuple(self._slugs())

    def lab(self, slug: str) -> Lab:
        """The lab; labs.UnknownLab when there is none."""
        return self._lookup(slug)

    def run(self, lab: Lab, pairs: Iterable[tuple[str, str]]) -> Ran:
        """The run of these values given as text; labs.BadParams LabFailed or NotReady when there is no result."""
        params = parse(lab, pairs)
        key = (lab.slug, lab.version, params)
        with self._lock:
            result = self._kept.get(key)
            if result is not None:
                self._kept.move_to_end(key)
                return Ran(lab, params, result)
        try:
            result = self._run(lab, params)
        except NotReady:
            raise
        except Exception as problem:
            # A fault of one lab must not hide the other findings of a lesson; it is told as one of them.
            raise LabFailed(f"{type(problem).__name__}: {problem}") from problem
        with self._lock:
            self._kept[key] = result
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return Ran(lab, params, result)

    def posed_once(self, question: Question, seed: int, make: Callable[[], Posed]) -> Posed:
        """What `make` gives for this seed, kept for the same question: after an edit it is another one."""
        key = (question.item.id, seed)
        with self._lock:
            of, posed = self._posed.get(key, (None, None))
            if of is question and posed is not None:
                self._posed.move_to_end(key)
                return posed
        made = make()
        with self._lock:
            self._posed[key] = (question, made)
            if len(self._posed) > MOST_POSED:
                self._posed.popitem(last=False)
        return made


def door() -> Bench:
    """A bench over the labs of this project."""
    return Bench(get_lab, all_labs)
