"""The course that this server shows: read once at the start, or again when the preview says so; its images by hash.
It refuses to know learners and to show findings; it logs them."""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from mimetypes import guess_type
from pathlib import Path
from threading import Lock

from flask import Flask, Response, abort, current_app

from app.assets import FOREVER
from app.config import BadSetting, Settings
from app.course.bench import Bench, NotReady
from app.course.outline import Place, newest_ids, places
from app.course.store import Course, LessonStore
from app.places import content_dir
from app.web.runs import Runs
from labs import Lab, Params, Result, all_labs, get_lab

log = logging.getLogger(__name__)


@dataclass
class Shelf:
    """The lessons of one content folder as last read. Safe to share between threads."""

    store: LessonStore
    quick: Bench
    images: dict[str, Path]
    _course: Course | None = None
    _places: dict[str, Place] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    @property
    def course(self) -> Course:
        if self._course is None:
            self.read_again(self.quick)
        assert self._course is not None
        return self._course

    @property
    def places(self) -> dict[str, Place]:
        _ = self.course
        return self._places

    def read_again(self, bench: Bench | None = None, before: Callable[[Course], None] | None = None) -> None:
        """Read what is on disk; a lesson with errors keeps its last good version, and the log says what is wrong.

        With the `quick` bench nothing slow is computed, and lessons that need it are left out as being prepared.
        `before` gets the course before anybody is shown it.
        """
        with self._lock:
            course = self.store.read(bench)
            if before is not None:
                before(course)
            for finding in course.findings:
                if finding.severity == "error":
                    log.error(
                        "%s:%d:%d: %s %s", finding.file, finding.line, finding.column, finding.code, finding.message
                    )
            self._places = dict(places(course.lessons))
            self._course = course


def register(app: Flask) -> None:
    settings: Settings = app.config["SETTINGS"]
    images: dict[str, Path] = {}
    folder = settings.content or content_dir()
    if not (folder / "course.yml").is_file():
        raise BadSetting(
            f"There is no course.yml in {folder}. Give SERVELAB_CONTENT or --content the folder of a course."
        )

    def address(name: str) -> str:
        """The hash in an image's name is of its bytes, so browsers may keep it for ever."""
        path = folder / "images" / name
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
        file = f"{path.stem}.{digest}{path.suffix}"
        images[file] = path
        return f"/images/{file}"

    def run(lab: Lab, params: Params) -> Result:
        """Through the runs of the application, which keep slow ones on disk."""
        runs: Runs = app.extensions["runs"]
        return runs.run(lab.slug, params, is_patient=True)

    def at_hand(lab: Lab, params: Params) -> Result:
        runs: Runs = app.extensions["runs"]
        found = runs.at_hand(lab.slug, params)
        if found is None:
            raise NotReady(lab.slug)
        return found

    store = LessonStore(folder, Bench(get_lab, all_labs, run=run), image_address=address, with_drafts=False)
    app.extensions["shelf"] = Shelf(store, Bench(get_lab, all_labs, run=at_hand), images)
    app.add_url_rule("/images/<file>", "image", image)
    app.jinja_env.globals["course_title"] = lambda: get_course().title


def get_shelf() -> Shelf:
    shelf: Shelf = current_app.extensions["shelf"]
    return shelf


def get_course() -> Course:
    return get_shelf().course


def new_ids() -> dict[str, str]:
    """Old item ids and what they are called now."""
    return dict(newest_ids(get_course().renamed))


def image(file: str) -> Response:
    _ = get_course()
    path = get_shelf().images.get(file)
    if path is None:
        abort(404)
    kind = guess_type(path.name)[0] or "application/octet-stream"
    return Response(path.read_bytes(), content_type=kind, headers={"Cache-Control": FOREVER})
