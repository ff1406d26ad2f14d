"""A source in words with a link to each published file that it names at one commit.
It refuses to guess addresses: what names no commit stays text."""

import re
from functools import lru_cache

from flask import Flask
from markupsafe import Markup, escape

# owner/name path @commit, as sources are written; a commit never changes, so its address is permanent.
# It begins where a word does and has an end, so that a long text costs no more than its length.
FILE = re.compile(
    r"(?<![\w./-])(?P<repository>[\w.-]{1,40}/[\w.-]{1,100}) (?P<path>[\w./-]{1,200}) @(?P<commit>[0-9a-f]{7,40})\b"
)
ADDRESS = r'<a href="https://github.com/\g<repository>/blob/\g<commit>/\g<path>">\g<0></a>'


def register(app: Flask) -> None:
    app.jinja_env.filters["sourced"] = sourced


@lru_cache(maxsize=512)
def sourced(source: str) -> Markup:
    """The source as markup; the words of a link are those of the source."""
    # Nothing that the pattern takes is changed by escaping, so that it may come first.
    return Markup(FILE.sub(ADDRESS, str(escape(source))))
