"""The registry of findings: each code with what it means, why it matters, a wrong and a right example.
It refuses to hold the texts, which are in codes.yml beside it, and to find anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from app.course.diagnostics import Findings
from app.course.fields import Fields
from app.course.source import as_source
from app.course.yaml_text import Entries, read_yaml

KEYS = ("title", "what", "why", "part", "wrong", "right")


@dataclass(frozen=True)
class Explanation:
    """`part` says what the examples are a piece of: screen, lesson, front, course, claims or files."""

    code: str
    title: str
    what: str
    why: str
    part: str
    wrong: str
    right: str


class BadRegistry(ValueError):
    """codes.yml is not in order; a mistake of the project, not of an author."""


def explanations() -> Mapping[str, Explanation]:
    """Code -> explanation, in the order of the file."""
    text = resources.files("app.course").joinpath("codes.yml").read_text(encoding="utf-8")
    source = as_source("codes.yml", text)
    findings = Findings(source.name, source.lines)
    node = read_yaml(source.text, findings, 1)
    found: dict[str, Explanation] = {}
    for key, value in node.pairs if isinstance(node, Entries) else ():
        fields = Fields(value, key.spot, key.value, KEYS, findings)
        fields.require("title", "what", "why", "part")
        found[key.value] = Explanation(
            code=key.value,
            title=fields.word("title"),
            what=fields.word("what"),
            why=fields.word("why"),
            part=fields.word("part"),
            wrong=fields.raw("wrong"),
            right=fields.raw("right"),
        )
    for finding in findings:
        raise BadRegistry(f"codes.yml:{finding.line}: {finding.message}")
    return found
