"""What a seeded fault is: a change of the reference page and the check that must find it."""

from dataclasses import dataclass

from tests.a11y.seeds.site import Edit


@dataclass(frozen=True)
class Seed:
    """A fault: its name, the check that must find it, the edits that make it, and words that the finding holds."""

    id: str
    check: int
    edits: tuple[Edit, ...]
    says: str = ""


def seed(check: int, name: str, file: str, old: str, new: str, says: str = "") -> Seed:
    """A fault of one edit."""
    return Seed(name, check, (Edit(file, old, new),), says)


def rules(check: int, name: str, css: str, says: str = "") -> Seed:
    """A fault of the style sheet: rules that come last."""
    return seed(check, name, "page.css", "/* end */", css, says)


def script(check: int, name: str, code: str, says: str = "") -> Seed:
    """A fault of behaviour: code that runs after the page's own."""
    return seed(check, name, "page.js", "// end", code, says)
