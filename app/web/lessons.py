"""The pages of lessons: contents with a way to resume, one page a screen, all on paper, the glossary.
It refuses to take answers; items.py does."""

from typing import Any

from flask import Flask, Response, abort, current_app, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.course.items import Try
from app.course.lesson import LabBlock, Lesson, Screen, every_block
from app.course.outline import item_ids
from app.course.path import minutes_left, neighbours, ways
from app.store import NotRead
from app.web.course import get_course, new_ids
from app.web.item_states import States, resume_screen, states_of
from app.web.learner import current_attempts, current_learner
from app.web.result import ShownTable
from app.web.rounds import turns_now
from app.web.screen_views import screen_views, term_id
from app.web.sitting import Sitting
from app.web.views import View, every_view
from labs import Table, quote, table_csv

MOST_ASKED = 40
READINESS = "readiness"
THESIS = "thesis"
RETRY_S = 10


def register(app: Flask) -> None:
    app.add_url_rule("/lessons", "lessons", lessons)
    app.add_url_rule("/lessons/<lesson>", "lesson", contents)
    app.add_url_rule("/lessons/<lesson>/<screen>", "screen", screen_page)
    app.add_url_rule("/lessons/<lesson>/<screen>/<table>.csv", "lesson_csv", table_file)
    app.jinja_env.globals["term_id"] = term_id
    app.jinja_env.globals["table_words"] = table_words
    app.jinja_env.globals["which_words"] = which_words


def lessons() -> str:
    return render_template("lessons.html", course=get_course(), states=learner_states())


def contents(lesson: str) -> str:
    found, states = find_lesson(lesson), learner_states()
    if request.args.get("paper") == "yes":
        printed = to_print(found, states)
        pages = [(each, screen_views(sitting_at(found, each, states, is_paper=True))) for each in printed]
        left = found.screens[len(printed) :]
        address = url_for("screen", lesson=found.id, screen=printed[-1].id)
        return render_template("lesson_paper.html", lesson=found, pages=pages, left=left, open_address=address)
    return render_template(
        "lesson_contents.html",
        lesson=found,
        states=states,
        resume=resume_screen(found, states),
        ways=ways(found),
        others=get_course().lessons,
    )


def to_print(lesson: Lesson, states: States) -> tuple[Screen, ...]:
    """All screens, or those up to an open decision of the thesis: what stands behind it speaks of its outcome."""
    for place, screen in enumerate(lesson.screens):
        if screen.part == THESIS and not states.is_done(screen):
            return lesson.screens[: place + 1]
    return lesson.screens


def screen_page(lesson: str, screen: str) -> ResponseReturnValue:
    found = find_lesson(lesson)
    page = found.screen(screen)
    if page is None:
        names = ", ".join(each.id for each in found.screens)
        abort(404, f'The lesson "{found.title}" has no screen "{quote(screen)}". It has {names}.')
    sitting = sitting_at(found, page, learner_states())
    target = request.headers.get("HX-Target", "").partition("#")[2]
    if target.startswith("lab-"):
        id = target.removeprefix("lab-").removesuffix("-result")
        return _lab_alone(sitting, id, is_whole=not target.endswith("-result"))
    return render_screen(sitting)


def _lab_alone(sitting: Sitting, id: str, is_whole: bool) -> ResponseReturnValue:
    """The result of an embedded lab with other settings; the whole lab when they are not right, or are right again.
    Only who presses is led to the errors; a moving slider is not."""
    found = (each for each in every_view(screen_views(sitting)) if each.kind == "lab" and each.id == id)
    view = next(found, None)
    if view is None:
        return abort(404, "This screen has no such lab.")
    if view.more.errors or is_whole:
        asked, status = "X-Live" not in request.headers, 422 if view.more.errors else 200
        page = render_template("_parts/lab_alone.html", view=view, sitting=sitting, asked=asked)
        response = make_response(page, status)
        response.headers["HX-Retarget"] = f"#lab-{id}"
        response.headers["HX-Reswap"] = "outerHTML"
    else:
        response = make_response(render_template("_parts/lab_result.html", shown=view.more, sitting=sitting))
    response.vary.add("HX-Target")
    return response


def table_file(lesson: str, screen: str, table: str) -> Response:
    """A table as CSV, when the learner may see it on the screen now."""
    found = find_lesson(lesson)
    page = found.screen(screen)
    shown = tables_in(screen_views(sitting_at(found, page, learner_states()))) if page else {}
    if table not in shown:
        return abort(404, "This screen shows no such table now.")
    response = Response(table_csv(shown[table]), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{table}.csv"'
    return response


def tables_in(views: tuple[View, ...]) -> dict[str, Table]:
    """The tables of the labs and tries among these views, by name."""
    found: list[ShownTable] = []
    for view in every_view(views):
        if view.kind == "lab" and view.more.part:
            found += view.more.part.tables
        elif view.kind == "try":
            parts = (view.more.base, view.more.shape)
            found += [table for part in parts if part for table in part.tables]
            sweep = view.more.sweep
            found += [table for table in (sweep.table, sweep.curve) if table] if sweep else []
    return {each.table.name: each.table for each in found}


def table_words(screen: Screen, table: Table, is_paper: bool = False) -> str:
    """What a link to the table is called. Two labs of a screen may show tables of one caption, and so may two screens
    that are printed together."""
    return f"{table.caption}{which_words(screen, table.name, is_paper)}"


def which_words(screen: Screen, id: str, is_paper: bool = False) -> str:
    """Which lab of its screen has this id or one that begins with it, in words that follow a name; empty when there is
    one alone."""
    owners = [each.id for each in every_block(screen.blocks) if isinstance(each, LabBlock)]
    owners += [each.item.id for each in every_block(screen.blocks) if isinstance(each, Try)]
    place = next((place for place, owner in enumerate(owners, 1) if f"{id}-".startswith(f"{owner}-")), 0)
    which = f", lab {place} of {len(owners)} here" if len(owners) > 1 and place else ""
    return f"{which}{f', {screen.title}' if is_paper else ''}"


def render_screen(sitting: Sitting, status: int = 200) -> ResponseReturnValue:
    """The whole page of a screen."""
    views = screen_views(sitting)
    has_runs = any(view.kind == "lab" and view.more.is_watched for view in every_view(views))
    page = render_template("screen.html", views=views, has_runs=has_runs, **screen_context(sitting))
    response = make_response(page, status)
    response.vary.add("HX-Target")
    return response


def screen_context(sitting: Sitting) -> dict[str, Any]:
    """What the frame of a screen prints beside its blocks."""
    lesson, screen = sitting.lesson, sitting.screen
    beside = neighbours(lesson, screen)
    return {
        "sitting": sitting,
        "lesson": lesson,
        "screen": screen,
        "progress": _progress(lesson, screen),
        "before": beside.before,
        "next": beside.next,
        "is_done": all(sitting.state(id).is_open for id in item_ids(screen)),
        "findings": get_course().findings if current_app.config.get("PREVIEW") else (),
        "is_stale": lesson.id in get_course().stale,
    }


def _progress(lesson: Lesson, screen: Screen) -> str:
    minutes, hour = minutes_left(lesson, screen), ways(lesson).hour
    about = f"about {minutes} {'minute' if minutes == 1 else 'minutes'}"
    return f"Screen {hour.index(screen) + 1} of {len(hour)}, {about} left" if screen in hour else f"Extra, {about}"


def sitting_at(lesson: Lesson, screen: Screen, states: States, **more: Any) -> Sitting:
    learner = current_learner()
    asked = dict(list(request.args.items())[:MOST_ASKED])
    seed = learner.seed if learner else 0
    return Sitting(lesson, screen, states, seed=seed, asked=asked, turns=turns_now(screen, states, asked), **more)


def learner_states() -> States:
    try:
        return states_of(current_attempts(), new_ids())
    except NotRead as problem:
        return States({}, str(problem))


def find_lesson(id: str) -> Lesson:
    found = get_course().lesson(id)
    if found is None and id in get_course().preparing:
        abort(make_response(render_template("preparing.html"), 503, {"Retry-After": str(RETRY_S)}))
    if found is None:
        names = ", ".join(each.id for each in get_course().lessons) or "none yet"
        abort(404, f'There is no lesson "{quote(id)}". There are: {names}.')
    return found


def readiness() -> tuple[Lesson, Screen] | None:
    """The screen that asks whether one is ready: the first whose id is, or ends with, `readiness`."""
    for lesson in get_course().lessons:
        for screen in lesson.screens:
            if screen.id == READINESS or screen.id.endswith(f"-{READINESS}"):
                return lesson, screen
    return None
