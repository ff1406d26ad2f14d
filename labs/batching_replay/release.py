"""A release: all that decides its run, read from the settings. Equal releases give equal runs.
It refuses to run anything."""

from dataclasses import dataclass, field, replace
from decimal import Decimal

from labs.batching_replay.arrivals import Source, source_of
from labs.batching_replay.settings import WATCHED, ReplayParams
from labs.batching_replay.work import APART, PAGE, Work
from labs.lab import Files
from labs.replay import Bounds, Draft, Fallback, Limits

TICKS = 1_000_000


@dataclass(frozen=True)
class Drafting:
    """Tokens drafted a step, ticks a position, and the acceptance by group (None: that group does not draft)."""

    gamma: int
    draft_step: int
    alpha: float
    by_group: tuple[tuple[str, float | None], ...]

    def for_groups(self, groups: tuple[str, ...]) -> Draft:
        """As the engine takes it, one acceptance a group."""
        named = dict(self.by_group)
        return Draft(self.gamma, tuple(named.get(name, self.alpha) for name in groups), self.draft_step)


@dataclass(frozen=True)
class Side:
    """All that decides one run: equal sides give equal runs. `longer` is in percent of the card's step times. `rows` is
    what its view leaves it of `work`, `rows_apart` what it would be left apart from a page. `stops_for_watched`: the
    stop condition counts the group whose tail is told apart, which only the requests name."""

    source: Source
    load: Decimal | None
    policy: str
    drafting: Drafting | None
    bounds: Bounds
    card: str
    longer: int
    limits: Limits
    price: Decimal
    fallback: Fallback | None
    stops_for_watched: bool
    rows: int = field(compare=False)
    rows_apart: int = field(compare=False)
    work: Work = field(default=PAGE, compare=False)

    @property
    def budget(self) -> int | None:
        """Tokens of a step where the policy has such a budget."""
        return self.bounds.token_budget if "chunked" in self.policies else None

    @property
    def policies(self) -> tuple[str, ...]:
        """The order that it begins with, and the one that may take over."""
        return (self.policy, self.fallback.policy) if self.fallback else (self.policy,)


def sides_of(params: ReplayParams, files: Files | None, work: Work = PAGE) -> tuple[Side, Side]:
    """Release A and release B of these settings."""
    first = Side(
        source=source_of(params, files),
        load=params.load,
        policy=params.policy_a,
        drafting=_drafting(params) if params.draft_a else None,
        bounds=_bounds(params),
        card=params.card,
        longer=params.step_longer,
        limits=Limits(_ticks(params.ttft_limit_s), _ticks(params.tpot_limit_ms, 1000), _ticks(params.e2e_limit_s)),
        price=params.price,
        fallback=None,
        stops_for_watched=False,
        rows=work.rows_for(params.kept, params.rows),
        rows_apart=APART.rows_for(params.kept, params.rows),
        work=work,
    )
    drafting = _drafting(params) if params.draft_b else None
    stop = _fallback(params)
    is_watched = stop is not None and params.stop_group == WATCHED
    return first, replace(first, policy=params.policy_b, drafting=drafting, fallback=stop, stops_for_watched=is_watched)


def _fallback(params: ReplayParams) -> Fallback | None:
    if params.stop_s is None:
        return None
    return Fallback(params.fallback, params.stop_window, int(params.stop_s * TICKS))


def _drafting(params: ReplayParams) -> Drafting:
    named = (("code", params.alpha_code), ("rare", params.alpha_rare))
    return Drafting(params.gamma, int(params.draft_ms * 1000), params.alpha, named)


def _bounds(params: ReplayParams) -> Bounds:
    return Bounds(
        max_active=params.max_active,
        token_budget=params.token_budget,
        max_tokens=params.max_tokens,
        blocks=params.blocks,
        queue_delay=_ticks(params.queue_delay_s),
        step_overhead=int(params.step_overhead_ms * 1000),
    )


def _ticks(value: Decimal | None, a_second: int = 1) -> int | None:
    return None if value is None else int(value * TICKS / a_second)
