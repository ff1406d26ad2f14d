"""The control of a try as it is checked: each value is one that the lab takes, and both ends are among them.
They refuse to know how a page treats a value that fails later; course_site/test_sweep_faults.py does."""

from app.course.items import Try
from tests.course_lab import tiny_bench
from tests.course_world import compiled

FRONT = "id: example\ntitle: An example\n"


def sweep(vary: str, values: str, more: str = "", fact: str = "steps") -> str:
    head = f"---\n{FRONT}---\n::: screen {{#s}}\n## A\n::: try {{#t}}\nlab: batching-replay\nvary: {vary}\n"
    return f"{head}values: {values}\nfact: {fact}\npredict: number\nreason: So.\n{more}:::\n:::\n"


def found(vary: str, values: str, more: str = "", fact: str = "steps") -> list[tuple[str, int, int, int, str]]:
    findings = compiled(sweep(vary, values, more, fact), tiny_bench()).findings
    return [(each.code, each.line, each.column, each.length, each.message) for each in findings]


def test_every_value_that_the_lab_refuses_is_told_where_it_stands_whatever_the_change_is_about() -> None:
    said = '"layers" must be a whole number from 1 to 200; this is {}.'
    assert found("layers", "[16, 32, 54, lots]", "to: 54\n") == [("E062", 10, 22, 4, said.format("lots"))]
    assert found("layers", "[zero, 16, 500]") == [
        ("E062", 10, 10, 4, said.format("zero")),
        ("E062", 10, 20, 3, said.format("500")),
    ]
    assert found("policy", "[static, spf, continuous]", "to: static\n") == [
        ("E062", 10, 18, 3, 'Policy is "spf". Choose one of static, continuous.')
    ]
    assert [each[:4] for each in found("layers", "[16, 32]", "params: {load: 11}\n")] == [("E062", 14, 16, 2)]


def test_a_value_at_which_a_quick_lab_fails_is_told_too() -> None:
    assert [each[:4] for each in found("layers", "[12, 13, 14]")] == [("E069", 10, 14, 2)]


def test_an_unknown_setting_is_told_once() -> None:
    assert [each[:4] for each in found("layer", "[12, 14]")] == [("E061", 9, 7, 5)]


def test_the_change_and_the_baseline_are_among_the_values() -> None:
    assert found("layers", "[16, 32, 54, 55]", "params: {layers: 16}\nto: 53\n") == [
        (
            "E071",
            15,
            5,
            2,
            '"to" is 53, and the control offers 16, 32, 54, 55. Did you mean 54? '
            'Write one of these, or add 53 to "values".',
        )
    ]
    assert [each[:4] for each in found("layers", "[16, 32]", "params: {layers: 15}\nto: 16\n")] == [("E071", 14, 18, 2)]
    assert [each[-1] for each in found("policy", "[continuous]", "params: {policy: static}\n")] == [
        "The baseline has policy static, and the control offers continuous. "
        'Write one of these, or add static to "values".'
    ]


def test_a_value_is_the_same_however_it_is_written() -> None:
    made = compiled(sweep("load", "[1.0, 2.50]", "to: 2.5\n", "wait_s"), tiny_bench())
    block = made.lesson.screens[0].blocks[0]
    assert made.findings == ()
    assert isinstance(block, Try) and block.values == ("1", "2.5")
