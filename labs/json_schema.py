"""The parameters of a lab as a JSON schema, for programs that call it.
It refuses to know anything that labs/params.py does not declare."""

from typing import Any

from labs.export import plain_value
from labs.lab import Lab
from labs.params import LISTS, Spec, describe

TYPES = {"whole": "integer", "decimal": "number", "real": "number", "yesno": "boolean", "choice": "string"}
WORDS_PATTERN = "^[ -~]{0,64}$"
FILE_PATTERN = "^([0-9a-f]{64})?$"


def schema(lab: Lab) -> dict[str, Any]:
    """A JSON schema (draft 2020-12) of the parameters, with the unit and help of each; defaults are as in a result."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": lab.title,
        "description": lab.question,
        "type": "object",
        "additionalProperties": False,
        "properties": {spec.name: _property(spec) for spec in describe(lab.params)},
    }


def _property(spec: Spec) -> dict[str, Any]:
    form: dict[str, Any] = {"title": spec.label, "description": spec.help, "default": plain_value(spec.default)}
    if spec.kind == "file":
        return form | {"type": _type("string", spec), "pattern": FILE_PATTERN}
    if spec.kind == "words":
        return form | {"type": _type("string", spec), "pattern": WORDS_PATTERN}
    if spec.kind == "choices":
        return form | {"type": "array", "items": {"enum": list(spec.choices)}, "uniqueItems": True}
    if spec.kind in LISTS:
        return form | {"type": "array", "items": _item(spec), "minItems": 1, "maxItems": spec.items}
    form["type"] = _type(TYPES[spec.kind], spec)
    if spec.kind == "choice":
        form["enum"] = list(spec.choices)
    elif spec.kind != "yesno":
        form |= {"minimum": float(spec.low), "maximum": float(spec.high)}
    return form | ({"x-unit": spec.unit} if spec.unit else {})


def _type(name: str, spec: Spec) -> str | list[str]:
    """The type with null where nothing may be given."""
    return [name, "null"] if spec.optional or spec.default is None else name


def _item(spec: Spec) -> dict[str, Any]:
    if spec.kind == "groups":
        return {"type": "string", "description": "name:acceptance:weight"}
    return {"type": TYPES[spec.item], "minimum": float(spec.low), "maximum": float(spec.high)}
