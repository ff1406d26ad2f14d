"""Blocks `lab` and `code`: a lab in the lesson with what is expected of it, and a worked file with its output.
It refuses to execute a worked file; app/course/captured.py does that, for a check only.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import Final

from app.course.bench import Ran
from app.course.blocks import Prose as Run
from app.course.blocks import Tree
from app.course.desk import Desk
from app.course.diagnostics import Spot, nearest, shown
from app.course.fields import Fields, as_number
from app.course.items import LabRun
from app.course.lab_calls import call, fact_of, find_lab, is_setting, written
from app.course.lesson import Block, Code, LabBlock
from app.course.presets import decimal_places, merged, preset_pairs
from app.course.prose import write_prose
from app.course.scan import Block as Span
from app.course.source import MAX_BYTES, read_source
from app.course.tries import lab_run
from app.course.yaml_text import Entries, Node, Text
from labs import Fact, Lab

KEYS: Final = ("preset", "params", "controls", "show", "expect")
EXPECT_KEYS: Final = ("value", "abs", "rel")
MAX_CONTROLS: Final = 3
LANGUAGES: Final = {".py": "python", ".json": "json", ".yml": "yaml", ".sh": "bash"}


def build_lab(desk: Desk, block: Span, text: str) -> LabBlock | None:
    node = desk.heads(block.title, text, Spot(block.line))
    fields = Fields(node, block.spot, '"lab"', KEYS, desk.findings)
    lab = find_lab(desk.bench, block.argument, desk.findings) if block.argument else None
    controls = fields.texts("controls")
    if len(controls) > MAX_CONTROLS:
        message = (
            f"{len(controls)} controls; at most {MAX_CONTROLS} stand in a lesson. The lab's own page has all settings."
        )
        desk.findings.add("E063", controls[MAX_CONTROLS].spot, message)
    if lab is None:
        return None
    _check_controls(desk, lab, controls)
    pairs = merged(preset_pairs(desk, lab, fields.text("preset")), fields.pairs("params"))
    ran = call(desk.bench, lab, pairs, block.spot, desk.findings)
    if ran is None:
        return None
    show = _shown(desk, ran, fields.texts("show"))
    _check_expected(desk, ran, fields)
    identity = block.attributes.id.value if block.attributes.id else ""
    run: LabRun = lab_run(ran)
    return LabBlock(identity, run, tuple(each.value for each in controls[:MAX_CONTROLS]), show)


def _check_controls(desk: Desk, lab: Lab, controls: tuple[Text, ...]) -> None:
    for control in controls:
        _ = is_setting(lab, control, desk.findings)


def _shown(desk: Desk, ran: Ran, names: tuple[Text, ...]) -> tuple[str, ...]:
    there = [each.name for each in ran.result.figures]
    there += [each.name for each in ran.result.tables]
    for name in names:
        if name.value not in there:
            desk.findings.unknown("E070", name.spot, f'figure or table of lab "{ran.lab.slug}"', name.value, there)
    return tuple(name.value for name in names)


def _check_expected(desk: Desk, ran: Ran, fields: Fields) -> None:
    node = fields.entries.get("expect")
    if node is None:
        return
    if not isinstance(node, Entries):
        desk.findings.add("E011", node.spot, '"expect" must be lines `fact: value`.')
        return
    for name, value in node.pairs:
        fact = fact_of(ran, name.value, name.spot, desk.findings)
        if fact is not None:
            _compare(desk, name.value, fact, value)


def _compare(desk: Desk, name: str, fact: Fact, node: Node) -> None:
    text, allowed = (node, None) if isinstance(node, Text) else _with_tolerance(desk, name, node)
    if text is None:
        return
    if isinstance(fact.value, bool | str) or fact.value is None:
        said = written(fact)
        if text.value != said:
            message = f"expect {name} {shown(text.value)}: the engine says {said}."
            desk.findings.add("E065", text.spot, message, fix=said)
        return
    expected = as_number(text.value)
    if expected is None:
        message = f'"{name}" must be a number; this is "{shown(text.value)}". Write 1234.5 or 3e-4, no separators.'
        desk.findings.add("E011", text.spot, message)
        return
    engine = Decimal(str(fact.value))
    places = decimal_places(text.value)
    if allowed is None:
        # A half of the last place written, and a little for the float that the engine holds.
        allowed = Decimal(5).scaleb(-places - 1) + abs(engine) * Decimal("1e-12")
    elif allowed < 0:
        allowed = -allowed * abs(expected)
    if abs(engine - expected) > allowed:
        said = f"{engine:.{places}f}"
        if Decimal(said) == expected:
            said = f"{engine:f}"
        desk.findings.add("E065", text.spot, f"expect {name} {text.value}: the engine says {said}.", fix=said)


def _with_tolerance(desk: Desk, name: str, node: Node) -> tuple[Text | None, Decimal | None]:
    """The value and the tolerance of `{value, abs}` or `{value, rel}`; a relative one comes back negative."""
    fields = Fields(node, node.spot, f'"{name}"', EXPECT_KEYS, desk.findings)
    fields.require("value")
    absolute, relative = fields.number("abs", 0), fields.number("rel", 0)
    text = fields.text("value")
    if absolute is None and relative is None:
        return text, None
    return text, absolute if absolute is not None else -(relative or Decimal(0))


def build_code(desk: Desk, tree: Tree, build: Callable[[Tree], Block | None]) -> Code | None:
    block = tree.block
    if block is None:
        return None
    notice: list[Block] = []
    for child in tree.children:
        built = write_prose(desk, child.tokens) if isinstance(child, Run) else build(child)
        if built is not None:
            notice.append(built)
    if block.argument is None:
        return None
    name, spot = block.argument.value, block.argument.spot
    text = _file_text(desk, name, spot)
    if text is None:
        return None
    desk.code.append(block.argument)
    output = _output(desk, name, spot)
    run = block.attributes.options.get("run")
    promoted = desk.run(run.value, run.spot) if run else None
    language = LANGUAGES.get(name[name.rfind(".") :], "text")
    markup = desk.kit.cleaner.clean(desk.kit.highlighted(text, language) or "")
    identity = block.attributes.id.value if block.attributes.id else ""
    return Code(identity, name, text, markup, output, promoted.address if promoted else "", tuple(notice))


def output_name(name: str) -> str:
    """`speculate.py` -> `speculate.out`."""
    return name.rpartition(".")[0] + ".out" if "." in name else name + ".out"


def _file_text(desk: Desk, name: str, spot: Spot) -> str | None:
    path = desk.files.code.get(name)
    if path is None or name.endswith(".out"):
        names = [each for each in desk.files.code if not each.endswith(".out")]
        near = nearest(name, names)
        hint = f'Did you mean "{near}"?' if near else "Put the file into content/code/."
        message = f'There is no worked file "{shown(name)}". {hint}'
        desk.findings.add("E080", spot, message, suggestion=near, fix=near)
        return None
    source, findings = read_source(path, f"code/{name}")
    for finding in findings:
        desk.findings.add("E080", spot, f'"{shown(name)}": {finding.message}')
        return None
    return source.text[:MAX_BYTES]


def _output(desk: Desk, name: str, spot: Spot) -> str:
    path = desk.files.code.get(output_name(name))
    if path is None:
        where = f"content/code/{output_name(name)}"
        message = f'The output of "{shown(name)}" is missing. Run it and write what it prints to {where}.'
        desk.findings.add("E081", spot, message)
        return ""
    return read_source(path, f"code/{output_name(name)}")[0].text
