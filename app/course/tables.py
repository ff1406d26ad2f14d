"""Tables of prose as readers need them: a caption, heads of columns and of rows.
It refuses to know what the cells say.
"""

from typing import Final

from markdown_it.token import Token

CAPTION: Final = "Table: "


def has_caption(before: list[Token]) -> bool:
    """Whether the paragraph right before a table is its caption, `Table: what it shows`."""
    return (
        len(before) >= 3
        and before[-3].type == "paragraph_open"
        and before[-2].type == "inline"
        and before[-2].content.startswith(CAPTION)
    )


def with_caption(before: list[Token], opening: Token) -> list[Token]:
    """The tokens so far with the caption's paragraph moved into the table that opens."""
    inline = before[-2]
    if inline.children:
        inline.children[0].content = inline.children[0].content.removeprefix(CAPTION)
    return [*before[:-3], opening, _markup("<caption>"), inline, _markup("</caption>\n")]


def head_rows(tokens: list[Token]) -> None:
    """Make the first cell of each body row the head of its row."""
    is_first = False
    is_open = False
    for token in tokens:
        if token.type == "tr_open":
            is_first = True
        elif token.type == "td_open" and is_first:
            token.tag, is_first, is_open = "th", False, True
            token.attrSet("scope", "row")
        elif token.type == "td_close" and is_open:
            token.tag, is_open = "th", False


def _markup(text: str) -> Token:
    return Token("html_block", "", 0, content=text)
