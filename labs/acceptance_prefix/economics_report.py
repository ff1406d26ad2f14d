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
from labs.acceptance_prefix.batch_report import (
    batch_facts,
    batch_figure,
    batch_table,
    typed_and_replaced,
    why_they_differ,
)
from labs.acceptance_prefix.batches import Batches
from labs.acceptance_prefix.cards import CARDS
from labs.acceptance_prefix.columns import BASELINE, PLAIN_LINE, TYPED
from labs.acceptance_prefix.definitions import definition_facts, definitions_table
from labs.acceptance_prefix.economics_rows import (
    alphas_table,
    gammas_table,
    losing_share,
    outcomes_table,
    round_table,
    swept,
)
from labs.acceptance_prefix.settings import WHOLE, AcceptanceParams
from labs.acceptance_prefix.wording import EVEN, SLOWER, amount, apart, compared, in_units, limit_between, state_of
from labs.address import as_text
from labs.lab import Fact, Figure, Line, Result
from labs.units import with_unit


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
        definitions_table(named, params.gamma, params.bonus_token, account.tokens),
        batch_table(batches, params.batch),
        alphas_table(params, prices),
        gammas_table(params, lengths),
    )
    figures = (_alphas(params, limit), _gammas(params, best), batch_figure(batches, params.batch))
    says, because = _sentence(params, prices, account, limit)
    notes = (typed_and_replaced(batches, params.batch), why_they_differ(batches, params.batch))
    return Result(says, because, facts, tables, figures, notes)


def _sentence(params: AcceptanceParams, prices: Prices, account: Account, limit: float | None) -> tuple[str, str]:
    says = (
        f"A token costs {in_units(account.cost_a_token)} with drafting and {amount(prices.step)} without, "
        f"{compared(account.speedup)}"
    )
    steps, most = apart(prices.spent / prices.step, prices.gamma + int(prices.bonus))
    needed = f"a round costs {in_units(prices.spent)}, as much as {with_unit(steps, 'plain steps')}"
    alpha = as_text(params.alpha)
    if limit is None:
        gives = f"gives at most {with_unit(most, 'tokens')}"
        return says, f"{needed}, and {gives}: it never pays, even if every draft is accepted"
    if limit == 1:
        return says, f"{needed}, so that certain acceptance only breaks even: it never pays"
    if limit == 0:
        return says, f"{needed}, and gives at least one token: it never loses"
    if state_of(account.speedup) == EVEN:
        return says, f"an acceptance of {alpha} is the break-even"
    side = "below" if state_of(account.speedup) == SLOWER else "above"
    told = limit_between(limit, [float(params.alpha)])
    return says, f"{needed}, and an acceptance of {alpha} is {side} the break-even of {told}"


def _facts(
    params: AcceptanceParams, prices: Prices, account: Account, limit: float | None, best: tuple[int, float]
) -> dict[str, Fact]:
    def units(value: float, label: str) -> Fact:
        return Fact(value, "units", label, asked=2, source=TYPED)

    gamma, factor = best
    speed = Fact(account.speedup, "times plain", "Speed", asked=2, formula="spec_expected_tokens", source=TYPED)
    return {
        "answer": speed,
        "speedup": speed,
        "break_even_alpha": Fact(
            limit, "", "Break-even acceptance", asked=3, formula="spec_break_even_alpha", source=TYPED
        ),
        "round_tokens": Fact(
            account.tokens, "tokens", "Tokens a round", asked=2, formula="spec_expected_tokens", source=TYPED
        ),
        "tokens_needed": Fact(prices.spent / prices.step, "tokens", "Tokens a round must give", asked=2, source=TYPED),
        "round_cost": units(prices.spent, "A round"),
        "draft_total": units(prices.draft, "The draft of a round"),
        "cost_a_token": units(account.cost_a_token, "A token with drafting"),
        "step_cost": Fact(prices.step, "units", "A plain step", "assumed", asked=2, source=TYPED),
        "best_gamma": Fact(gamma, "tokens", "Best draft length, 0 to 16", formula="spec_expected_tokens", source=TYPED),
        "best_speedup": Fact(
            factor, "times plain", "Speed at the best length", asked=2, formula="spec_expected_tokens", source=TYPED
        ),
        "losing_rounds": Fact(
            losing_share(params, prices),
            "",
            "Share of rounds that save nothing",
            asked=2,
            formula="spec_round_outcome",
            source=TYPED,
        ),
        "slower": Fact(state_of(account.speedup) == SLOWER, "", "Slower than plain decoding", source=TYPED),
        "baseline_speedup": BASELINE,
    }


def _alphas(params: AcceptanceParams, limit: float | None) -> Figure:
    if limit is None:
        words = "All bars are hatched: slower, because a round costs more plain steps than it can give tokens."
    elif limit == 1:
        words = "All bars but the last are hatched: slower, because only certain acceptance pays for a round."
    elif limit == 0:
        words = "No bar is hatched, because a round costs no more than one plain step."
    else:
        words = (
            f"Below an acceptance of {limit_between(limit, swept(params))} the bars are hatched: slower than plain "
            "decoding, because a round then gives fewer tokens than plain steps would for its price."
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


def _best_words(params: AcceptanceParams, best: tuple[int, float]) -> str:
    gamma, factor = best
    if gamma == 0:
        return (
            "No draft length is faster than plain decoding, because a round of any length costs at least the plain "
            "steps that its tokens replace."
        )
    told, is_free = amount(factor), params.draft_buys == WHOLE or params.draft_cost == 0
    if gamma == LONGEST:
        saved = "costs nothing more" if is_free else "still saves more than it costs"
        return (
            f"Speed is highest, {told}, at the longest draft shown, {LONGEST} tokens, because each further one {saved}."
        )
    if is_free:
        return (
            f"Speed reaches {told} with a draft of {gamma} and rises no further, because the tokens behind it cost "
            "nothing more and are accepted never, or too seldom to show."
        )
    return (
        f"Speed peaks at {told} with a draft of {gamma}, because a further token brings no more for its price than the "
        "round without it."
    )


def _gammas(params: AcceptanceParams, best: tuple[int, float]) -> Figure:
    return Figure(
        name="gammas",
        kind="bar",
        table="gammas",
        x="gamma",
        y=("speedup",),
        summary=_best_words(params, best),
        x_title="Draft length, tokens",
        y_title="Speed, times plain",
        state="state",
    )
