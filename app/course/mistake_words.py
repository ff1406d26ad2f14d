"""What a learner reads about a named mistake: the first paragraph of its docstring, so that code and page agree.
It refuses to compute it.
"""

import html
import inspect

from labs import named_mistakes


def mistake_reason(name: str) -> str:
    """The reason as safe HTML. Raises KeyError for an unknown mistake."""
    words = inspect.getdoc(named_mistakes()[name]) or ""
    return f"<p>{html.escape(' '.join(words.split(chr(10) * 2)[0].split()))}</p>"
