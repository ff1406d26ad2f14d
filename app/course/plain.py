"""The words of compiled prose, without its tags and entities.
It refuses to know what the prose says."""

import html
import re
from typing import Final

TAGS: Final = re.compile(r"<[^>]*>")


def plain(prose: str) -> str:
    """The words of a piece of prose, with one blank between them."""
    return " ".join(html.unescape(TAGS.sub(" ", prose)).split())
