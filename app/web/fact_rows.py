"""The rows that say of each number where it comes from, written in one go, with the address of its formula.
It refuses to know the tables and figures of a result."""

from collections.abc import Mapping
from functools import lru_cache

from flask import Flask
from markupsafe import Markup

from app.web.addresses import address_of
from app.web.cells import Cell, cell, escaped
from app.web.sources import sourced
from labs import Fact, facts_checked, get_lab, topic_of


def register(app: Flask) -> None:
    app.jinja_env.globals["fact_rows"] = fact_rows


def fact_rows(facts: Mapping[str, Fact], slug: str) -> Markup:
    """A row a number: label, value, unit, kind, formula and source, each row after a line break."""
    # A fact that has two names, such as the answer, is one number and one row.
    names: dict[Fact, set[str]] = {}
    for name, each in facts.items():
        names.setdefault(each, set()).add(name)
    # Written here, because a template takes several times as long over so many cells.
    lab_cases = _lab_cases(slug)
    return Markup("".join([_row(each, lab_cases if its & checked(slug) else "—") for each, its in names.items()]))


@lru_cache(maxsize=32)
def checked(slug: str) -> frozenset[str]:
    """The facts that the lab's own cases check."""
    return facts_checked(get_lab(slug))


def _lab_cases(slug: str) -> str:
    """The way to the cases of a number that the lab adds up from others, by no formula of its own."""
    address = address_of("reference", topic=slug, _anchor=slug)
    return f'<a href="{escaped(address)}">cases of this lab</a>'


def _row(fact: Fact, otherwise: str) -> str:
    said = cell(fact.value, fact.places, True)
    value = f'<data value="{said.exact}">{said.text}</data>' if said.exact else escaped(_words(fact, said))
    formula = otherwise
    if fact.formula:
        formula = f'<a href="{escaped(formula_address(fact.formula))}"><code>{escaped(fact.formula)}</code></a>'
    cells = (escaped(fact.unit), fact.kind, formula, sourced(fact.source or "from the settings"))
    head = f'<tr><th scope="row">{escaped(fact.label)}</th><td class="n">{value}</td>'
    return f"\n{head}<td>{'</td><td>'.join(cells)}</td></tr>"


def _words(fact: Fact, said: Cell) -> str:
    return fact.absent if fact.value is None else said.text


def formula_address(name: str) -> str:
    """Where a formula and its cases are shown."""
    return address_of("reference", topic=topic_of(name), _anchor=name)
