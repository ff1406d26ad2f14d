"""Both releases on the same arrivals, at one load: their numbers side by side, their names, and whether each keeps the
contract. It refuses to know tables; a side's words are made here once."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from labs.batching_replay.arrivals import recorded, recorded_rate
from labs.batching_replay.release import TICKS, Side, sides_of
from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.sides import Measured, measured
from labs.batching_replay.work import PAGE, Work
from labs.lab import Files
from labs.replay import FEWEST_FOR_P99, Fallback, Summary, no_p99, rolling
from labs.units import number

LETTERS = ("A", "B")
SAME = 0.01
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


def is_few(values: Summary) -> bool:
    """Whether there are values, and no p99 of them."""
    return values.count > 0 and values.p99 is None


def few_words(values: Summary) -> str:
    """`fewer than 100, so no p99; the largest is 3.14 s`; empty where there are enough, or none."""
    return f"fewer than {FEWEST_FOR_P99}, so no p99; the largest is {said(values.maximum)}" if is_few(values) else ""


def instead(values: Summary) -> str:
    """What is said where a p99 would stand: `no p99; the largest of 33 is 4.2 s`."""
    return no_p99(values.count, said(values.maximum))


def tails_of(first: Summary, second: Summary) -> tuple[float | None, float | None]:
    """Like beside like: both p99, or the largest of both where either has none. None where there is no value."""
    if is_few(first) or is_few(second):
        return first.maximum, second.maximum
    return first.p99, second.p99


def stop_measure(pair: Pair, stop: Fallback) -> str:
    """What a stop condition looks at, in words."""
    whose = f" of group {pair.watched}" if pair.sides[1].stops_for_watched and pair.watched else ""
    last = f"{stop.window:,} completions" if stop.window > 1 else "completion"
    return f"the {rolling(stop.window)} of the last {last}{whose}"


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


def keeps_tail(numbers: Measured, params: ReplayParams) -> bool | None:
    """Whether p99 of the first token is inside the contract, over all and over the watched group. None: one of them
    has too few values for a p99, and the other does not break it."""
    most = float(params.ttft_limit_s * TICKS)
    return _all(None if is_few(each) else each.p99 is not None and each.p99 <= most for each in _both_tails(numbers))


def _both_tails(numbers: Measured) -> tuple[Summary, Summary]:
    return numbers.ttft, numbers.watched_ttft


def _all(parts: Iterable[bool | None]) -> bool | None:
    """False where one is, None where one is not known and none is False."""
    found = set(parts)
    return False if False in found else None if None in found else True


def keeps_cost(numbers: Measured, params: ReplayParams) -> bool:
    """Whether a million output tokens cost at most the limit."""
    return numbers.cost is not None and numbers.cost <= float(params.cost_limit)


def keeps_contract(numbers: Measured, params: ReplayParams) -> bool | None:
    """Tail, group and cost; None where the tail alone is not known."""
    return _all((keeps_tail(numbers, params), keeps_cost(numbers, params)))


def verdict(numbers: Measured, params: ReplayParams) -> str:
    """Which part of the contract breaks, in words."""
    parts = {"the tail": keeps_tail(numbers, params), "the cost": keeps_cost(numbers, params)}
    broken = [name for name, keeps in parts.items() if keeps is False]
    if parts["the tail"] is not None:
        return f"breaks {' and '.join(broken)}" if broken else "keeps the contract"
    return f"{'breaks' if broken else 'keeps'} the cost, and its tail is not proved"


def are_alike(first: float | None, second: float | None) -> bool:
    """Within one percent, or both without a value."""
    if first is None or second is None:
        return first is second
    return abs(first - second) <= SAME * max(abs(first), abs(second))
