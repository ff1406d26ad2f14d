"""Four numbers that are all called acceptance, side by side, each with its denominator.
It refuses to know prices."""

from labs.acceptance_prefix.columns import ITEM, WORDS, Row
from labs.acceptance_prefix.wording import amount
from labs.lab import Column, Fact, Table
from labs.speculation import spec_expected_accepted, spec_expected_tokens
from labs.units import with_unit

VALUE = Column("value", "Value")
OVER = Column("over", "Counted over", type="text")
UNIT = Column("unit", "Unit", type="text")


def definition_facts(alpha: float, gamma: int) -> dict[str, Fact]:
    """The numbers of the table that acceptance and draft length decide."""
    accepted = spec_expected_accepted(alpha, gamma)
    formula = "spec_expected_accepted"
    return {
        "alpha": Fact(alpha, "", "Acceptance of a token", "assumed", asked=2, source="typed here"),
        "accepted_over_drafted": Fact(accepted / gamma, "", "Accepted over drafted", asked=3, formula=formula),
        "accepted_per_call": Fact(accepted, "tokens", "Accepted in a draft call", asked=3, formula=formula),
        "tokens_per_call": Fact(
            spec_expected_tokens(alpha, gamma),
            "tokens",
            "Tokens a target call",
            asked=3,
            formula="spec_expected_tokens",
        ),
    }


def definitions_table(facts: dict[str, Fact], gamma: int, bonus: bool, tokens: float) -> Table:
    """The four, and the equality rule, which needs distributions; `tokens` are those of a round at these prices."""
    alpha, ratio = facts["alpha"].value, facts["accepted_over_drafted"].value
    speed = "times a plain step's price and over the round's, give the speed"
    own = f"accepted ones with the target's own; these, {speed}"
    if not bonus:
        here = with_unit(amount(tokens), "tokens")
        own = f"as papers count, with a bonus token that these prices leave out: a round gives {here}; these, {speed}"
    rows: tuple[Row, ...] = (
        (
            "Acceptance of a token, alpha",
            alpha,
            "accepted over checked",
            "drafted tokens that were checked",
            "what formulas take: places after a refusal are not counted at all",
        ),
        (
            "Accepted over drafted",
            ratio,
            "accepted over drafted",
            "all drafted tokens",
            f"what logs print: {gamma} are paid for even if the first is refused, so it is at most alpha",
        ),
        (
            "Accepted in a draft call",
            facts["accepted_per_call"].value,
            "tokens",
            "draft calls",
            f"at most {gamma}; grows with the draft length although alpha does not",
        ),
        (
            "Tokens a target call, tau",
            facts["tokens_per_call"].value,
            "tokens",
            "target calls",
            own,
        ),
        (
            "Equal to a sample of the target",
            None,
            "equal over checked",
            "drafted tokens that were checked",
            "not given by alpha: it is the sum of p q, another and stricter rule; see the view by probabilities",
        ),
    )
    caption = f"One word, different numbers: acceptance at {amount(float(alpha or 0))} and draft length {gamma}"
    return Table("definitions", caption, (ITEM, VALUE, UNIT, OVER, WORDS), rows)
