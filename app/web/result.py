"""A result as the page shows it: sentence, change, figures with their drawings, tables, facts with their sources.
It refuses to know requests and the form."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from markupsafe import Markup

from app.drawing import LATER, both, wide
from app.plot import plot
from app.web.cells import heads, rows, shown
from app.web.runs import data_folder, run_lab
from app.web.seen import HOW, Seen
from labs import Figure, Lab, Params, Result, Table, digest, get_lab, query


@dataclass(frozen=True)
class ShownFigure:
    """A figure and what the server draws of it."""

    figure: Figure
    drawing: Markup


@dataclass(frozen=True)
class ShownTable:
    """A table ready to be printed, with the figures that view it; the lead figure stands beside the controls instead.
    `lines` are the reference lines that its figures draw."""

    table: Table
    rows: tuple[str, ...]
    lines: tuple[str, ...]
    figures: tuple[ShownFigure, ...]
    has_words: bool

    @property
    def head(self) -> Markup:
        """The cells of the head."""
        return Markup(heads(self.table.columns))

    @property
    def body(self) -> Markup:
        """The rows, each after a line break."""
        return Markup("".join([f"\n{row}" for row in self.rows]))


@dataclass(frozen=True)
class ShownResult:
    """All that a result's region prints; without `has_origin` the page shows not where its numbers come from."""

    lab: Lab
    params: Params
    result: Result
    lead: ShownFigure | None
    tables: tuple[ShownTable, ...]
    kinds: tuple[str, ...]
    has_origin: bool
    query: str

    @property
    def digest(self) -> str:
        """The digest of the numbers, made where it is printed."""
        return digest(self.lab, self.params, self.result)


def show_result(slug: str, params: Params, seen: Seen = None) -> ShownResult:
    """The result of a lab at these parameters, ready to be printed, with the parts that are seen."""
    return _show(slug, params, seen, data_folder())


# Few, because finished answers are remembered too; these serve the page and its parts at the same settings.
@lru_cache(maxsize=8)
def _show(slug: str, params: Params, seen: Seen, data: Path) -> ShownResult:
    lab, result = get_lab(slug), run_lab(slug, params)
    figures = tuple(show_figure(figure, result, seen) for figure in result.figures)
    return ShownResult(
        lab=lab,
        params=params,
        result=result,
        lead=figures[0] if figures else None,
        tables=tuple(show_table(table, result, figures[1:]) for table in result.tables),
        kinds=tuple(sorted({fact.kind for fact in result.facts.values()})),
        has_origin=seen is None or HOW in seen,
        query=query(params),
    )


def show_figure(figure: Figure, result: Result, seen: Seen = None) -> ShownFigure:
    if seen is not None and figure.name not in seen:
        return ShownFigure(figure, LATER)
    drawn = both if seen is None else wide
    return ShownFigure(figure, drawn(figure, result.table(figure.table), result.facts))


def live_figures(slug: str, params: Params) -> str:
    """JSON by figure name, for the library that draws them live: asked for only when one nears the screen."""
    result = run_lab(slug, params)
    drawn = {figure.name: plot(figure, result.table(figure.table), result.facts) for figure in result.figures}
    return json.dumps(drawn, separators=(",", ":"), allow_nan=False)


def show_table(table: Table, result: Result, figures: tuple[ShownFigure, ...]) -> ShownTable:
    lines = {
        f"{line.label}: {shown(result.facts[line.fact])}"
        for figure in result.figures
        if figure.table == table.name
        for line in figure.lines
    }
    views = tuple(shown for shown in figures if shown.figure.table == table.name)
    has_words = any(column.name == "interpretation" for column in table.columns)
    return ShownTable(table, rows(table), tuple(sorted(lines)), views, has_words)
