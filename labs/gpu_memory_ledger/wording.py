"""How the ledger says amounts, and which counts its sweep visits.
It refuses to know modes, models and cards."""

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, log10

from labs.units import number, significant

Amount = int | float | Decimal | Fraction
SWEEP_ROWS = 80
LEAST_GB = 0.01
MOST_PLACES = 12


def gb(amount: Amount) -> str:
    """The size of an amount of GB, without sign: two decimals, and in MB, kB or bytes of three digits where these would
    not say it within 5 %."""
    size = abs(float(amount))
    if size * 100 > 11 or abs(round(size, 2) - size) <= 0.05 * size:
        return f"{number(size, 2 if size else None)} GB"
    for unit in ("MB", "kB"):
        size *= 1000
        if size >= 0.9995:
            return f"{number(significant(size, 3))} {unit}"
    shown = number(significant(size * 1000, 3))
    return f"{shown} {'byte' if shown == '1' else 'bytes'}"


def typed(amount: Decimal) -> str:
    """An amount that was typed, with all its decimals where two would change it."""
    if amount < LEAST_GB or amount == round(amount, 2):
        return gb(amount)
    return f"{amount.normalize():,f} GB"


def sums(*parts: Amount) -> tuple[str, ...]:
    """The words for the parts and then for their total, at two decimals as everywhere; and last a remark where the
    printed numbers do not add up, so that nobody takes them for a sum that is wrong."""
    total = sum((Fraction(part) for part in parts), Fraction(0))
    said = [gb(each) for each in (*parts, total)]
    numbers = [Decimal(each.split(" ")[0].replace(",", "")) for each in said if each.endswith(" GB")]
    is_true = len(numbers) < len(said) or sum(numbers[:-1]) == numbers[-1]
    return (*said, "" if is_true else ", each number rounded")


def places_for(*amounts: Amount | None) -> int:
    """Decimals at which no amount but zero reads as zero: two, or more where one is that small."""
    least = min((abs(float(each)) for each in amounts if each), default=1.0)
    return 2 if least >= 0.005 else min(MOST_PLACES, -floor(log10(least)))


def against(total: Amount, usable: Amount, said: str = "") -> str:
    """`8.64 GB of 21.60 GB usable`, or by how much the total is more; `said` are other words for the total."""
    over = Fraction(total) - Fraction(usable)
    words, room = said or gb(total), f"{gb(usable)} usable"
    return f"{words}, {gb(over)} more than the {room}" if over > 0 else f"{words} of {room}"


def spare(headroom: Amount) -> str:
    """`0.04 GB to spare` or `0.30 GB over`; an exact fit has nothing to spare."""
    if headroom == 0:
        return "nothing to spare"
    return f"{gb(headroom)} {'to spare' if headroom > 0 else 'over'}"


def percent(part: Amount, whole: Amount) -> str:
    """A share in whole percent, `under 1 %` where that would read as nothing."""
    share = 100 * float(part) / float(whole)
    return "under 1 %" if 0 < share < 0.5 else f"{share:,.0f} %"


def swept(now: int, largest: int | None, most: int) -> list[int]:
    """At most 80 counts up to `most`: 1, even steps beyond what fits, and always `now`, the largest and the next."""
    marks = {1, now}
    if largest is not None:
        marks |= {each for each in (largest, largest + 1) if 1 <= each <= most}
    top = min(most, max(SWEEP_ROWS, max(marks) + max(marks) // 10))
    step = ceil(top / (SWEEP_ROWS - len(marks))) if top > SWEEP_ROWS else 1
    return sorted(marks | set(range(step, top + 1, step)))
