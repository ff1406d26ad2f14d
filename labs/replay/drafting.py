"""Speculative drafting in expected values: tokens a step and their cost, with no draw of chance.
It refuses to know tokens, models and which draft was right."""

from collections.abc import Sequence
from dataclasses import dataclass

THOUSANDTHS = 1000


@dataclass(frozen=True)
class Draft:
    """`gamma` tokens drafted a step; `alpha` the acceptance per group, None where the group does not draft.

    `draft_step` ticks for one drafted position of the whole batch. A step of b drafting requests verifies
    b (gamma + 1) tokens and gives each (1 - alpha^(gamma+1)) / (1 - alpha), its expected value, kept in
    thousandths: after j steps the whole part of j times that has been delivered. So a run is one deterministic
    run, not the mean of many: waiting caused by lucky and unlucky rounds is not in it.
    """

    gamma: int
    alpha: tuple[float | None, ...]
    draft_step: int = 0

    def __post_init__(self) -> None:
        if self.gamma < 1:
            raise ValueError(f"gamma is {self.gamma}. Draft 1 token a step or more, or give no draft.")
        if self.draft_step < 0:
            raise ValueError(f"draft_step is {self.draft_step}. It must be 0 ticks or more.")
        for alpha in self.alpha:
            if alpha is not None and not 0 <= alpha <= 1:
                raise ValueError(f"alpha is {alpha}. An acceptance lies between 0 and 1.")


@dataclass(frozen=True)
class Rates:
    """Per group: tokens a step in units of 1/`unit` token, and tokens verified a step."""

    unit: int
    tokens: tuple[int, ...]
    verified: tuple[int, ...]


def expected_tokens(alpha: float, gamma: int) -> float:
    """Expected tokens of one round: 1 + alpha + ... + alpha^gamma (Leviathan et al. 2023, equation 1)."""
    return sum(alpha**power for power in range(gamma + 1))


def rates(draft: Draft | None, groups: Sequence[str]) -> Rates:
    """What a decode step gives and verifies for each group; one token each without a draft."""
    if draft is None:
        return Rates(1, (1,) * len(groups), (1,) * len(groups))
    if len(draft.alpha) != len(groups):
        raise ValueError(f"alpha has {len(draft.alpha)} values for {len(groups)} groups. Give one for each group.")
    tokens = [
        THOUSANDTHS if alpha is None else round(THOUSANDTHS * expected_tokens(alpha, draft.gamma))
        for alpha in draft.alpha
    ]
    verified = [1 if alpha is None else draft.gamma + 1 for alpha in draft.alpha]
    return Rates(THOUSANDTHS, tuple(tokens), tuple(verified))


def worst_cases(prompt: Sequence[int], output: Sequence[int], group: Sequence[int], rates: Rates) -> list[int]:
    """Tokens that each request can come to hold: prompt, output, and the drafts beside its last token."""
    drafts = [verified - 1 for verified in rates.verified]
    return [wanted + made + drafts[kind] for wanted, made, kind in zip(prompt, output, group, strict=True)]
