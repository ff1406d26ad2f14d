"""Formulas in prose: LaTeX from a list of commands to MathML without inline styles, and the symbols they use.
It refuses commands whose MathML browsers draw wrongly or readers cannot speak.
"""

import re
from collections.abc import Mapping
from typing import Final

from math_core import LatexError, LatexToMathML

from app.course.diagnostics import Findings, Spot, did_you_mean, nearest, shown

GREEK_WORDS: Final = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
)
GREEK: Final = frozenset(GREEK_WORDS.split())
ALLOWED_WORDS: Final = (
    "frac tfrac dfrac sqrt sum prod min max log ln exp lim argmax argmin Pr cdot times div pm le leq ge "
    "geq lt gt ne neq approx equiv sim propto in notin subset cup cap to rightarrow mapsto ll gg infty "
    "partial nabla forall exists mathbf mathcal mathbb mathsf text operatorname left right big Big bigl "
    "bigr lfloor rfloor lceil rceil lvert rvert lVert rVert langle rangle mid vert quad qquad ldots cdots "
    "dots hat bar tilde vec underbrace overbrace binom begin end top odot oplus otimes star ast circ "
    "prime ell"
)
ALLOWED: Final = GREEK | frozenset(ALLOWED_WORDS.split())
ENVIRONMENTS: Final = frozenset({"aligned", "cases", "matrix", "pmatrix", "bmatrix"})
COMMAND: Final = re.compile(r"\\([A-Za-z]+)")
ENVIRONMENT: Final = re.compile(r"\\begin\{([^{}]{1,40})\}")
WORDS: Final = re.compile(r"\\(?:text|operatorname)\{[^{}]*\}|\\(?:begin|end)\{[^{}]*\}")
SYMBOL: Final = re.compile(r"(?:\\(?P<command>[A-Za-z]+)|(?P<letter>[A-Za-z]))(?:_(?P<sub>\{[^{}]*\}|\\[A-Za-z]+|\w))?")
SIMPLE: Final = re.compile(
    r"(?:\\[A-Za-z]+|[A-Za-z])(?:_(?:\{[^{}]{1,40}\}|\\[A-Za-z]+|\w))?|\\mathbf\{\w\}|-?\d[\d.,]*"
)
MAX_LATEX: Final = 2_000
STYLE: Final = re.compile(r' style="([^"]*)"')
# The declarations that math-core writes for the environments above, as classes of the style sheet.
CLASSES: Final[Mapping[str, str]] = {
    "text-align: left;justify-items: start;padding-right: 0;": "m-left",
    "text-align: right;justify-items: end;padding-right: 0;": "m-right",
    "text-align: left;justify-items: start;padding-left: 0;": "m-left",
    "text-align: right;justify-items: end;padding-left: 0;": "m-right",
    "text-align: left;justify-items: start;padding-right: 0;padding-left:1em;": "m-left m-apart",
    "text-align: right;justify-items: end;padding-right: 0;padding-left:1em;": "m-right m-apart",
    "text-align: left;justify-items: start;padding-left: 0;padding-right: 0;": "m-left",
}


def to_mathml(converter: LatexToMathML, latex: str, spot: Spot, display: bool, findings: Findings) -> str:
    """The formula as MathML; empty after a finding. `spot` marks the LaTeX without its dollars."""
    if not _is_allowed(latex, spot, findings):
        return ""
    try:
        mathml: str = converter.convert_with_local_state(latex, displaystyle=display)
    except LatexError as problem:
        where, _, said = str(problem).partition(": ")
        offset = int(where) if where.isdecimal() else 0
        findings.add("E090", at(latex, spot, offset, 1), f"This formula cannot be read: {shown(said or where, 120)}")
        return ""
    unknown = [style for style in STYLE.findall(mathml) if style not in CLASSES]
    if unknown:
        message = f"This formula needs styling that pages do not allow ({shown(unknown[0])}). Write it more plainly."
        findings.add("E091", spot, message)
        return ""
    return STYLE.sub(lambda match: f' class="{CLASSES[match[1]]}"', mathml)


def _is_allowed(latex: str, spot: Spot, findings: Findings) -> bool:
    before = len(findings.found)
    if len(latex) > MAX_LATEX:
        message = f"This formula has {len(latex):,} characters; {MAX_LATEX:,} are allowed. Split it."
        findings.add("E090", spot, message)
        return False
    for match in COMMAND.finditer(latex):
        if match[1] not in ALLOWED:
            near = nearest(match[1], ALLOWED)
            hint = did_you_mean(match[1], ALLOWED) if near else "Use a plainer form, or words."
            message = f'The command "\\{shown(match[1])}" is not used in formulas here. {hint}'
            place = at(latex, spot, match.start(), len(match[0]))
            findings.add("E091", place, message, suggestion=near, fix=f"\\{near}" if near else None)
    for match in ENVIRONMENT.finditer(latex):
        if match[1] not in ENVIRONMENTS:
            message = f'The environment "{shown(match[1])}" is not used here. {did_you_mean(match[1], ENVIRONMENTS)}'
            findings.add("E091", at(latex, spot, match.start(), len(match[0])), message)
    return len(findings.found) == before


def at(latex: str, spot: Spot, offset: int, length: int) -> Spot:
    """The spot of a part of a formula that may run over several lines."""
    before = latex[:offset]
    line = before.count("\n")
    if line == 0:
        return spot.within(offset, length)
    return Spot(spot.line + line, offset - before.rfind("\n"), length)


def is_simple(latex: str) -> bool:
    """One symbol or one number, which a reader speaks rightly without words beside it."""
    return len(latex) < 60 and SIMPLE.fullmatch(latex.strip()) is not None


def symbols_in(latex: str) -> dict[str, int]:
    """Each symbol of a formula in its plain form (`H_kv`, `alpha`) -> where it first stands."""
    if len(latex) > MAX_LATEX:
        return {}
    blank = WORDS.sub(lambda match: " " * len(match[0]), latex)
    found: dict[str, int] = {}
    for match in SYMBOL.finditer(blank):
        base = match["letter"] or (match["command"] if match["command"] in GREEK else None)
        if base:
            found.setdefault(plain(match[0]), match.start())
    return found


def plain(symbol: str) -> str:
    """A symbol without braces and backslashes."""
    return re.sub(r"[{}\\\s]|text|mathrm", "", symbol)


def is_told(symbol: str, table: frozenset[str]) -> bool:
    """Whether the symbols' table has it, with its index left out where the index is one letter or digit."""
    base, _, index = symbol.partition("_")
    return symbol in table or (len(index) == 1 and base in table)
