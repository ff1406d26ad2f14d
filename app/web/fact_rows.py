"""The rows that say of each number where it comes from, written in one go, with the address of its formula.
It refuses to know the tables and figures of a result."""

from collections.abc import Mapping

from flask import Flask
from markupsafe import Markup

from app.web.addresses import address_of
from app.web.cells import Cell, cell, escaped
from labs import Fact, topic_of


def register(app: Flask) -> None:
    app.jinja_env.globals["fact_rows"] = fact_rows


def fact_rows(facts: Mapping[str, Fact]) -> Markup:
    """A row a number: label, value, unit, kind, formula and source, each row after a line break."""
    # A fact that has two names, such as the answer, is one number and one row.
    # Written here, because a template takes several times as long over so many cells.
    return Markup("".join([_row(each) for each in dict.fromkeys(facts.values())]))


def _row(fact: Fact) -> str:
    said = cell(fact.value, fact.places, True)
    value = f'<data value="{said.exact}">{said.text}</data>' if said.exact else escaped(_words(fact, said))
    formula = "—"
    if fact.formula:
        formula = f'<a href="{escaped(formula_address(fact.formula))}"><code>{escaped(fact.formula)}</code></a>'
    cells = (escaped(fact.unit), fact.kind, formula, escaped(fact.source or "from the settings"))
    head = f'<tr><th scope="row">{escaped(fact.label)}</th><td class="n">{value}</td>'
    return f"\n{head}<td>{'</td><td>'.join(cells)}</td></tr>"


def _words(fact: Fact, said: Cell) -> str:
    return fact.absent if fact.value is None else said.text


def formula_address(name: str) -> str:
    """Where a formula and its cases are shown."""
    return address_of("reference", topic=topic_of(name), _anchor=name)
