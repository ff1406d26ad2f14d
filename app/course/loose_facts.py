"""Facts that Markdown takes for text, such as `{fact}(base#total_gb)`: each would be printed to learners as it stands.
It refuses to look up runs and facts.
"""

import re
from typing import Final

from markdown_it.token import Token

from app.course.desk import Desk
from app.course.diagnostics import nearest
from app.course.finder import Finder

ROLE: Final = "fact"
REFERENCE: Final = r"(?P<run>[A-Za-z][\w-]{0,60})#\w{1,60}(?::[,.\w%]{1,6}){0,2}"
# Every repetition has a bound, so that a line of many brackets stays linear.
LOOSE: Final = re.compile(
    r"(?:[{(\[]{1,2} ?(?P<role>[a-z]{3,6})(?: ?[})\]]{1,2} ?|[ :=]{1,2}))?"
    rf"[`({{\['\"‘’“”]?(?<![\w/?&=])(?P<reference>{REFERENCE})[`)}}\]'\"‘’“”]?"
)
BARE: Final = re.compile(r"\{ ?fact ?\}")
CODE: Final = re.compile(REFERENCE)
ELSE: Final = "\0"


def check_loose_facts(desk: Desk, children: list[Token], finder: Finder) -> None:
    """A finding for each fact among these that is no role, with what was meant."""
    text = "".join(_as_written(child) for child in children)
    here, bare = (Finder(finder.lines, finder.line, finder.end, finder.column) for _ in range(2))
    told: list[range] = []
    for match in LOOSE.finditer(text):
        role, run = match["role"], match["run"]
        is_run = run in desk.runs or run in desk.broken_runs
        if not is_run and not (role and nearest(role, (ROLE,))):
            continue
        desk.used_runs.add(run)
        told.append(range(*match.span()))
        meant = f"{{{ROLE}}}`{match['reference']}`"
        message = f"`{match[0]}` would stand there as text. Did you mean {meant}?"
        desk.findings.add("E105", here.spot(match[0]), message, suggestion=meant, fix=meant)
    for match in BARE.finditer(text):
        spot = bare.spot(match[0])
        if not any(match.start() in each for each in told):
            message = f"`{match[0]}` would stand there as text. Write {{{ROLE}}}`RUN#FACT`, with no blank between."
            desk.findings.add("E105", spot, message)


def _as_written(token: Token) -> str:
    if token.type == "text":
        return token.content
    if token.type == "code_inline" and CODE.fullmatch(token.content):
        return f"`{token.content}`"
    return ELSE
