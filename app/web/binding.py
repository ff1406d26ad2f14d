"""Numbers and their units on one line: a no-break space wherever the two meet in words for the eye.
It refuses to know what is said, and leaves addresses, code and what is read by programs alone."""

import re

from flask import Flask

from labs import count

SIGNS = "%|×|x|[kMGT]i?B|[kMGT]?B/s|GB/s|TB/s|[GT]FLOPs?(?:/s)?|ms|s|µs|h|W|GHz|tokens/s|requests/s"
BLANK = rf" (?=(?:{SIGNS})(?![\w%]))"
MEETING = re.compile(rf"(?<=\d){BLANK}")
# Code keeps its blanks, and an attribute is no line of words; a number may stand in an element of its own.
IN_MARKUP = re.compile(
    rf"<pre\b.*?</pre>|<code\b.*?</code>|<[^>]*>|(?:(?<=\d)|(?<=\d</data>)|(?<=\d</span>)){BLANK}", re.DOTALL
)
NO_BREAK = "\u00a0"


def register(app: Flask) -> None:
    app.jinja_env.filters["bound"] = bound
    app.jinja_env.globals["counted"] = count


def bound(words: str) -> str:
    """The words with each number bound to the sign of its unit."""
    return MEETING.sub(NO_BREAK, words)


def bound_prose(markup: str) -> str:
    """The same for compiled prose, outside of its tags and its code."""
    return IN_MARKUP.sub(lambda found: NO_BREAK if found[0] == " " else found[0], markup)
