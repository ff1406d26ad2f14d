"""The schema of every lab: each setting with its words, and a default of the type that is declared beside it.
It names no lab and no setting."""

import pytest

from labs import Lab, all_labs, describe, params_form, parse, schema

LABS = list(all_labs().values())
TYPES = {"integer": int, "number": float, "boolean": bool, "string": str, "array": list, "null": type(None)}


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.slug)
def test_a_schema_describes_every_setting(lab: Lab) -> None:
    made = schema(lab)
    assert made["additionalProperties"] is False
    assert list(made["properties"]) == [spec.name for spec in describe(lab)]
    for spec in describe(lab):
        form = made["properties"][spec.name]
        assert (form["title"], form["description"]) == (spec.label, spec.help)


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.slug)
def test_a_default_is_of_its_declared_type_and_the_one_that_a_result_tells(lab: Lab) -> None:
    told = params_form(parse(lab, []))
    for name, form in schema(lab)["properties"].items():
        default = form["default"]
        assert default == told[name]
        allowed = [form["type"]] if isinstance(form["type"], str) else form["type"]
        assert type(default) in [TYPES[each] for each in allowed], name
        items = form.get("items", {})
        for each in default if form["type"] == "array" else ():
            assert each in items["enum"] if "enum" in items else type(each) is TYPES[items["type"]], name
