"""How much of a draft is useful? Token by token, by probabilities, by what a round costs, and per group.
It leaves out how drafts are made, trees of drafts, and acceptance that differs from place to place."""

from typing import Final

from labs.acceptance_prefix import distributions_report, economics_report, groups_report, tokens_report
from labs.acceptance_prefix.presets import PRESETS
from labs.acceptance_prefix.settings import DISTRIBUTIONS, ECONOMICS, TOKENS, AcceptanceParams
from labs.lab import Lab, Result

LEAVES_OUT: Final = (
    "It leaves out how drafts are made, drafts that branch, acceptance that differs from place to place, and whether "
    "the cache of a batch fits on the card. Every token is accepted independently, which real text only resembles."
)


def run(params: AcceptanceParams) -> Result:
    """The result of the chosen view."""
    if params.view == TOKENS:
        return tokens_report.report(params)
    if params.view == DISTRIBUTIONS:
        return distributions_report.report(params)
    return economics_report.report(params) if params.view == ECONOMICS else groups_report.report(params)


LAB: Final = Lab(
    slug="acceptance-prefix",
    title="Accepted prefix",
    question="How much of a draft is useful?",
    params=AcceptanceParams,
    run=run,
    version=3,
    controls=(
        "draft_tokens",
        "target_tokens",
        "lenience",
        "close_probs",
        "far_probs",
        "alpha",
        "groups",
        "gamma",
        "batch",
    ),
    lead="answer",
    presets=PRESETS,
    shows="Which drafted tokens count, what a round costs and brings, and where drafting is slower than not drafting.",
    leaves_out=LEAVES_OUT,
)
