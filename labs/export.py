"""A result in the forms that leave the house: the JSON form, its digest, a table as CSV.
It refuses to know addresses and pages."""

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from labs.address import as_text, settings
from labs.lab import Column, Fact, Figure, Lab, Result, Scalar, Table
from labs.params import Group, Params, Value
from labs.units import significant

WORDS = "interpretation"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def result_form(lab: Lab, params: Params, result: Result) -> dict[str, Any]:
    """The result as plain values ready for JSON."""
    return {
        "slug": lab.slug,
        "version": lab.version,
        "params": params_form(params),
        "summary": result.summary,
        "facts": {name: _fact_form(fact) for name, fact in result.facts.items()},
        "tables": [_table_form(table) for table in result.tables],
        "figures": [_figure_form(figure, result.facts) for figure in result.figures],
        "notes": list(result.notes),
        "digest": digest(lab, params, result),
    }


def params_form(params: Params) -> dict[str, Any]:
    """Every parameter as a JSON value; decimals become numbers."""
    return {spec.name: plain_value(value) for spec, value in settings(params)}


def plain_value(value: Value | Group) -> Any:
    """One parameter as a JSON value: a decimal is a number, a list an array, a group its text, nothing null."""
    if isinstance(value, tuple):
        return [plain_value(each) for each in value]
    if isinstance(value, Group):
        return as_text(value)
    return float(value) if isinstance(value, Decimal) else value


def _fact_form(fact: Fact) -> dict[str, Any]:
    return {"value": fact.value, "unit": fact.unit, "kind": fact.kind, "digits": fact.digits}


def _column_form(column: Column) -> dict[str, Any]:
    return {
        "name": column.name,
        "label": column.label,
        "unit": column.unit,
        "type": column.type,
        "digits": column.digits,
    }


def _table_form(table: Table) -> dict[str, Any]:
    return {
        "name": table.name,
        "caption": table.caption,
        "columns": [_column_form(column) for column in table.columns],
        "rows": [list(row) for row in table.rows],
    }


def _figure_form(figure: Figure, facts: Mapping[str, Fact]) -> dict[str, Any]:
    return {
        "name": figure.name,
        "kind": figure.kind,
        "table": figure.table,
        "x": figure.x,
        "y": list(figure.y),
        "interval": list(figure.interval) if figure.interval else None,
        "lines": [
            {"axis": line.axis, "fact": line.fact, "value": facts[line.fact].value, "label": line.label}
            for line in figure.lines
        ],
        "x_title": figure.x_title,
        "y_title": figure.y_title,
        "scale": figure.scale,
        "summary": figure.summary,
    }


def digest(lab: Lab, params: Params, result: Result) -> str:
    """`sha256:` and the hash of slug, params, facts and tables at their significant digits.

    Measured facts and columns, words and figures are left out, so that it is equal in another process and on another
    machine.
    """
    return _hashed(digest_form(lab, params, result))


def digest_form(lab: Lab, params: Params, result: Result) -> dict[str, Any]:
    """What the digest is of: {slug, params, facts: {name: value}, tables: {name: {columns, rows}}}, rounded."""
    facts = {name: _rounded(fact.value, fact.digits) for name, fact in result.facts.items() if fact.kind != "measured"}
    tables = {table.name: _digest_table(table) for table in result.tables}
    return {"slug": lab.slug, "params": params_form(params), "facts": facts, "tables": tables}


def digest_of(form: Mapping[str, Any]) -> str:
    """The digest of a result form without tables, by the same rule."""
    facts = {
        name: _rounded(fact["value"], fact["digits"])
        for name, fact in form["facts"].items()
        if fact["kind"] != "measured"
    }
    return _hashed({"slug": form["slug"], "params": form["params"], "facts": facts, "tables": {}})


def _hashed(form: Mapping[str, Any]) -> str:
    text = json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def _digest_table(table: Table) -> dict[str, Any]:
    columns = [column for column in table.columns if column.name != WORDS and not column.measured]
    rounded = [_rounded_all(table.values(column.name), column.digits) for column in columns]
    return {"columns": [column.name for column in columns], "rows": list(zip(*rounded, strict=True))}


def _rounded(value: Scalar, digits: int) -> Scalar:
    return significant(value, digits) if isinstance(value, float) else value


def _rounded_all(values: Iterable[Scalar], digits: int) -> list[Scalar]:
    return [significant(value, digits) if isinstance(value, float) else value for value in values]


def table_csv(table: Table) -> str:
    """The table as RFC 4180 CSV at full precision; text that a spreadsheet would run gets a leading apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(
        _inert(f"{column.name} [{column.unit}]" if column.unit else column.name) for column in table.columns
    )
    for row in table.rows:
        writer.writerow(_cell(value) for value in row)
    return out.getvalue()


def _cell(value: Scalar) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _inert(value) if isinstance(value, str) else repr(value)


def _inert(text: str) -> str:
    return "'" + text if text.startswith(FORMULA_STARTS) else text
