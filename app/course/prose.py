"""Markdown between blocks to safe HTML: paragraphs, headings, tables, code, formulas with their words.
It refuses to know what a block does with its prose.
"""

import html
import re
from collections.abc import Callable
from typing import Final

from markdown_it.token import Token

from app.course.attributes import Attributes, read_attributes
from app.course.desk import Desk, Said
from app.course.diagnostics import Spot
from app.course.finder import Finder
from app.course.formulas import at, symbols_in, to_mathml
from app.course.inline import write_inline
from app.course.items import Prose
from app.course.parts import note_part
from app.course.tables import has_caption, head_rows, with_caption
from app.course.yaml_text import Text

BRACES: Final = re.compile(r"\{([^{}]*)\}$")
IN_WORDS: Final = re.compile(r"In words: \S")
PARTS_OPTIONS: Final = ("part",)
LineOf = Callable[[int], int]


def write_prose(desk: Desk, tokens: list[Token], line_of: LineOf = lambda line: line + 1) -> Prose:
    """The tokens as safe HTML. `line_of` turns a token's line (from 0) into a line of the file (from 1)."""
    before = desk.words
    kept = _Writer(desk, line_of).write(tokens)
    rendered = desk.kit.parser.renderer.render(kept, desk.kit.parser.options, {})
    return Prose(desk.kit.cleaner.clean(rendered), desk.words - before)


def write_text(desk: Desk, text: Text | None) -> str:
    """Markdown that stands in a YAML value."""
    if text is None:
        return ""
    tokens = desk.kit.parser.parse(text.value, {})
    return write_prose(desk, tokens, lambda line: text.line_of(line).line).html.strip()


def write_phrase(desk: Desk, text: Text | None) -> str:
    """Markdown of one paragraph, without its `<p>`, for a label or a cell."""
    return unwrapped(write_text(desk, text))


def unwrapped(markup: str) -> str:
    """The inside of a single paragraph; anything else as it is."""
    inner = markup.removeprefix("<p>").removesuffix("</p>")
    return inner if len(markup) - len(inner) == 7 and "<p>" not in inner else markup


class _Writer:
    def __init__(self, desk: Desk, line_of: LineOf) -> None:
        self.desk, self.line_of = desk, line_of
        self.finder = Finder(desk.source.lines, 1, 1)

    def write(self, tokens: list[Token]) -> list[Token]:
        kept: list[Token] = []
        head_rows(tokens)
        place = 0
        while place < len(tokens):
            token = tokens[place]
            if token.type == "heading_open":
                if not self._heading(token, tokens[place + 1]):
                    kept += tokens[place : place + 3]
                place += 3
                continue
            if token.type == "inline":
                self._inline(token)
            elif token.type == "fence":
                self._fence(token)
            elif token.type == "math_block":
                self._display(token, tokens[place + 1 : place + 3])
            elif token.type == "th_open":
                token.attrSet("scope", "col")
            elif token.type == "table_open":
                if has_caption(kept):
                    kept = with_caption(kept, token)
                    place += 1
                    continue
                message = "This table has no caption. Write a paragraph `Table: what it shows` right before it."
                self.desk.findings.add("W103", self._find(token).whole(), message)
            # Alignment would be an inline style.
            token.attrs.pop("style", None)
            kept.append(token)
            place += 1
        return kept

    def _find(self, token: Token) -> Finder:
        first, end = token.map or (0, 1)
        line, last = self.line_of(first), self.line_of(max(end - 1, first)) + 1
        # Cells of one row share a line; searching goes on behind the last hit.
        if (line, last) != (self.finder.first, self.finder.end):
            self.finder = Finder(self.desk.source.lines, line, last)
        return self.finder

    def _inline(self, token: Token) -> str:
        finder = self._find(token)
        typed = "".join(" " if child.type != "text" else child.content for child in token.children or ())
        self.desk.typed.append(Said(typed, finder.whole(), self.desk.screen))
        words = write_inline(self.desk, token, finder)
        self.desk.say(words, finder.whole())
        return words

    def _heading(self, opening: Token, inline: Token) -> bool:
        """Write a heading; True when it is the screen's own and so no part of its prose."""
        level = int(opening.tag[1])
        finder = self._find(inline)
        attributes = self._braces(inline, finder)
        options = attributes.options
        is_own = level == 2 and self.desk.title is None
        self._check_level(level, is_own, finder.whole())
        for name, spot in attributes.keys.items():
            if name not in PARTS_OPTIONS:
                self.desk.findings.unknown("E025", spot, "option of a heading", name, PARTS_OPTIONS)
        counted = self.desk.words
        words = self._inline(inline)
        # A heading can spoil a prediction, but it is no prose to read through.
        self.desk.words = counted
        if not is_own:
            note_part(self.desk, options.get("part"))
            return False
        markup = self.desk.kit.parser.renderer.render([inline], self.desk.kit.parser.options, {})
        self.desk.title = (words.strip(), self.desk.kit.cleaner.clean(markup), options)
        return True

    def _braces(self, inline: Token, finder: Finder) -> Attributes:
        last = inline.children[-1] if inline.children else None
        if last is None or last.type != "text" or not last.content.rstrip().endswith("}"):
            return Attributes()
        text = last.content.rstrip()
        match = BRACES.match(text, max(text.rfind("{"), 0))
        if match is None:
            return Attributes()
        last.content = text[: match.start()].rstrip()
        spot = finder.spot("{" + match[1] + "}", advance=False).within(1, len(match[1]))
        return read_attributes(match[1], spot, self.desk.findings)

    def _check_level(self, level: int, is_own: bool, spot: Spot) -> None:
        message = ""
        if level == 1:
            message = "A lesson's title stands in its front matter; a screen begins with a heading `## ...`."
        elif level == 2 and not is_own:
            message = "A screen has one heading `## ...`. Begin a new screen, or write `### ...`."
        elif level > self.desk.heading + 1 and not is_own:
            wanted = "#" * (self.desk.heading + 1)
            message = f"After a heading of level {self.desk.heading} comes `{wanted}`, not `{'#' * level}`."
        if message:
            self.desk.findings.add("E099", spot, message)
        self.desk.heading = level

    def _fence(self, token: Token) -> None:
        language = token.info.strip().split(" ")[0] if token.info.strip() else ""
        markup = self.desk.kit.highlighted(token.content, language) if language else None
        if language and markup is None:
            spot = self._find(token).spot(language, advance=False)
            message = (
                f'Highlighting knows no language "{language[:40]}". Write one that it knows, such as python, or none.'
            )
            self.desk.findings.add("W102", spot, message)
        inside = html.escape(token.content, quote=False) if markup is None else markup
        token.type = "html_block"
        token.content = f'<pre class="code"><code>{inside}</code></pre>\n'

    def _display(self, token: Token, following: list[Token]) -> None:
        finder = self._find(token)
        # The token's text keeps its line breaks, so a place in it is a place behind the dollars.
        dollars = finder.spot("$$", advance=False)
        spot = Spot(dollars.line, dollars.column + 2, max(1, len(token.content.split("\n")[0])))
        is_told = len(following) == 2 and following[1].type == "inline" and IN_WORDS.match(following[1].content)
        if not is_told:
            message = "A formula needs its words, because not every reader speaks formulas. "
            self.desk.findings.add("E092", dollars, message + "Begin the next paragraph with `In words: ...`.")
        else:
            following[0].attrSet("class", "words")
        mathml = to_mathml(self.desk.kit.formulas, token.content, spot, True, self.desk.findings)
        for symbol, offset in symbols_in(token.content).items() if mathml else ():
            self.desk.symbols.append((symbol, at(token.content, spot, offset, len(symbol))))
        token.type, token.content = "html_block", f'<p class="formula">{mathml}</p>\n'
