"""Claims held against the labs, and worked files run again.
They refuse to know any sentence of the course; the check of the built-in content holds its claims.
"""

from pathlib import Path

import pytest

from app.course.captured import check_captured, rerun
from app.course.claims import check_claims
from app.course.desk import Files
from app.course.diagnostics import Findings, Spot
from app.course.yaml_text import Text
from tests.course_lab import tiny_bench

CLAIM = "- id: wait\n  says: The wait grows.\n  left: {left}\n  is: '{relation}'\n  right: {right}\n{more}"


def claims(folder: Path, left: str, relation: str, right: str, more: str = "") -> tuple[bool, list[str]]:
    path = folder / "claims.yml"
    path.write_text(CLAIM.format(left=left, relation=relation, right=right, more=more), encoding="utf-8")
    checked = check_claims(path, tiny_bench())
    return checked.claims[0].holds, [each.message for each in checked.findings]


@pytest.mark.parametrize(
    ("left", "relation", "right", "more", "holds"),
    [
        ("batching-replay?load=2#wait_s", "=", "3", "", True),
        ("batching-replay?load=2#wait_s", "=", "3.1", "", False),
        ("batching-replay?load=2#wait_s", "=", "3.1", "  tolerance: 0.1\n", True),
        ("batching-replay?load=2#wait_s", "within", "3.1", "  tolerance: 5%\n", True),
        ("batching-replay?load=2#wait_s", "within", "3.1", "  tolerance: 1%\n", False),
        ("batching-replay?load=2#wait_s", "<", "3", "", False),
        ("batching-replay?load=2#wait_s", "<=", "3", "", True),
        ("batching-replay?load=2#wait_s", ">", "batching-replay?load=1#wait_s", "", True),
        ("batching-replay?load=2#wait_s", ">=", "batching-replay?load=3#wait_s", "", False),
        ("5", ">", "batching-replay?load=3#wait_s", "", True),
    ],
)
def test_a_claim_holds_when_the_engine_says_so(
    left: str, relation: str, right: str, more: str, holds: bool, tmp_path: Path
) -> None:
    found, said = claims(tmp_path, left, relation, right, more)
    assert found == holds
    assert bool(said) != holds


def test_a_claim_that_fails_says_both_numbers(tmp_path: Path) -> None:
    _, said = claims(tmp_path, "batching-replay?load=2#wait_s", "<", "2.5")
    assert said == ["This does not hold: the engine says 3, which is not < 2.5."]


@pytest.mark.parametrize(
    ("left", "more", "said"),
    [
        ("batching-replay?laod=2#wait_s", "", 'Lab "batching-replay" has no setting "laod". Did you mean "load"?'),
        ("batching-replay#wiat_s", "", 'Lab "batching-replay" gives no fact "wiat_s" here. Did you mean "wait_s"?'),
        ("batching-replay#policy", "", 'The fact "policy" is no number here, so it cannot be compared.'),
        ("batching-replay", "", '"batching-replay" is no number and no address. Write SLUG?name=value#fact.'),
        ("3", "  tolerence: 2\n", 'A claim has no key "tolerence". Did you mean "tolerance"?'),
    ],
)
def test_a_claim_that_cannot_be_read_does_not_hold(left: str, more: str, said: str, tmp_path: Path) -> None:
    holds, messages = claims(tmp_path, left, "=", "3", more)
    assert said in messages
    assert not holds or left == "3"


def test_claims_have_ids_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "claims.yml"
    path.write_text(CLAIM.format(left="1", relation="=", right="1", more="") * 2, encoding="utf-8")
    assert [each.code for each in check_claims(path, tiny_bench()).findings] == ["E028"]


def captured(folder: Path, text: str, output: str, deadline_s: float = 10.0) -> list[str]:
    (folder / "w.py").write_text(text, encoding="utf-8")
    (folder / "w.out").write_text(output, encoding="utf-8")
    findings = Findings("lessons/a.md", ("::: code w.py",))
    files = Files(code={name: folder / name for name in ("w.py", "w.out")})
    check_captured([Text("w.py", Spot(1, 10, 4))], files, findings, {}, deadline_s)
    return [each.message for each in findings]


def test_output_that_is_the_same_is_no_finding(tmp_path: Path) -> None:
    assert captured(tmp_path, "print('é')\nprint(2)", "é\n2\n") == []


def test_output_that_differs_names_the_first_line(tmp_path: Path) -> None:
    assert captured(tmp_path, "print(1)\nprint(2)", "1\n3\n") == [
        'The output of "w.py" differs: its line 2 is committed as "3", running it prints "2".'
    ]


def test_a_worked_file_that_fails_or_never_ends_is_told(tmp_path: Path) -> None:
    assert captured(tmp_path, "1 / 0", "") == [
        '"w.py" was run again, and it ended with code 1: ZeroDivisionError: division by zero.'
    ]
    assert captured(tmp_path, "while True: pass", "", 0.3) == ['"w.py" was run again, and it did not end within 0.3 s.']


def test_a_worked_file_runs_alone_with_no_input_and_in_an_empty_folder(tmp_path: Path) -> None:
    path = tmp_path / "w.py"
    path.write_text(
        "import os, sys\nprint(os.listdir('.'), repr(sys.stdin.read()), sys.flags.isolated)\n", encoding="utf-8"
    )
    assert rerun(path).output == "[] '' 1\n"
