"""The only door to the labs: what exists, reading values, describing, and the value types.
It refuses to load any room where a model runs."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from labs.address import as_text, moved, query, settings
from labs.apart import run_apart, runs_apart
from labs.export import digest, digest_form, digest_of, params_form, result_form, table_csv
from labs.formula_table import Formula, formulas, named_mistakes, source_of, topic_of
from labs.json_schema import schema
from labs.lab import Column, Fact, Figure, Files, Kind, Lab, Line, Result, Scalar, Table, Upload, Walk
from labs.lab_vectors import check_cases, check_lab, facts_checked, lab_named_in, lab_sources
from labs.offers import Offered
from labs.on_paper import written_sums
from labs.params import BadParams, FieldError, Group, Params, Spec, Value
from labs.params import describe as describe_params
from labs.reading import MAX_TEXT, quote
from labs.reading import parse as parse_params
from labs.telling import Event, Tell, TooMuchAtOnce, progress
from labs.units import SMALL_GB, brief_places, briefly, count, number, with_unit
from labs.vector_report import report_lines
from labs.vectors import FileReport, Outcome, UnreadableVectors, check_own_vectors, check_vectors

__all__ = [
    "MAX_TEXT",
    "SMALL_GB",
    "BadParams",
    "Column",
    "Event",
    "Fact",
    "FieldError",
    "Figure",
    "FileReport",
    "Files",
    "Formula",
    "Group",
    "Kind",
    "Lab",
    "Line",
    "Offered",
    "Outcome",
    "Params",
    "Result",
    "Scalar",
    "Spec",
    "Table",
    "Tell",
    "TooMuchAtOnce",
    "UnknownLab",
    "UnreadableVectors",
    "Upload",
    "Value",
    "Walk",
    "all_labs",
    "as_text",
    "brief_places",
    "briefly",
    "check_cases",
    "check_lab",
    "check_own_vectors",
    "check_vectors",
    "count",
    "describe",
    "digest",
    "digest_form",
    "digest_of",
    "facts_checked",
    "formulas",
    "get_lab",
    "lab_named_in",
    "lab_sources",
    "moved",
    "named_mistakes",
    "number",
    "params_form",
    "parse",
    "progress",
    "query",
    "quote",
    "report_lines",
    "result_form",
    "run_apart",
    "runs_apart",
    "schema",
    "settings",
    "source_of",
    "table_csv",
    "topic_of",
    "with_unit",
    "written_sums",
]


class UnknownLab(LookupError):
    """No lab has this slug; `near` are those that look alike."""

    def __init__(self, slug: str, near: Iterable[str]) -> None:
        self.slug = slug
        self.near = tuple(near)
        hint = f" Did you mean {' or '.join(self.near)}?" if self.near else ""
        super().__init__(f'There is no lab "{quote(slug)}".{hint}')


@cache
def all_labs() -> Mapping[str, Lab]:
    """Slug -> lab, for every folder of this package whose `__init__` has a LAB."""
    rooms = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    found = [getattr(import_module(f"{__name__}.{room}"), "LAB", None) for room in rooms]
    return {lab.slug: lab for lab in found if isinstance(lab, Lab)}


def get_lab(slug: str) -> Lab:
    """The lab of that slug; UnknownLab names the nearest that exist."""
    labs = all_labs()
    if slug not in labs:
        raise UnknownLab(slug, get_close_matches(slug, labs, n=2, cutoff=0.4))
    return labs[slug]


def describe(lab: Lab) -> tuple[Spec, ...]:
    """The declared parameters of a lab, in order."""
    return describe_params(lab.params)


def parse(lab: Lab, pairs: Iterable[tuple[str, str]]) -> Params:
    """The parameters of a run from (name, text) pairs; BadParams tells all that is wrong at once."""
    return parse_params(lab.params, pairs)
