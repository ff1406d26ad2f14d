"""YAML as text with places: nothing is converted, nothing expands, each fault is told where it stands.
They refuse to know which keys lessons have.
"""

import time

import pytest

from app.course.diagnostics import Diagnostic, Findings
from app.course.fields import Fields
from app.course.source import as_source
from app.course.yaml_text import Entries, Items, Node, Text, read_yaml

LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


def read(text: str, first_line: int = 1) -> tuple[Node | None, list[Diagnostic]]:
    source = as_source("x.yml", text)
    findings = Findings(source.name, source.lines)
    return read_yaml(source.text, findings, first_line), findings.found


def entries(text: str) -> Entries:
    node, found = read(text)
    assert found == []
    assert isinstance(node, Entries)
    return node


@pytest.mark.parametrize(
    "word", ["yes", "no", "null", "~", "3e-4", "1_000", "0x1f", "012", "1:30", "2026-06-01", ".inf"]
)
def test_every_scalar_stays_as_typed(word: str) -> None:
    value = entries(f"a: {word}\n").get("a")
    assert isinstance(value, Text)
    assert value.value == word


def test_a_value_knows_its_line_column_and_length() -> None:
    node = entries('a: 1\nb:\n  - x\n  - "two words"\n  - {c: é, d: 12}\n')
    listed = node.get("b")
    assert isinstance(listed, Items)
    two, group = listed.values[1], listed.values[2]
    assert isinstance(two, Text) and isinstance(group, Entries)
    assert (two.spot.line, two.spot.column, two.spot.length) == (4, 6, 9)
    last = group.get("d")
    assert isinstance(last, Text)
    assert (last.spot.line, last.spot.column, last.spot.length) == (5, 15, 2)


def test_a_line_of_a_block_scalar_is_found_in_the_file() -> None:
    text = entries("a: |\n  first\n  second\n").get("a")
    assert isinstance(text, Text)
    assert text.value == "first\nsecond\n"
    assert (text.line_of(1).line, text.line_of(1).column) == (3, 3)


def test_a_billion_laughs_is_refused_within_fifty_milliseconds() -> None:
    read("a: 1")
    started = time.process_time()
    node, found = read(LAUGHS)
    elapsed = time.process_time() - started
    assert node is None
    assert [each.code for each in found] == ["E006"]
    assert (found[0].line, found[0].column) == (1, 4)
    assert elapsed < 0.05


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: *b", "E006"),
        ("a: !!python/object:os.system x", "E006"),
        ("a: " + "[" * 9 + "]" * 9, "E007"),
        ("a: [" + "x, " * 5000 + "]", "E007"),
        ("a: " + "x" * 70_000, "E007"),
        ("a: 1\na: 2", "E005"),
        ("? [x]\n: y", "E011"),
        ("a: [1, 2", "E004"),
        ("a: 1\n\tb: 2", "E004"),
        ("--- 1\n--- 2", "E004"),
    ],
)
def test_what_is_not_used_here_is_one_finding(text: str, code: str) -> None:
    assert [each.code for each in read(text)[1]] == [code]


def test_a_duplicate_key_names_the_first_line() -> None:
    _, found = read("a: 1\nb: 2\na: 3\n")
    assert (found[0].line, found[0].message) == (3, '"a" is given twice; it was already given at line 1. Keep one.')


def test_an_equals_sign_inside_a_text_is_left_alone() -> None:
    node = entries("reason: |\n  b = 3 samples\nother: x = 3\n")
    value = node.get("reason")
    assert isinstance(value, Text)
    assert value.value == "b = 3 samples\n"


@pytest.mark.parametrize(
    "text", ["1_0", " 1", "1 ", "٣", "1,000", "+1", "01", ".5", "1.", "inf", "nan", "1e9999", "0x1", ""]
)
def test_numbers_are_read_strictly(text: str) -> None:
    source = as_source("x.yml", "a: 1")
    findings = Findings("x.yml", source.lines)
    node = Entries(((Text("a", entries("a: 1").spot), Text(text or "x", entries("a: 1").spot)),), entries("a: 1").spot)
    assert Fields(node, node.spot, "it", ("a",), findings).number("a") is None
    assert [each.code for each in findings] == ["E011"]


def test_a_number_with_an_exponent_is_read() -> None:
    findings = Findings("x.yml", ("a: 3e-4",))
    node = entries("a: 3e-4")
    assert str(Fields(node, node.spot, "it", ("a",), findings).number("a")) == "0.0003"
