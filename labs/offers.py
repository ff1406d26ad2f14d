"""What a setting of words may be on the machine that shows the form, in groups.
It refuses to know which setting, and where the words come from."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Offered:
    """Groups, each a title and (value, words); `says` is a sentence that stands beside them."""

    groups: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    says: str = ""
