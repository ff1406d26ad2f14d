"""The tables of the view by cost: the round account, and speed over draft length and over acceptance.
It refuses to compute: labs/acceptance_prefix/account.py does."""

from labs.acceptance_prefix.account import Account, Prices, account_of
from labs.acceptance_prefix.columns import ITEM, SPEEDUP, STATE, WORDS, Row
from labs.acceptance_prefix.settings import AcceptanceParams
from labs.acceptance_prefix.wording import amount, compared, in_units, state_of
from labs.lab import Column, Table
from labs.speculation import spec_accept_length_pmf
from labs.speculation_cost import RoundOutcome, spec_round_outcome
from labs.units import count

TOKENS = Column("tokens", "Tokens a round", "tokens")
SPENT = Column("spent", "A round", "units")
COST = Column("cost_a_token", "A token", "units")
STEPS = 20


def round_table(params: AcceptanceParams, prices: Prices, account: Account) -> Table:
    """The account of one mean round, line by line."""
    columns = (ITEM, Column("amount", "Amount"), Column("unit", "Unit", type="text"), STATE, WORDS)
    accepted, drafted = amount(float(params.alpha)), count(prices.gamma, "drafted token")
    rows: tuple[Row, ...] = (
        ("Draft", prices.draft, "units", "paid", f"for {drafted}, whatever becomes of them"),
        ("Verification", prices.verify, "units", "paid", f"one pass of the target over {prices.gamma + 1} places"),
        ("Tokens", account.tokens, "tokens", "gained", f"in the mean, at an acceptance of {accepted}"),
        ("A token", account.cost_a_token, "units", "result", "draft and verification over the tokens they give"),
        ("A plain step", prices.step, "units", "baseline", "one token, no draft"),
        ("Speed", account.speedup, "times plain", state_of(account.speedup), compared(account.speedup)),
    )
    return Table("round", "The account of a round", columns, rows)


def outcomes_table(params: AcceptanceParams, prices: Prices) -> Table:
    """Each count of accepted tokens: its chance, what the round gives and saves."""
    columns = (
        Column("accepted", "Accepted", "tokens", "whole"),
        Column("chance", "Chance"),
        Column("tokens", "Tokens", "tokens", "whole"),
        Column("ordinary_cost", "As plain steps", "units"),
        Column("saving", "Saved", "units"),
        STATE,
        WORDS,
    )
    rows: list[Row] = []
    paid = in_units(prices.spent)
    for accepted, (chance, outcome) in enumerate(_outcomes(params, prices)):
        state = "attractive" if outcome["attractive"] else "not attractive"
        words = f"{paid} paid for {in_units(outcome['ordinary_cost'])} of plain steps"
        cells = (outcome["tokens"], outcome["ordinary_cost"], outcome["saving"], state, words)
        rows.append((accepted, chance, *cells))
    return Table("outcomes", "The rounds behind the mean", columns, tuple(rows))


def losing_share(params: AcceptanceParams, prices: Prices) -> float:
    """Probability of a round that saves nothing."""
    return sum(chance for chance, outcome in _outcomes(params, prices) if not outcome["attractive"])


def _outcomes(params: AcceptanceParams, prices: Prices) -> list[tuple[float, RoundOutcome]]:
    chances = spec_accept_length_pmf(float(params.alpha), prices.gamma)
    outcomes = [
        spec_round_outcome(accepted, prices.gamma, prices.draft, prices.verify, prices.step, prices.bonus)
        for accepted in range(prices.gamma + 1)
    ]
    return list(zip(chances, outcomes, strict=True))


def gammas_table(params: AcceptanceParams, lengths: list[tuple[Prices, Account]]) -> Table:
    """Speed over the draft length, plain decoding as length 0."""
    columns = (Column("gamma", "Draft length", "tokens", "whole"), TOKENS, SPENT, COST, SPEEDUP, STATE)
    rows: list[Row] = [(0, 1.0, float(params.step_cost), float(params.step_cost), 1.0, "baseline")]
    for prices, account in lengths:
        cells = (account.tokens, prices.spent, account.cost_a_token, account.speedup, state_of(account.speedup))
        rows.append((prices.gamma, *cells))
    return Table("gammas", "Speed against the draft length", columns, tuple(rows), now=params.gamma)


def swept(params: AcceptanceParams) -> list[float]:
    """The acceptances that have a bar, the current one among them."""
    return sorted({each / STEPS for each in range(STEPS + 1)} | {float(params.alpha)})


def alphas_table(params: AcceptanceParams, prices: Prices) -> Table:
    """Speed over acceptance."""
    columns = (Column("alpha", "Acceptance"), TOKENS, COST, SPEEDUP, STATE)
    alphas = swept(params)
    rows: list[Row] = []
    for alpha in alphas:
        account = account_of(alpha, prices)
        rows.append((alpha, account.tokens, account.cost_a_token, account.speedup, state_of(account.speedup)))
    return Table("alphas", "Speed against acceptance", columns, tuple(rows), now=alphas.index(float(params.alpha)))
