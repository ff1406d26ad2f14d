"""The tools of compiling that cost time to make: Markdown parser, MathML converter, HTML cleaner, highlighter.
It holds nothing of a lesson, so that one kit serves all lessons and threads.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import nh3
from markdown_it import MarkdownIt
from math_core import LatexToMathML
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from app.course.blocks import markdown

PROSE_TAGS_WORDS: Final = (
    "a blockquote br caption code dd dl dt em h3 h4 h5 h6 hr img li ol p pre span strong table tbody td th thead tr ul"
)
PROSE_TAGS: Final = frozenset(PROSE_TAGS_WORDS.split())
MATH_TAGS_WORDS: Final = (
    "math mi mo mn ms mrow mfrac msqrt mroot msub msup msubsup mover munder munderover mtable mtr mtd "
    "mspace mtext mpadded mstyle mphantom"
)
MATH_TAGS: Final = frozenset(MATH_TAGS_WORDS.split())
MATH_ATTRIBUTES_WORDS: Final = (
    "display displaystyle scriptlevel stretchy lspace rspace width minsize maxsize accent accentunder "
    "class mathvariant form fence separator symmetric movablelimits linethickness"
)
MATH_ATTRIBUTES: Final = frozenset(MATH_ATTRIBUTES_WORDS.split())
ATTRIBUTES: Final[Mapping[str, frozenset[str]]] = {
    "a": frozenset({"href", "title", "class", "rel", "data-kind", "aria-label"}),
    "code": frozenset({"class"}),
    "img": frozenset({"src", "alt", "title"}),
    "li": frozenset({"class"}),
    "ol": frozenset({"start"}),
    "p": frozenset({"class"}),
    "pre": frozenset({"class"}),
    "span": frozenset({"class", "lang", "data-drawn"}),
    "th": frozenset({"scope", "class"}),
    "td": frozenset({"class"}),
} | dict.fromkeys(MATH_TAGS, MATH_ATTRIBUTES)
SCHEMES: Final = frozenset({"http", "https", "mailto"})


@dataclass(frozen=True)
class Kit:
    """Made once by the caller and passed on."""

    @cached_property
    def parser(self) -> MarkdownIt:
        parser = markdown()
        # Every link becomes a token; a refused scheme is then a finding and not silently text.
        parser.validateLink = lambda url: True  # type: ignore[method-assign]
        return parser

    @cached_property
    def formulas(self) -> LatexToMathML:
        return LatexToMathML(fancy_error=False)

    @cached_property
    def cleaner(self) -> nh3.Cleaner:
        return nh3.Cleaner(
            tags=set(PROSE_TAGS | MATH_TAGS),
            attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
            url_schemes=set(SCHEMES),
            link_rel=None,
        )

    def highlighted(self, text: str, language: str) -> str | None:
        """The code as spans with Pygments' short classes; None for a language that Pygments does not know."""
        try:
            lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
        except ClassNotFound:
            return None
        return str(highlight(text, lexer, HtmlFormatter(nowrap=True)))


def highlighting_css(style: str, scope: str) -> str:
    """The style sheet of highlighted code under a selector; styles such as `a11y-light` and `a11y-dark`."""
    rules = HtmlFormatter(style=style).get_style_defs(scope)
    return f"{rules}\n"
