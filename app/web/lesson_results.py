"""Results of labs inside lessons: names made unique for the page, drawings by the server only, the parts asked for.
It refuses to know forms and answers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import urlencode

from app.web.fields import Field, build_form, texts_of
from app.web.job_views import JobView, job_view
from app.web.phrases import counted
from app.web.result import ShownFigure, ShownTable, show_figure, show_table
from app.web.run_panel import Panel, panel_of
from app.web.runs import REMEMBERED, run_lab
from app.web.told import Prediction, with_prediction
from app.web.walks import Steps, steps, up_to_the_end
from labs import BadParams, Figure, Lab, Params, Result, Table, TooMuchAtOnce, get_lab, parse, query, settings

# What a setting is called that was left empty.
NONE = "none"


@dataclass(frozen=True)
class Part:
    """A result's sentence with some of its figures, each with the table that says the same."""

    says: str
    because: str
    figures: tuple[ShownFigure, ...]
    tables: tuple[ShownTable, ...]
    kinds: tuple[str, ...]
    slug: str
    query: str
    settings: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True)
class LabView:
    """An embedded lab: its controls with errors beside them, the result when there is one, and the steps that lead on
    from it."""

    id: str
    lab: Lab
    fields: tuple[Field, ...]
    errors: tuple[tuple[str, str], ...]
    part: Part | None
    asked: str
    result: Result | None = None
    panel: Panel | None = None
    job: JobView | None = None
    back: str = ""
    steps: tuple[Steps, ...] = ()

    @property
    def is_watched(self) -> bool:
        """Whether a run of a model is shown, or one under way."""
        return self.panel is not None or self.job is not None


@lru_cache(maxsize=REMEMBERED)
def show_part(slug: str, params: Params, id: str, names: tuple[str, ...] = ()) -> Part:
    """The named figures and tables of a run, all when none is named, under names that begin with `id`."""
    return _part(run_lab(slug, params), slug, params, id, names)


def _part(result: Result, slug: str, params: Params, id: str, names: tuple[str, ...]) -> Part:
    figures = tuple(each for each in result.figures if not names or each.name in names)
    needed = {each.table for each in figures}
    tables = tuple(each for each in result.tables if not names or each.name in names or each.name in needed)
    renamed = with_prefix(result, figures, tables, id)
    return Part(
        says=result.says,
        because=result.because,
        figures=tuple(show_figure(each, renamed) for each in renamed.figures),
        tables=tuple(show_table(each, renamed, ()) for each in renamed.tables),
        kinds=tuple(sorted({fact.kind for fact in result.facts.values()})),
        slug=slug,
        query=query(params),
        settings=told_settings(get_lab(slug), params),
    )


def told_settings(lab: Lab, params: Params) -> tuple[tuple[str, str, str, str], ...]:
    """Label, words, unit and full number of each setting that the run used."""
    form = build_form(lab, texts_of(params), {})
    found = []
    for field in (*form.controls, *(each for group in form.groups for each in group.fields)):
        spec, text = field.spec, field.text
        is_number = spec.kind in ("whole", "decimal", "real") and text != ""
        words, _, unit = counted(text, spec.unit).partition(" ") if is_number else (text, "", spec.unit if text else "")
        found.append((spec.label, spec.choices.get(text, words) or NONE, unit, text if is_number else ""))
    return tuple(found)


def with_prefix(result: Result, figures: tuple[Figure, ...], tables: tuple[Table, ...], id: str) -> Result:
    """The result with these parts only; two labs of a page may give the same names, and ids come from them."""
    return replace(
        result,
        figures=tuple(replace(each, name=f"{id}-{each.name}", table=f"{id}-{each.table}") for each in figures),
        tables=tuple(replace(each, name=f"{id}-{each.name}") for each in tables),
    )


def lab_view(
    id: str,
    slug: str,
    base: Params,
    controls: tuple[str, ...],
    show: tuple[str, ...],
    asked: Mapping[str, str],
    said: Prediction | None = None,
    here: str = "",
) -> LabView:
    """The lab with the settings of the lesson, on top of them those that the reader chose, and what was said; `here`
    is the path of the screen, to which a run that was asked for there comes back."""
    lab = get_lab(slug)
    texts = texts_of(base)
    chosen = {name: asked[f"{id}.{name}"] for name in (*controls, *lab.live_with) if f"{id}.{name}" in asked}
    # An empty text stands for nothing given, which differs from the default where there is one.
    emptied = {spec.name: "" for spec, value in settings(base) if value is None and spec.default is not None}
    errors: dict[str, str] = {}
    part, result, job = None, None, None
    walked: tuple[Steps, ...] = ()
    try:
        kept = chosen | emptied
        params = parse(lab, [(name, text) for name, text in (texts | chosen).items() if text or name in kept])
        result = run_lab(slug, params)
        # A learner's own words are not worth a place among the remembered.
        part = _said_part(result, slug, params, id, show, said)
        walked = tuple(each for each in steps(lab, params, result) if each.name in controls)
    except TooMuchAtOnce as much:
        if lab.so_far is None or not here:
            errors = {error.name: error.message for error in much.errors}
        else:
            job = job_view(lab, params, much, place=(_address(here, id, chosen), f"lab-{id}-result"))
    except BadParams as bad:
        errors = {error.name: error.message for error in bad.errors}
    shown = tuple(_own(each, id) for each in _fields(lab, texts | chosen, errors, controls, result))
    told = tuple((f"{id}.{name}", said) for name, said in errors.items())
    panel = panel_of(result) if result else None
    back = _address(here, id, chosen | dict(lab.live_with))
    return LabView(id, lab, shown, told, part, _query(id, chosen), result, panel, job, back, walked)


def _said_part(
    result: Result, slug: str, params: Params, id: str, show: tuple[str, ...], said: Prediction | None
) -> Part:
    return (
        show_part(slug, params, id, show)
        if said is None
        else _part(with_prediction(result, said), slug, params, id, show)
    )


def _fields(
    lab: Lab, texts: Mapping[str, str], errors: Mapping[str, str], controls: tuple[str, ...], result: Result | None
) -> tuple[Field, ...]:
    """The controls; a lone one that is gone through ends where the run ends, which no other control can move."""
    form = build_form(lab, texts, errors)
    fields = {
        each.spec.name: each for each in (*form.controls, *(one for group in form.groups for one in group.fields))
    }
    shown = tuple(fields[name] for name in controls if name in fields)
    if result is None or len(shown) != 1:
        return shown
    return (up_to_the_end(shown[0], lab, result),)


def _query(id: str, chosen: Mapping[str, str]) -> str:
    return f"?{urlencode({f'{id}.{name}': text for name, text in chosen.items()})}" if chosen else ""


def _address(here: str, id: str, chosen: Mapping[str, str]) -> str:
    return f"{here}{_query(id, chosen)}#lab-{id}"


def _own(field: Field, id: str) -> Field:
    return replace(field, spec=replace(field.spec, name=f"{id}.{field.spec.name}"))
