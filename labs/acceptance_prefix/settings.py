"""What the lab asks in each of its four views: tokens, distributions, prices and groups, with bounds and help.
It refuses to compute, and to know what a card can do (labs/acceptance_prefix/cards.py)."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from labs.acceptance_prefix.cards import CARDS
from labs.params import Group, Params, param

TOKENS: Final = "tokens"
DISTRIBUTIONS: Final = "distributions"
ECONOMICS: Final = "economics"
GROUPS: Final = "groups"
EACH, WHOLE = "each", "whole"
PRICES, BATCH, LAWS = "Prices", "The batch", "The distributions"
SUM_ERROR: Final = Decimal("1e-9")


class AcceptanceParams(Params):
    """The settings; each is asked for and used only in the views that it names."""

    view: str = param(
        TOKENS,
        label="View",
        help="What is compared: token by token, by probabilities, by cost, or a line per group.",
        choices={
            TOKENS: "Token by token",
            DISTRIBUTIONS: "By probabilities",
            ECONOMICS: "By cost",
            GROUPS: "Per group",
        },
        switch=True,
    )
    draft_tokens: tuple[int, ...] = param(
        (4, 8, 1),
        label="Drafted tokens",
        help="Token ids in the order in which the draft proposes them.",
        le=999_999,
        items=10,
        when=TOKENS,
    )
    target_tokens: tuple[int, ...] = param(
        (4, 8, 9),
        label="Target's tokens",
        help="What the target itself would write in the same places.",
        le=999_999,
        items=11,
        when=TOKENS,
    )
    lenience: Decimal = param(
        Decimal(1),
        label="Lenience",
        help="1 is the exact rule. At 0.5 a token passes for sure if the target gives it half of what the draft does.",
        ge="0.05",
        le=1,
        stops=tuple(f"{Decimal(each) / 20}" for each in range(1, 21)),
        group=LAWS,
        when=DISTRIBUTIONS,
    )
    close_probs: tuple[Decimal, ...] = param(
        (Decimal("0.5"), Decimal("0.35"), Decimal("0.15")),
        label="Close draft",
        help="Probability of each token under a draft that is near the target. They add up to 1.",
        le=1,
        items=6,
        group=LAWS,
        when=DISTRIBUTIONS,
    )
    far_probs: tuple[Decimal, ...] = param(
        (Decimal("0.1"), Decimal("0.3"), Decimal("0.6")),
        label="Far draft",
        help="The same under a draft that is far from the target, as drafts are for text they saw little of.",
        le=1,
        items=6,
        group=LAWS,
        when=DISTRIBUTIONS,
    )
    target_probs: tuple[Decimal, ...] = param(
        (Decimal("0.6"), Decimal("0.3"), Decimal("0.1")),
        label="Target",
        help="Probability of each token under the target. They add up to 1.",
        le=1,
        items=6,
        group=LAWS,
        when=DISTRIBUTIONS,
    )
    gate: Decimal = param(
        Decimal("0.02"),
        label="Gate",
        help="The largest shift from the target that a release may have, as half the sum of the differences.",
        le=1,
        group="The contract",
        when=DISTRIBUTIONS,
    )
    alpha: Decimal = param(
        Decimal("0.8"),
        label="Acceptance",
        help="Probability that a drafted token is accepted, given that all before it were.",
        le=1,
        stops=tuple(f"{Decimal(each) / 50}" for each in range(51)),
        when=ECONOMICS,
    )
    groups: tuple[Group, ...] = param(
        (
            Group("english", Decimal("0.85"), Decimal("0.7")),
            Group("code", Decimal("0.8"), Decimal("0.26")),
            Group("rare", Decimal("0.5"), Decimal("0.04")),
        ),
        label="Groups",
        help="Acceptance of each group and its weight in the tokens that are written.",
        ge="0.001",
        le=1000,
        items=5,
        when=GROUPS,
    )
    gamma: int = param(
        4,
        label="Draft length",
        help="Tokens that the draft proposes before the target verifies them in one pass.",
        unit="tokens",
        ge=1,
        le=16,
        stops=tuple(range(1, 17)),
        when=ECONOMICS,
        also=(GROUPS,),
    )
    batch: int = param(
        1,
        label="Batch",
        help="Sequences that are decoded together. Prices below are those of one sequence; cards are asked about more.",
        unit="sequences",
        ge=1,
        le=4096,
        stops=(1, 2, 4, 8, 16, 32, 64, 128, 256, 512),
        when=ECONOMICS,
        also=(GROUPS,),
    )
    draft_cost: Decimal = param(
        Decimal(1),
        label="Draft",
        help="Price of drafting, in any unit that all three prices share: a step's milliseconds do well.",
        unit="units",
        ge=0,
        le=1_000_000,
        group=PRICES,
        when=ECONOMICS,
        also=(GROUPS,),
    )
    draft_buys: str = param(
        EACH,
        label="The draft's price buys",
        help="A small model pays for each token it drafts. A lookup or extra heads propose all of them at once.",
        choices={EACH: "one drafted token", WHOLE: "the whole draft"},
        group=PRICES,
        when=ECONOMICS,
        also=(GROUPS,),
    )
    verify_cost: Decimal = param(
        Decimal(4),
        label="Verification",
        help="Price of the target's one pass over the draft. In a batch the card's own time stands in its place.",
        unit="units",
        ge="0.001",
        le=1_000_000,
        group=PRICES,
        when=ECONOMICS,
        also=(GROUPS,),
    )
    step_cost: Decimal = param(
        Decimal(4),
        label="Plain step",
        help="Price of one token without drafting. In a batch it only says how much of a plain step the draft costs.",
        unit="units",
        ge="0.001",
        le=1_000_000,
        group=PRICES,
        when=ECONOMICS,
        also=(GROUPS,),
    )
    bonus_token: bool = param(
        True,
        label="Bonus token",
        help="When every draft is accepted, the same pass of the target gives one more token. Some engines drop it.",
        group=PRICES,
        when=ECONOMICS,
        also=(GROUPS,),
    )
    card: str = param(
        "a100-80gb",
        label="Card",
        help="Serves Llama 3.1 8B in 16 bits: peaks as printed, step times as fitted to measurements.",
        choices={name: each.label for name, each in CARDS.items()},
        group=BATCH,
        when=ECONOMICS,
        also=(GROUPS,),
    )
    context: int = param(
        1024,
        label="Context",
        help="Tokens already in the cache of each sequence. Plain and verifying steps both read them once.",
        unit="tokens",
        ge=0,
        le=131_072,
        stops=(0, 512, 1024, 2048, 4096, 8192),
        group=BATCH,
        when=ECONOMICS,
        also=(GROUPS,),
    )

    def problems(self) -> Mapping[str, str]:
        """Distributions that do not add up to 1 or are not over the same tokens."""
        if self.view != DISTRIBUTIONS:
            return {}
        found: dict[str, str] = {}
        for name, label in (("close_probs", "Close draft"), ("far_probs", "Far draft"), ("target_probs", "Target")):
            values: tuple[Decimal, ...] = getattr(self, name)
            if abs(sum(values, Decimal(0)) - 1) > SUM_ERROR:
                found[name] = f"{label} adds up to {sum(values):f}. Change its probabilities until they add up to 1."
            elif len(values) != len(self.target_probs):
                found[name] = (
                    f"{label} has {len(values)} probabilities and the target {len(self.target_probs)}. "
                    "Give both one for each token."
                )
        return found
