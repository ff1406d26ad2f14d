"""Both releases on the same arrivals, at one load: their numbers side by side, their names, and whether each keeps the
contract. It refuses to know tables; a side's words are made here once."""

from dataclasses import dataclass
from decimal import Decimal

from labs.batching_replay.arrivals import recorded, recorded_rate
from labs.batching_replay.release import TICKS, Side, sides_of
from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.sides import Measured, measured
from labs.batching_replay.work import PAGE, Work
from labs.lab import Files
from labs.replay import Fallback, Summary
from labs.units import number

LETTERS = ("A", "B")
SAME = 0.01
FEWEST_FOR_P99 = 100
# Above this a share with one decimal would read 100.0 %.
ALMOST = 0.9995


@dataclass(frozen=True)
class Pair:
    """A and B. `load` is the requests/s that they serve, the recorded rate where none was asked for (None: no rate)."""

    params: ReplayParams
    sides: tuple[Side, Side]
    numbers: tuple[Measured, Measured]
    load: Decimal | None

    @property
    def watched(self) -> str | None:
        """The group told apart."""
        return self.numbers[0].watched

    @property
    def names(self) -> tuple[str, str]:
        """`A (continuous)`, `B (spf, drafting)`."""
        first, second = (
            f"{letter} ({_order(side, numbers)}{', drafting' if side.drafting else ''})"
            for letter, side, numbers in zip(LETTERS, self.sides, self.numbers, strict=True)
        )
        return first, second


def _order(side: Side, numbers: Measured) -> str:
    fell_back = side.fallback is not None and numbers.switched is not None
    return " then ".join(side.policies) if fell_back else side.policy


def pair_of(params: ReplayParams, files: Files | None, work: Work = PAGE) -> Pair:
    """Both releases, run."""
    sides = sides_of(params, files, work)
    rate = recorded_rate(recorded(sides[0].source))
    load = params.load if params.load is not None and rate else rate
    return Pair(params, sides, (measured(sides[0]), measured(sides[1])), load)


def seconds(ticks: float | None) -> float | None:
    """Ticks as seconds."""
    return None if ticks is None else ticks / TICKS


def said(ticks: float | None) -> str:
    """A time in words: `0.45 s`, `41 min`."""
    if ticks is None:
        return "nobody"
    value = ticks / TICKS
    return f"{number(value / 60, 0)} min" if value >= 600 else f"{number(value, 2 if value < 10 else 1)} s"


def tail_cell(values: Summary) -> float | None:
    """The p99 in seconds as a table shows it: none of fewer than 100 values, which is nearly their largest."""
    return None if values.count < FEWEST_FOR_P99 else seconds(values.p99)


def few_words(values: Summary) -> str:
    """`fewer than 100, so no p99; the largest is 3.14 s`; empty where there are enough, or none."""
    if not 0 < values.count < FEWEST_FOR_P99:
        return ""
    return f"fewer than {FEWEST_FOR_P99}, so no p99; the largest is {said(values.maximum)}"


def stop_measure(pair: Pair, stop: Fallback) -> str:
    """What a stop condition looks at, in words."""
    whose = f" of group {pair.watched}" if pair.sides[1].stops_for_watched and pair.watched else ""
    last = f"{stop.window:,} completions" if stop.window > 1 else "completion"
    return f"the p99 first token of the last {last}{whose}"


def can_judge(pair: Pair, stop: Fallback) -> bool:
    """Whether so many of those complete as a stop condition of release B judges at once."""
    numbers = pair.numbers[1]
    completed = numbers.watched_ttft.count if pair.sides[1].stops_for_watched else dict(numbers.outcomes)["completed"]
    return completed >= stop.window


def duration(ticks: int) -> str:
    """A limit in words, as it was set: `1 ms`, `0.1 s`, `3 s`."""
    value = ticks / TICKS
    return f"{number(value)} s" if value >= 0.1 else f"{number(1000 * value)} ms"


def percent(share: float | None) -> str:
    """A share in words; less than all never reads as all."""
    if share is None:
        return "nobody"
    return "over 99.9 %" if ALMOST < share < 1 else f"{number(100 * share, 1)} %"


def keeps_tail(numbers: Measured, params: ReplayParams) -> bool:
    """Whether p99 of the first token is inside the contract, over all and over the watched group."""
    most = float(params.ttft_limit_s * TICKS)
    return all(value is not None and value <= most for value in (numbers.ttft.p99, numbers.watched_ttft.p99))


def keeps_cost(numbers: Measured, params: ReplayParams) -> bool:
    """Whether a million output tokens cost at most the limit."""
    return numbers.cost is not None and numbers.cost <= float(params.cost_limit)


def keeps_contract(numbers: Measured, params: ReplayParams) -> bool:
    """Tail, group and cost."""
    return keeps_tail(numbers, params) and keeps_cost(numbers, params)


def verdict(numbers: Measured, params: ReplayParams) -> str:
    """Which part of the contract breaks, in words."""
    broken = []
    if not keeps_tail(numbers, params):
        broken.append("the tail")
    if not keeps_cost(numbers, params):
        broken.append("the cost")
    return f"breaks {' and '.join(broken)}" if broken else "keeps the contract"


def are_alike(first: float | None, second: float | None) -> bool:
    """Within one percent, or both without a value."""
    if first is None or second is None:
        return first is second
    return abs(first - second) <= SAME * max(abs(first), abs(second))
