"""The view by cost as a result: when does drafting pay, at these prices and in a batch?
It refuses to compute: it compares and words."""

from labs.acceptance_prefix.account import (
    LONGEST,
    Account,
    Prices,
    account_of,
    best_of,
    break_even,
    lengths_of,
    prices_of,
)
from labs.acceptance_prefix.batch_report import batch_facts, batch_figure, batch_table, why_they_differ
from labs.acceptance_prefix.batches import Batches
from labs.acceptance_prefix.cards import CARDS
from labs.acceptance_prefix.columns import BASELINE, PLAIN_LINE, TYPED
from labs.acceptance_prefix.definitions import definition_facts, definitions_table
from labs.acceptance_prefix.economics_rows import alphas_table, gammas_table, losing_share, outcomes_table, round_table
from labs.acceptance_prefix.settings import AcceptanceParams
from labs.acceptance_prefix.wording import EVEN, SLOWER, amount, compared, in_units, state_of, times
from labs.lab import Fact, Figure, Line, Result
from labs.units import count, number, with_unit


def report(params: AcceptanceParams) -> Result:
    """The result at one acceptance and one set of prices."""
    prices, alpha = prices_of(params), float(params.alpha)
    account, limit = account_of(alpha, prices), break_even(prices)
    batches = Batches(alpha, prices, CARDS[params.card], params.context)
    named = definition_facts(alpha, params.gamma)
    lengths = lengths_of(params)
    best = best_of(lengths)
    facts = _facts(params, prices, account, limit, best) | named | batch_facts(batches, params.batch)
    tables = (
        round_table(params, prices, account),
        outcomes_table(params, prices),
        definitions_table(named, params.gamma, params.bonus_token),
        batch_table(batches, params.batch),
        alphas_table(params, prices),
        gammas_table(params, lengths),
    )
    figures = (_alphas(params, account, limit), _gammas(best), batch_figure(batches, params.batch))
    says, because = _sentence(params, prices, account, limit)
    return Result(says, because, facts, tables, figures, (why_they_differ(batches, params.batch),))


def _sentence(params: AcceptanceParams, prices: Prices, account: Account, limit: float | None) -> tuple[str, str]:
    says = (
        f"A token costs {number(account.cost_a_token, 2)} units with drafting and {amount(prices.step)} without, "
        f"{compared(account.speedup)}"
    )
    steps = with_unit(amount(prices.spent / prices.step), "plain steps")
    needed = f"a round costs {in_units(prices.spent)}, as much as {steps}"
    alpha = amount(float(params.alpha))
    if limit is None:
        most = count(prices.gamma + int(prices.bonus), "token")
        return says, f"{needed}, and gives at most {most}: it never pays, even if every draft is accepted"
    if limit == 1:
        return says, f"{needed}, so that certain acceptance only breaks even: it never pays"
    if limit == 0:
        return says, f"{needed}, and gives at least one token: it never loses"
    told = number(limit, 3)
    if state_of(account.speedup) == EVEN:
        return says, f"an acceptance of {alpha} is the break-even"
    side = "below" if state_of(account.speedup) == SLOWER else "above"
    return says, f"{needed}, and an acceptance of {alpha} is {side} the break-even of {told}"


def _facts(
    params: AcceptanceParams, prices: Prices, account: Account, limit: float | None, best: tuple[int, float]
) -> dict[str, Fact]:
    def units(value: float, label: str) -> Fact:
        return Fact(value, "units", label, places=2, source=TYPED)

    gamma, factor = best
    speed = Fact(account.speedup, "times plain", "Speed", places=2, formula="spec_expected_tokens", source=TYPED)
    return {
        "answer": speed,
        "speedup": speed,
        "break_even_alpha": Fact(
            limit, "", "Break-even acceptance", places=3, formula="spec_break_even_alpha", source=TYPED
        ),
        "round_tokens": Fact(
            account.tokens, "tokens", "Tokens a round", places=2, formula="spec_expected_tokens", source=TYPED
        ),
        "tokens_needed": Fact(prices.spent / prices.step, "tokens", "Tokens a round must give", places=2, source=TYPED),
        "round_cost": units(prices.spent, "A round"),
        "draft_total": units(prices.draft, "The draft of a round"),
        "cost_a_token": units(account.cost_a_token, "A token with drafting"),
        "step_cost": Fact(prices.step, "units", "A plain step", "assumed", places=2, source=TYPED),
        "best_gamma": Fact(gamma, "tokens", "Best draft length, 0 to 16", formula="spec_expected_tokens", source=TYPED),
        "best_speedup": Fact(
            factor, "times plain", "Speed at the best length", places=2, formula="spec_expected_tokens", source=TYPED
        ),
        "losing_rounds": Fact(
            losing_share(params, prices),
            "",
            "Share of rounds that save nothing",
            places=2,
            formula="spec_round_outcome",
            source=TYPED,
        ),
        "slower": Fact(state_of(account.speedup) == SLOWER, "", "Slower than plain decoding", source=TYPED),
        "baseline_speedup": BASELINE,
    }


def _alphas(params: AcceptanceParams, account: Account, limit: float | None) -> Figure:
    if limit is None or limit == 1:
        words = "Hatched bars, all but perhaps the last, are slower, because a round costs more than it can give."
    elif limit == 0:
        words = "No bar is hatched, because a round costs no more than one plain step."
    else:
        words = (
            f"Below an acceptance of {number(limit, 3)} the bars are hatched: slower than plain decoding, because a "
            "round then gives fewer tokens than plain steps would for its price."
        )
    return Figure(
        name="alphas",
        kind="bar",
        table="alphas",
        x="alpha",
        y=("speedup",),
        summary=words,
        x_title="Acceptance",
        y_title="Speed, times plain",
        lines=(PLAIN_LINE,) if not limit else (PLAIN_LINE, Line("break_even_alpha", "break-even", axis="x")),
        state="state",
    )


def _gammas(best: tuple[int, float]) -> Figure:
    gamma, factor = best
    if gamma == 0:
        words = "No draft length is faster than plain decoding, because a round costs more than its tokens save."
    elif gamma == LONGEST:
        words = (
            f"Speed is highest, {times(factor)}, at the longest draft shown, {LONGEST} tokens, because more drafted "
            "tokens cost little here."
        )
    else:
        words = (
            f"Speed peaks at {times(factor)} with a draft of {gamma}, because each further token is paid for and less "
            "likely to be reached."
        )
    return Figure(
        name="gammas",
        kind="bar",
        table="gammas",
        x="gamma",
        y=("speedup",),
        summary=words,
        x_title="Draft length, tokens",
        y_title="Speed, times plain",
        state="state",
    )
