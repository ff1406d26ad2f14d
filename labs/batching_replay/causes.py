"""What about two releases makes one tail longer, where their settings and the run name it.
It refuses to name a cause that points the other way than the run."""

from labs.batching_replay.pair import LETTERS, Pair
from labs.batching_replay.settings import HAND_CARDS

STATICS = ("static", "static-unpadded")


def cause(pair: Pair, worse: str) -> str:
    """A clause on release A or B, or an empty text. `worse` is the letter whose watched tail is the longer one."""
    a, b = pair.sides
    if b.fallback is not None and pair.numbers[1].switched is not None:
        return ""
    if a.policy != b.policy:
        return _order(pair, worse)
    if (a.drafting is None) != (b.drafting is None):
        drafts = LETTERS[0] if a.drafting else LETTERS[1]
        if drafts == worse:
            return f"under {drafts} checking the drafts takes longer than the tokens they give are worth"
        return f"under {drafts} a step gives more than one token, so slots come free earlier"
    return ""


def _order(pair: Pair, worse: str) -> str:
    orders = {side.policy: letter for side, letter in zip(pair.sides, LETTERS, strict=True)}
    for name in STATICS:
        if name in orders and not set(orders) <= set(STATICS):
            held = f"under {orders[name]} nobody enters until the longest output of a batch is done"
            return held if orders[name] == worse else ""
    if set(orders) == {"spf", "continuous"}:
        place = orders["spf"]
        if place == worse:
            return f"under {place} a long prompt waits as long as shorter ones keep coming"
        return f"under {place} fewer wait behind a long prompt"
    if "spf" in orders and orders["spf"] == worse:
        return f"under {worse} a long prompt waits as long as shorter ones keep coming"
    if "chunked" in orders and orders["chunked"] != worse and pair.params.card not in HAND_CARDS:
        return (
            f"under {orders['chunked']} prompts share the steps of the decodes, which cost less than steps of their own"
        )
    return ""
