"""Which parts of a result the page that asks for it shows now; it fetches the others when they come into sight.
It refuses to make them."""

from flask import request

HEADER = "X-Seen"
HOW = "how"
# The first name of the header, because a page says what it sees only where it shows none but wide drawings.
WIDE = "wide"
Seen = frozenset[str] | None


def seen() -> Seen:
    """The names of the figures near the screen, and `how` where the origin of the numbers is open; None where all of
    the result is to be made."""
    names = request.headers.get(HEADER, "").split()
    return frozenset(names[1:]) if names[:1] == [WIDE] else None
