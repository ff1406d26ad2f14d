"""Results of labs inside lessons: names made unique for the page, drawings by the server only, the parts asked for.
It refuses to know forms and answers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import urlencode

from app.web.fields import Field, build_form
from app.web.job_views import JobView, job_view
from app.web.result import ShownFigure, ShownTable, show_figure, show_table
from app.web.run_panel import Panel, panel_of
from app.web.runs import REMEMBERED, run_lab
from app.web.told import Prediction, with_prediction
from labs import BadParams, Figure, Lab, Params, Result, Table, TooMuchAtOnce, as_text, get_lab, parse, query, settings


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
    """An embedded lab: its controls with errors beside them, and the result when there is one."""

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
    form = build_form(lab, {spec.name: as_text(value) for spec, value in settings(params)}, {})
    found = []
    for field in (*form.controls, *(each for group in form.groups for each in group.fields)):
        spec, text = field.spec, field.text
        is_number = spec.kind in ("whole", "decimal", "real") and text != ""
        found.append((spec.label, spec.choices.get(text, text), spec.unit if text else "", text if is_number else ""))
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
    texts = {spec.name: as_text(value) for spec, value in settings(base)}
    chosen = {name: asked[f"{id}.{name}"] for name in (*controls, *lab.live_with) if f"{id}.{name}" in asked}
    errors: dict[str, str] = {}
    part, result, job = None, None, None
    try:
        params = parse(lab, [(name, text) for name, text in (texts | chosen).items() if name in chosen or text != ""])
        if said is None:
            part = show_part(slug, params, id, show)
        else:
            # One learner's own words; they are not worth a place among the remembered.
            part = _part(with_prediction(run_lab(slug, params), said), slug, params, id, show)
        result = run_lab(slug, params)
    except TooMuchAtOnce as much:
        if lab.so_far is None or not here:
            errors = {error.name: error.message for error in much.errors}
        else:
            job = job_view(lab, params, much, place=(_address(here, id, chosen), f"lab-{id}-result"))
    except BadParams as bad:
        errors = {error.name: error.message for error in bad.errors}
    form = build_form(lab, texts | chosen, errors)
    fields = {
        field.spec.name: field for field in (*form.controls, *(each for group in form.groups for each in group.fields))
    }
    shown = tuple(_own(fields[name], id) for name in controls if name in fields)
    told = tuple((f"{id}.{name}", said) for name, said in errors.items())
    panel = panel_of(result) if result else None
    back = _address(here, id, chosen | dict(lab.live_with))
    return LabView(id, lab, shown, told, part, _query(id, chosen), result, panel, job, back)


def _query(id: str, chosen: Mapping[str, str]) -> str:
    return f"?{urlencode({f'{id}.{name}': text for name, text in chosen.items()})}" if chosen else ""


def _address(here: str, id: str, chosen: Mapping[str, str]) -> str:
    return f"{here}{_query(id, chosen)}#lab-{id}"


def _own(field: Field, id: str) -> Field:
    return replace(field, spec=replace(field.spec, name=f"{id}.{field.spec.name}"))
