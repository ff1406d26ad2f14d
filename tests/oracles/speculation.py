"""Speculative decoding as loops over every outcome, with exact fractions: slow and obvious.
It knows no closed form and nothing of the project."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

Round = tuple[int, Fraction]


def rounds(alphas: Sequence[Fraction]) -> Iterator[Round]:
    """(accepted, probability) of every pattern of accept and reject; what follows a reject is not looked at."""
    for pattern in product((True, False), repeat=len(alphas)):
        chance = Fraction(1)
        for accept, alpha in zip(pattern, alphas, strict=True):
            chance *= alpha if accept else 1 - alpha
        accepted = 0
        while accepted < len(pattern) and pattern[accepted]:
            accepted += 1
        yield accepted, chance


def mean_tokens(alphas: Sequence[Fraction], bonus: bool = True) -> Fraction:
    """Mean tokens of a round: the accepted drafts, and one of the target's own unless all were taken without bonus."""
    total = Fraction(0)
    for accepted, chance in rounds(alphas):
        own = 1 if bonus or accepted < len(alphas) else 0
        total += chance * (accepted + own)
    return total


def length_chances(alphas: Sequence[Fraction]) -> list[Fraction]:
    """Probability of each accepted length, 0 to all."""
    found = [Fraction(0)] * (len(alphas) + 1)
    for accepted, chance in rounds(alphas):
        found[accepted] += chance
    return found


def emitted(p: Sequence[Fraction], q: Sequence[Fraction], lenience: Fraction) -> tuple[Fraction, list[Fraction]]:
    """(accepted share, law of the token that comes out) of one token drafted from q and judged against p.

    Walks both random choices: the drafted token, then the token drawn in its place when it is refused.
    """
    spare = [max(Fraction(0), target - draft) for target, draft in zip(p, q, strict=True)]
    accepted, law = Fraction(0), [Fraction(0)] * len(p)
    for token, draft in enumerate(q):
        if draft == 0:
            continue
        chance = min(Fraction(1), p[token] / (lenience * draft))
        accepted += draft * chance
        law[token] += draft * chance
        if chance < 1:
            for other, weight in enumerate(spare):
                law[other] += draft * (1 - chance) * weight / sum(spare)
    return accepted, law


def leading_equal(draft: Sequence[int], target: Sequence[int]) -> int:
    """The longest n for which the first n tokens of both are the same list."""
    return max(n for n in range(min(len(draft), len(target)) + 1) if list(draft[:n]) == list(target[:n]))


def root_depth_and_chance(name: str, parents: dict[str, tuple[str, Fraction]]) -> tuple[int, Fraction]:
    """Steps from the root to a node of a tree and the product of the chances on the way."""
    depth, chance = 0, Fraction(1)
    while name in parents:
        name, step = parents[name]
        depth, chance = depth + 1, chance * step
    return depth, chance
