"""Runs a worked file again and compares what it prints with the committed output; only a check does this.
It refuses to run inside the server and beyond a deadline.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.course.desk import Files
from app.course.diagnostics import Findings, shown
from app.course.lab_blocks import output_name
from app.course.yaml_text import Text

DEADLINE_S: Final = 10.0


@dataclass(frozen=True)
class Rerun:
    """What a worked file printed, or the sentence why it did not end well."""

    output: str
    problem: str = ""


def rerun(path: Path, deadline_s: float = DEADLINE_S) -> Rerun:
    """Run the file by itself, in an empty folder, with no input; it must end with code 0."""
    with tempfile.TemporaryDirectory(prefix="servelab-code-") as folder:
        try:
            done = subprocess.run(
                [sys.executable, "-I", "-B", "-X", "utf8", str(path.resolve())],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=deadline_s,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Rerun("", f"it did not end within {deadline_s:g} s")
    output = done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
    if done.returncode != 0:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        return Rerun(output, f"it ended with code {done.returncode}: {shown(last, 120)}")
    return Rerun(output)


def check_captured(
    names: Iterable[Text], files: Files, findings: Findings, known: dict[str, Rerun], deadline_s: float = DEADLINE_S
) -> None:
    """A finding at each block whose file fails or prints something else; `known` keeps runs for other lessons."""
    for name in names:
        output = files.code.get(output_name(name.value))
        if name.value not in files.code or output is None or not name.value.endswith(".py"):
            continue
        if name.value not in known:
            known[name.value] = rerun(files.code[name.value], deadline_s)
        ran = known[name.value]
        if ran.problem:
            findings.add("E083", name.spot, f'"{name.value}" was run again, and {ran.problem}.')
            continue
        committed = output.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")
        if committed.rstrip("\n") != ran.output.rstrip("\n"):
            findings.add(
                "E082", name.spot, f'The output of "{name.value}" differs: {_first_difference(committed, ran.output)}'
            )


def _first_difference(committed: str, now: str) -> str:
    old, new = committed.rstrip("\n").split("\n"), now.rstrip("\n").split("\n")
    for line in range(max(len(old), len(new))):
        was = f'"{shown(old[line])}"' if line < len(old) else "nothing"
        is_now = f'"{shown(new[line])}"' if line < len(new) else "nothing"
        if was != is_now:
            return f"its line {line + 1} is committed as {was}, running it prints {is_now}."
    return "the lines differ beyond what can be shown."
