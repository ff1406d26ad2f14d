"""The inside of a paragraph: roles, formulas, links, images, drawn numbers, raw HTML; each to HTML or a finding.
It refuses to know blocks and whole paragraphs.
"""

import html
import re
from collections.abc import Callable, Mapping
from typing import Final

from markdown_it.token import Token

from app.course.desk import Desk
from app.course.finder import Finder
from app.course.formulas import is_simple, symbols_in, to_mathml
from app.course.links import check_image, check_link
from app.course.loose_facts import ROLE, check_loose_facts

HTML_TAGS_WORDS: Final = (
    "a abbr audio b big blockquote body br button center code dd del details div dl dt em embed font "
    "footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input kbd li link main mark meta nav "
    "object ol p pre q s script section select small source span strike strong style sub summary sup svg "
    "table tbody td textarea th thead time tr tt u ul video wbr"
)
HTML_TAGS: Final = frozenset(HTML_TAGS_WORDS.split())
RAW: Final = re.compile(r"</?([A-Za-z][A-Za-z0-9]{0,12})\b[^<>]{0,200}>|<!--")
DRAWN: Final = re.compile(r"\{([a-z][a-z0-9_]{0,40})(:n)?\}")
WORDS: Final = re.compile(r"\s*\(in words: \S", re.IGNORECASE)
ROLES: Final = (ROLE,)


def write_inline(desk: Desk, token: Token, finder: Finder) -> str:
    """Turn the children of an inline token into what the renderer prints; the plain words come back."""
    words: list[str] = []
    children = token.children or []
    check_loose_facts(desk, children, finder)
    for place, child in enumerate(children):
        write = WRITERS.get(child.type)
        if write:
            words.append(write(desk, child, finder))
        elif child.type == "math_inline":
            following = children[place + 1].content if place + 1 < len(children) else ""
            _formula(desk, child, finder, has_words=bool(WORDS.match(following)))
        elif child.type in ("softbreak", "hardbreak"):
            words.append(" ")
    return "".join(words)


def _replace(token: Token, markup: str) -> None:
    token.type, token.content, token.children = "html_inline", markup, None


def _text(desk: Desk, token: Token, finder: Finder) -> str:
    text = token.content
    for match in RAW.finditer(text):
        if match[1] is None or match[1].lower() in HTML_TAGS:
            message = f"HTML is not used in lessons; `{match[0][:40]}` would stand there as text. Write Markdown."
            desk.findings.add("E094", finder.spot(match[0]), message)
    if desk.drawn or desk.computed:
        _replace(token, _with_drawn(desk, text, finder))
    return text


def _with_drawn(desk: Desk, text: str, finder: Finder) -> str:
    names = (*desk.drawn, *desk.computed) if desk.is_hidden else desk.drawn
    parts: list[str] = []
    place = 0
    for match in DRAWN.finditer(text):
        parts.append(html.escape(text[place : match.start()], quote=False))
        place = match.end()
        if match[1] in names:
            parts.append(f'<span class="drawn" data-drawn="{match[1]}{match[2] or ""}">{match[1]}</span>')
            continue
        spot = finder.spot(match[0]).within(1, len(match[1]))
        if match[1] in ROLES:
            # A fact that is no role was told before.
            parts.append(match[0])
        elif match[1] in desk.computed:
            message = f'"{match[1]}" is computed, so here it could give the answer away. Only reasons and reveals may'
            desk.findings.add("E047", spot, f"{message} show it, or name it under `show` in the head.")
        else:
            desk.findings.unknown("E047", spot, "drawn number", match[1], names)
    return "".join([*parts, html.escape(text[place:], quote=False)])


def _code(desk: Desk, token: Token, finder: Finder) -> str:
    finder.spot(f"`{token.content}`")
    return token.content


def _role(desk: Desk, token: Token, finder: Finder) -> str:
    name = token.meta["name"]
    spot = finder.spot(f"{{{name}}}`{token.content}`")
    if name not in ROLES:
        desk.findings.unknown("E101", spot.within(1, len(name)), "role", name, ROLES)
        _replace(token, html.escape(token.content))
        return token.content
    inside = spot.within(len(name) + 3, len(token.content)) if spot.length > len(name) + 3 else spot
    markup, words = desk.fact_html(token.content, inside)
    _replace(token, markup)
    return words


def _formula(desk: Desk, token: Token, finder: Finder, has_words: bool) -> None:
    spot = finder.spot(f"${token.content}$").within(1, len(token.content))
    if not has_words and not is_simple(token.content):
        message = "A formula needs its words beside it, because not every reader speaks formulas. "
        desk.findings.add("E092", spot, message + "Write `(in words: ...)` right after it.")
    mathml = to_mathml(desk.kit.formulas, token.content, spot, False, desk.findings)
    for symbol, offset in symbols_in(token.content).items() if mathml else ():
        desk.symbols.append((symbol, spot.within(offset, len(symbol))))
    _replace(token, mathml)


def _link(desk: Desk, token: Token, finder: Finder) -> str:
    address = str(token.attrGet("href") or "")
    if not check_link(desk, address, finder.spot(address)):
        token.attrs.pop("href", None)
    elif address.startswith(("http:", "https:")):
        token.attrSet("rel", "noopener noreferrer")
    return ""


def _image(desk: Desk, token: Token, finder: Finder) -> str:
    address = str(token.attrGet("src") or "")
    words = "".join(child.content for child in token.children or ())
    where = finder.spot(address) if address else finder.whole()
    if not words.strip():
        message = "This image has no words for those who cannot see it. Write them: ![what it shows](file)."
        desk.findings.add("E098", where, message)
    shown_at = check_image(desk, address, where)
    if shown_at:
        token.attrSet("src", shown_at)
    else:
        _replace(token, html.escape(words))
    return words


WRITERS: Final[Mapping[str, Callable[[Desk, Token, Finder], str]]] = {
    "text": _text,
    "code_inline": _code,
    "role": _role,
    "link_open": _link,
    "image": _image,
}
