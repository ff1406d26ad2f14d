"""Runs of labs, each computed once while it is remembered; labs are pure, so a remembered run is the run.
It refuses to know requests and pages beyond the data folder of the application."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore, Lock

from flask import Flask, current_app
from werkzeug.exceptions import ServiceUnavailable

from app import kept_runs
from app.config import Settings
from app.files import StoredFiles
from app.footprint import give_back
from app.jobs import JobStore, result_text, wish_for
from app.store import NotRead
from labs import (
    BadParams,
    FieldError,
    Lab,
    Params,
    Result,
    Table,
    TooMuchAtOnce,
    all_labs,
    describe,
    get_lab,
    parse,
)

REMEMBERED = 64
# Half of the threads by default; streams take a quarter, so that another is always there for pages.
MOST_WAITING = 8
BUSY_SECONDS = 5
SLOW_S = 0.1
# A lesson has dozens of runs, and all are wanted at each start.
WORTH_KEEPING_S = 0.02
Key = tuple[str, Params]


def register(app: Flask) -> None:
    settings: Settings = app.config["SETTINGS"]
    app.extensions["runs"] = Runs(settings.data, app.extensions["jobs"], settings.threads // 2)


def is_slow(lab: Lab, params: Params) -> bool:
    """Whether a run at these settings is worth keeping on disk, and too long to wait for on every page."""
    return lab.takes(params) > WORTH_KEEPING_S if lab.takes else lab.seconds > SLOW_S


class Busy(ServiceUnavailable):
    """So many wait for slow runs that one more would keep a thread from pages; str() is the sentence for the page."""

    def __init__(self) -> None:
        super().__init__(
            "Other long computations go first, and enough are waiting. Your settings are kept; send them again in "
            f"{BUSY_SECONDS} s.",
            retry_after=BUSY_SECONDS,
        )


class Queue:
    """One after another; at most `most` wait or have their turn. Whoever is too many gets Busy."""

    def __init__(self, most: int) -> None:
        self._places, self._turn = BoundedSemaphore(max(1, most)), Lock()

    @contextmanager
    def turn(self, is_patient: bool = False) -> Iterator[None]:
        if is_patient:
            with self._turn:
                yield
            return
        if not self._places.acquire(blocking=False):
            raise Busy
        try:
            with self._turn:
                yield
        finally:
            self._places.release()


class Runs:
    """The runs of one application, in memory and, of slow labs, on disk. One slow run at a time, so that two who ask
    for the same wait for one run, and the others still get an answer."""

    def __init__(self, data: Path, jobs: JobStore, most_waiting: int = MOST_WAITING) -> None:
        self._data, self._jobs = data, jobs
        self._remembered: OrderedDict[Key, Result] = OrderedDict()
        self._too_much: OrderedDict[Key, TooMuchAtOnce] = OrderedDict()
        self._lock, self._slow = Lock(), Queue(most_waiting)

    def run(self, slug: str, params: Params, is_patient: bool = False) -> Result:
        """The result of a lab at these parameters. TooMuchAtOnce when it has to be done apart, and is not yet; Busy
        when too many wait, but for who is patient."""
        lab, key = get_lab(slug), (slug, params)
        found = self._recall(key)
        if found is not None:
            return found
        if lab.refuses:
            lab.refuses(params, StoredFiles(self._data))
        # Not behind other slow runs, because whoever follows a run apart asks often.
        if (much := self._too_much.get(key)) is not None:
            return self._remember(key, self._done_apart(lab, params, much))
        if lab.left_apart and lab.left_apart(params):
            # The lab has the last word: what could not even be done apart is refused before it is offered.
            return self._remember(key, self._computed(lab, params))
        if not is_slow(lab, params):
            return self._remember(key, self._computed(lab, params))
        with self._slow.turn(is_patient):
            return self._recall(key) or self._remember(key, self._read_or_compute(lab, params))

    def at_hand(self, slug: str, params: Params) -> Result | None:
        """The result without a wait: remembered, kept on disk, or of a quick lab; None where it takes a slow run."""
        lab, key = get_lab(slug), (slug, params)
        if not is_slow(lab, params):
            return self.run(slug, params)
        found = self._recall(key)
        if found is None:
            kept = kept_runs.load(self._data / "runs", lab, params)
            found = self._remember(key, kept) if kept else None
        return found

    def download(self, slug: str, name: str, params: Params) -> Table:
        """A table too long for a page; KeyError when the lab has none of that name."""
        with self._slow.turn():
            return get_lab(slug).downloads[name](params, StoredFiles(self._data))

    def run_afresh(self, lab: Lab, params: Params) -> Result:
        """The result computed now, whatever is remembered; for proof that a kept result comes out again."""
        with self._slow.turn():
            return self._compute(lab, params)

    def _recall(self, key: Key) -> Result | None:
        with self._lock:
            if key in self._remembered:
                self._remembered.move_to_end(key)
            return self._remembered.get(key)

    def _remember(self, key: Key, result: Result) -> Result:
        with self._lock:
            self._remembered[key] = result
            if len(self._remembered) > REMEMBERED:
                self._remembered.popitem(last=False)
        return result

    def _read_or_compute(self, lab: Lab, params: Params) -> Result:
        folder = self._data / "runs"
        result = kept_runs.load(folder, lab, params)
        if result is None:
            result = self._computed(lab, params)
            give_back()
            kept_runs.save(folder, lab, params, result)
        return result

    def _computed(self, lab: Lab, params: Params) -> Result:
        """Computed now; what is found to be too much is remembered as that, and a worker's result taken."""
        try:
            return self._compute(lab, params)
        except TooMuchAtOnce as much:
            with self._lock:
                self._too_much[(lab.slug, params)] = much
                if len(self._too_much) > REMEMBERED:
                    self._too_much.popitem(last=False)
            return self._done_apart(lab, params, much)

    def _done_apart(self, lab: Lab, params: Params, much: TooMuchAtOnce) -> Result:
        """What a worker has computed, kept like any slow run from now on; `much` is raised when there is nothing."""
        folder = self._data / "runs"
        found = kept_runs.load(folder, lab, params)
        if found is None:
            try:
                found = kept_runs.from_text(result_text(self._jobs, wish_for(lab, params)) or "")
            except NotRead:
                raise much from None
            if found is None:
                raise much
            kept_runs.save(folder, lab, params, found)
        return found

    def _compute(self, lab: Lab, params: Params) -> Result:
        return lab.run(params, StoredFiles(self._data)) if lab.uploads else lab.run(params)


def _runs() -> Runs:
    found: Runs = current_app.extensions["runs"]
    return found


def data_folder() -> Path:
    """The data folder of this application."""
    settings: Settings = current_app.config["SETTINGS"]
    return settings.data


def run_lab(slug: str, params: Params) -> Result:
    """The result of a lab at these parameters; BadParams when what they name cannot be used."""
    return _runs().run(slug, params)


def unmeasured(lab: Lab, params: Params) -> Params:
    """The same settings under the next number of a measurement that is not kept yet; BadParams when all are."""
    spec = next(each for each in describe(lab) if each.name == lab.again)
    for number in range(getattr(params, lab.again) + 1, int(spec.high) + 1):
        later = params.model_copy(update={lab.again: number})
        try:
            run_lab(lab.slug, later)
        except TooMuchAtOnce:
            return later
    says = f"{int(spec.high)} measurements of this run are kept, as many as may be. Take another seed."
    raise BadParams([FieldError(lab.again, says)])


def run_afresh(lab: Lab, params: Params) -> Result:
    """The same without what is remembered; BadParams likewise."""
    return _runs().run_afresh(lab, params)


def run_download(slug: str, name: str, params: Params) -> Table:
    """A table of a lab that is too long for a page; KeyError when the lab has none of that name."""
    return _runs().download(slug, name, params)


def warm(app: Flask) -> None:
    """Compute the defaults of every slow lab, so that whoever comes first need not wait."""
    with app.app_context():
        for slug, lab in all_labs().items():
            if lab.seconds > SLOW_S:
                run_lab(slug, parse(lab, []))
