"""The view per group as a result: who gains, who loses, and above which batch.
It refuses to compute: it compares and words what labs/acceptance_prefix/groups.py gives."""

from labs.acceptance_prefix.account import prices_of
from labs.acceptance_prefix.batch_report import DRAFT_TYPED, typed_and_replaced, why_they_differ
from labs.acceptance_prefix.cards import FIT, PEAKS
from labs.acceptance_prefix.columns import BASELINE, PAYS_ON, TYPED
from labs.acceptance_prefix.groups import Lane, all_fitted, all_speedup, lanes_of
from labs.acceptance_prefix.groups_rows import account_table, batches_table, figures, limit_words, limits_table
from labs.acceptance_prefix.settings import AcceptanceParams
from labs.acceptance_prefix.wording import SLOWER, amount, compared, state_of
from labs.lab import Fact, Result
from labs.units import listed

MIXED = (
    "Each group is counted as if a batch held nobody else. In a mixed batch everybody waits for the same verification, "
    "so a group that loses also slows the others."
)


def report(params: AcceptanceParams) -> Result:
    """The result for these groups at one draft length and batch."""
    lanes, prices = lanes_of(params), prices_of(params)
    together = all_speedup(lanes, prices.step)
    tables = (
        account_table(lanes, prices.spent, prices.step, together),
        limits_table(lanes, params.batch),
        batches_table(lanes, params.batch),
    )
    says, because = _sentence(lanes, params.batch)
    first = lanes[0].batches
    notes = (MIXED, typed_and_replaced(first, params.batch), why_they_differ(first, params.batch))
    return Result(says, because, _facts(lanes, together, params), tables, figures(lanes, params.batch), notes)


def _sentence(lanes: tuple[Lane, ...], batch: int) -> tuple[str, str]:
    speeds = {lane.name: lane.batches.fitted(batch) for lane in lanes}
    slow = [name for name, speed in speeds.items() if state_of(speed) == SLOWER]
    fast = [name for name in speeds if name not in slow]
    worst = min(lanes, key=lambda lane: speeds[lane.name])
    told = f"{compared(speeds[worst.name]).removesuffix(': slower')}, by the card's fitted times"
    most = _last(lanes, worst, speeds)
    if not slow:
        says = f"At batch {batch:,} drafting pays for {_all(fast)}{most.format('least')}: {told}"
    elif fast:
        says = (
            f"At batch {batch:,} drafting pays for {listed(fast)} and loses for {listed(slow)}: {worst.name} is {told}"
        )
    else:
        says = f"At batch {batch:,} drafting loses for {_all(slow)}{most.format('most')}: {told}"
    because = (
        f"{amount(worst.alpha)} of {worst.name}'s checked tokens are accepted, so a round gives "
        f"{amount(worst.account.tokens)} tokens, and {limit_words(worst.fitted_last)}"
    )
    return says, because


def _all(names: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    return "both groups" if len(names) == 2 else f"all {len(names)} groups"


def _last(lanes: tuple[Lane, ...], worst: Lane, speeds: dict[str, float]) -> str:
    """Who stands out at the lower end; nobody does where there is one group, or where all are alike."""
    if len(lanes) == 1:
        return ""
    lowest = [name for name, speed in speeds.items() if speed == speeds[worst.name]]
    return ", for each alike" if len(lowest) == len(lanes) else f", {{}} for {listed(lowest)}"


def _facts(lanes: tuple[Lane, ...], together: float, params: AcceptanceParams) -> dict[str, Fact]:
    batch = params.batch
    worst = min(lane.batches.fitted(batch) for lane in lanes)
    told, fit = "times plain", FIT + DRAFT_TYPED
    facts = {
        "answer": Fact(worst, told, "Speed of the slowest group at this batch", asked=2, source=fit),
        "mean_speedup": Fact(together, told, "Speed over all tokens, by prices", asked=2, source=TYPED),
        "mean_fitted": Fact(
            all_fitted(lanes, batch), told, "Speed over all tokens at this batch, fitted times", asked=2, source=fit
        ),
        "losing_groups": Fact(
            sum(state_of(lane.batches.fitted(batch)) == SLOWER for lane in lanes), "groups", "Groups that lose here"
        ),
        "baseline_speedup": BASELINE,
    }
    for lane in lanes:
        facts |= _lane_facts(lane, batch)
    return facts


def _lane_facts(lane: Lane, batch: int) -> dict[str, Fact]:
    told, name = "times plain", lane.name
    roofline, fitted = lane.batches.roofline(batch), lane.batches.fitted(batch)
    account, formula = lane.account, "spec_expected_tokens"
    peaks, fit = PEAKS + DRAFT_TYPED, FIT + DRAFT_TYPED
    facts = {
        "alpha": Fact(lane.alpha, "", f"Acceptance, {name}", "assumed", asked=2, source=TYPED),
        "tokens": Fact(account.tokens, "tokens", f"Tokens a round, {name}", asked=2, formula=formula, source=TYPED),
        "cost": Fact(account.cost_a_token, "units", f"A token, {name}", asked=2, source=TYPED),
        "speedup": Fact(account.speedup, told, f"Speed by prices, {name}", asked=2, formula=formula, source=TYPED),
        "roofline": Fact(
            roofline, told, f"Roofline at this batch, {name}", asked=2, formula="spec_batch_speedup", source=peaks
        ),
        "fitted": Fact(fitted, told, f"Fitted times at this batch, {name}", asked=2, source=fit),
        "last_roofline": _last_batch(lane.roofline_last, f"roofline, {name}", "spec_batch_speedup", peaks),
        "last_fitted": _last_batch(lane.fitted_last, f"fitted times, {name}", "", fit),
    }
    return {f"{each}_{name.replace('-', '_')}": fact for each, fact in facts.items()}


def _last_batch(last: int | None, told: str, formula: str, source: str) -> Fact:
    return Fact(last, "sequences", f"Last batch that pays, {told}", formula=formula, source=source, absent=PAYS_ON)
