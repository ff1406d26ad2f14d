"""Which content encoding an Accept-Encoding header asks for.

It compresses nothing and refuses to know responses.
"""

from typing import Literal

from werkzeug.datastructures import Accept

Encoding = Literal["identity", "gzip", "br"]

# The smaller one wins when a client likes several equally.
BY_SIZE: tuple[Encoding, ...] = ("br", "gzip", "identity")


def choose_encoding(accepted: Accept) -> Encoding:
    """The best encoding by q-value (RFC 9110, 12.5.3); identity when nothing else is allowed."""
    if not accepted:
        return "identity"
    best = max(BY_SIZE, key=lambda encoding: _quality(accepted, encoding))
    return best if _quality(accepted, best) > 0 else "identity"


def _quality(accepted: Accept, encoding: Encoding) -> float:
    # Identity needs no naming: unnamed, it ranks below every encoding that is allowed and above those that are not.
    if encoding == "identity" and not any(name in ("identity", "*") for name, _ in accepted):
        return 1e-9
    return float(accepted.quality(encoding))
