"""What about two releases makes one queue longer, where their settings name it and the run bears it out.
It refuses to name a cause that points the other way than the run."""

from dataclasses import replace

from labs.batching_replay.pair import LETTERS, Pair
from labs.batching_replay.release import TICKS, Side
from labs.batching_replay.settings import HAND_CARDS
from labs.units import count, number

STATICS = ("static", "static-unpadded")
# From here on, of a wait, a part is said to be most of it.
MOST = 0.5
# A token that takes so many times as long is the story, whatever the orders do.
DWARFS = 2
# Closer than this two numbers show no direction.
APART = 1.02
# A tail of long prompts: theirs are so many times as long as all prompts.
LONG = 1.2


def cause(pair: Pair, worse: str) -> str:
    """A clause on release A or B, or an empty text. `worse` is the letter whose watched tail waits longer."""
    a, b = pair.sides
    if b.fallback is not None and (when := pair.numbers[1].switched) is not None:
        return _switched(pair, worse, b.fallback.policy, f"{number(when / TICKS, 1)} s")
    drafts = drafted(pair, worse)
    if a.policy == b.policy or (drafts and _slows(pair) >= DWARFS):
        return drafts
    order = _order(pair, worse)
    if order[: len("under A ")] == drafts[: len("under A ")]:
        drafts = drafts[len("under A ") :]
    return " and ".join(each for each in (order, drafts) if each)


def _switched(pair: Pair, worse: str, after: str, when: str) -> str:
    """Which order of B is the cause; where A keeps the order that B leaves, the switch is all they differ in. Batches
    that B goes over to are blamed for waits after the switch. Else a queue stands from before it, so that it is the
    first order, or what A does."""
    a, b = pair.sides
    if a.policy == b.policy:
        drafts = drafted(pair, worse)
        return f"from {when} on B serves in the order {after}{f', and {drafts}' if drafts else ''}"
    then = _order(replace(pair, sides=(a, replace(b, policy=after))), worse) if a.policy != after else ""
    before = pair.numbers[1].parts.tail_before or 0.0
    if worse == LETTERS[1] and after in STATICS and b.policy not in STATICS and before < MOST and then:
        return f"from {when} on B serves in the order {after}, and {then}"
    why = _order(pair, worse)
    if not why and worse == LETTERS[0] and then.startswith("under B"):
        return f"from {when} on {then}"
    if not why:
        return f"until {when} B serves in the order {b.policy}"
    return f"until {when} {why}" if why.startswith("under B") else why


def own_cause(pair: Pair, worse: str) -> str:
    """Why the steps of prompts take longer under a release, by its order; empty where the order does not say."""
    a, b = pair.sides
    policy = pair.sides[LETTERS.index(worse)].policy
    if a.policy == b.policy or pair.numbers[1].switched is not None:
        return ""
    if policy == "static":
        return f"under {worse} each prompt of a batch costs as much as its longest"
    if policy == "static-unpadded":
        return f"under {worse} all prompts of a batch are computed in one step"
    if policy == "chunked":
        return f"under {worse} a prompt is cut into pieces that share steps with decodes"
    return ""


def drafted(pair: Pair, worse: str) -> str:
    """What drafting does where one release drafts and the time per token agrees; else an empty text."""
    a, b = pair.sides
    if (a.drafting is None) == (b.drafting is None):
        return ""
    place = 0 if a.drafting else 1
    letter, (mine, other) = LETTERS[place], _token_times(pair)
    if letter == worse and mine > APART * other:
        return f"under {letter} {_costly(pair.sides[place], other)}"
    if letter != worse and other > APART * mine:
        return f"under {letter} a step gives more than one token, so slots come free earlier"
    return ""


def _costly(side: Side, plain_token: float) -> str:
    """Where the time of a drafting step goes; `plain_token` ticks are what a token takes without drafts."""
    drafting = side.drafting
    spent = drafting.gamma * drafting.draft_step if drafting else 0
    if drafting and spent >= plain_token:
        ms = f"{number(spent / 1000)} ms"
        return f"each step first drafts {count(drafting.gamma, 'token')} for {ms}, longer than a token takes without"
    return "checking the drafts takes longer than the tokens they give are worth"


def _token_times(pair: Pair) -> tuple[float, float]:
    """Mean time per output token of the release that drafts, and of the other."""
    a, b = (each.tpot.mean or 0.0 for each in pair.numbers)
    return (a, b) if pair.sides[0].drafting else (b, a)


def _slows(pair: Pair) -> float:
    """How many times as long a token of the slower release takes."""
    low, high = sorted(_token_times(pair))
    return high / low if low else float(DWARFS)


def _order(pair: Pair, worse: str) -> str:
    orders = {side.policy: letter for side, letter in zip(pair.sides, LETTERS, strict=True)}
    if set(orders) == set(STATICS):
        padded = orders["static"]
        return f"under {padded} each prompt of a batch costs as much as its longest" if padded == worse else ""
    for name in STATICS:
        if orders.get(name) == worse:
            return f"under {worse} nobody enters until the longest output of a batch is done"
    return _shortest(pair, orders, worse) or _chunked(pair, orders, worse)


def _shortest(pair: Pair, orders: dict[str, str], worse: str) -> str:
    place = orders.get("spf")
    if place is None:
        return ""
    mine, other = pair.numbers if place == LETTERS[0] else pair.numbers[::-1]
    if place == worse and mine.parts.tail_prompt >= LONG:
        return f"under {place} a long prompt waits as long as shorter ones keep coming"
    if place != worse and "continuous" in orders and other.waiting > APART * mine.waiting:
        return f"under {place} fewer wait behind a long prompt"
    return ""


def _chunked(pair: Pair, orders: dict[str, str], worse: str) -> str:
    place = orders.get("chunked")
    if place is None or pair.params.card in HAND_CARDS:
        return ""
    mine, other = (each.busy for each in (pair.numbers if place == LETTERS[0] else pair.numbers[::-1]))
    if place != worse and other > mine:
        return f"under {place} prompts share the steps of the decodes, which cost less than steps of their own"
    if place == worse and mine > APART * other:
        budget = count(pair.params.token_budget, "token")
        return f"under {place} a step has at most {budget}, so a prompt pays for many whole steps"
    return ""
