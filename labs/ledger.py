"""A training device's memory as a ledger: a fixed part, activations that grow with the microbatch, and what is left.
It refuses to know models and to round: amounts are exact decimals in GB, and only a division that never ends is cut.
"""

from decimal import Context, Decimal, localcontext
from typing import TypedDict

from labs.arguments import check_whole, found

Amount = int | float | str | Decimal

# Amounts have at most 15 digits before and 30 after the point: products and sums end well within PRECISION digits,
# and a quotient that ends does so within QUOTIENT_DIGITS in every case a person would type.
PRECISION = 200
QUOTIENT_DIGITS = 60
MOST_DECIMALS = 30
MOST_BLOCKS = 10_000
MOST_SAMPLES = 10**18
LARGEST_GB = 10**15


class Ledger(TypedDict):
    """GB in exact decimals; block_rows_gb is cumulative, fits is whether headroom_gb is at least 0."""

    block_rows_gb: list[Decimal]
    activation_gb: Decimal
    total_gb: Decimal
    usable_gb: Decimal
    headroom_gb: Decimal
    fits: bool


class CheckpointedLedger(TypedDict):
    """GB in exact decimals: every block's boundary stays, one block is live at the peak."""

    resident_boundaries_gb: Decimal
    live_block_gb: Decimal
    peak_gb: Decimal
    fits: bool


def _exact(name: str, value: Amount, allowed: str) -> Decimal:
    refusal = ValueError(f"{name} is {found(value)}; it must be {allowed}.")
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise refusal
    try:
        # A float goes through its shortest text, so that 0.34 means 34 hundredths.
        number = Decimal(str(value)) if isinstance(value, float) else Decimal(value)
    except ArithmeticError:
        raise refusal from None
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -MOST_DECIMALS or not abs(number) <= LARGEST_GB:
        raise refusal
    return number


def _amount(name: str, value: Amount, above_zero: bool) -> Decimal:
    bound = "above 0" if above_zero else "of at least 0"
    allowed = f"a decimal number {bound} and at most {LARGEST_GB:,}, with at most {MOST_DECIMALS} decimals"
    number = _exact(name, value, allowed)
    if number < 0 or (above_zero and number == 0):
        raise ValueError(f"{name} is {found(value)}; it must be {allowed}.")
    return number


def _usable(device_gb: Amount, reserve_fraction: Amount) -> Decimal:
    allowed = f"a decimal number of at least 0 and below 1, with at most {MOST_DECIMALS} decimals"
    reserve = _exact("reserve_fraction", reserve_fraction, allowed)
    if not 0 <= reserve < 1:
        raise ValueError(f"reserve_fraction is {found(reserve_fraction)}; it must be {allowed}.")
    return _amount("device_gb", device_gb, above_zero=True) * (1 - reserve)


def _share(activation: Decimal, k: int, blocks: int) -> Decimal:
    return activation if k == blocks else Context(prec=QUOTIENT_DIGITS).divide(activation * k, Decimal(blocks))


def _check_steps(blocks: int, microbatch: int) -> None:
    check_whole("blocks", blocks, 1, MOST_BLOCKS)
    check_whole("microbatch", microbatch, 1, MOST_SAMPLES)


def ledger(
    fixed_gb: Amount,
    per_sample_gb: Amount,
    device_gb: Amount,
    reserve_fraction: Amount,
    blocks: int,
    microbatch: int,
) -> Ledger:
    """activation = per_sample x microbatch; row k of n = activation k / n; total = fixed + activation.

    usable = device (1 - reserve); headroom = usable - total; it fits when total <= usable. All GB = 1e9 bytes, exact.
    Rows are cumulative and leave the fixed part out. Source: vectors ledger.
    """
    _check_steps(blocks, microbatch)
    with localcontext(Context(prec=PRECISION)):
        fixed = _amount("fixed_gb", fixed_gb, above_zero=False)
        activation = _amount("per_sample_gb", per_sample_gb, above_zero=True) * microbatch
        usable = _usable(device_gb, reserve_fraction)
        total = fixed + activation
        return Ledger(
            block_rows_gb=[_share(activation, k, blocks) for k in range(1, blocks + 1)],
            activation_gb=activation,
            total_gb=total,
            usable_gb=usable,
            headroom_gb=usable - total,
            fits=total <= usable,
        )


def ledger_max_microbatch(fixed_gb: Amount, per_sample_gb: Amount, device_gb: Amount, reserve_fraction: Amount) -> int:
    """floor((usable - fixed) / per_sample), not below 0: the most samples that fit, exact at the boundary.

    Source: vectors ledger.max.
    """
    with localcontext(Context(prec=PRECISION)):
        fixed = _amount("fixed_gb", fixed_gb, above_zero=False)
        per_sample = _amount("per_sample_gb", per_sample_gb, above_zero=True)
        room = _usable(device_gb, reserve_fraction) - fixed
        return max(0, int(room // per_sample))


def ledger_checkpointed(
    fixed_gb: Amount,
    per_sample_gb: Amount,
    device_gb: Amount,
    reserve_fraction: Amount,
    blocks: int,
    microbatch: int,
    boundary_gb_per_sample: Amount,
) -> CheckpointedLedger:
    """Every block checkpointed: n boundary m kept, one block of activation / n live; peak = fixed + both, in exact GB.

    Source: Chen et al. 2016, arXiv:1604.06174; vectors ledger.ckpt.
    """
    _check_steps(blocks, microbatch)
    with localcontext(Context(prec=PRECISION)):
        fixed = _amount("fixed_gb", fixed_gb, above_zero=False)
        activation = _amount("per_sample_gb", per_sample_gb, above_zero=True) * microbatch
        boundaries = _amount("boundary_gb_per_sample", boundary_gb_per_sample, above_zero=False) * microbatch * blocks
        live = _share(activation, 1, blocks)
        usable = _usable(device_gb, reserve_fraction)
        return CheckpointedLedger(
            resident_boundaries_gb=boundaries,
            live_block_gb=live,
            peak_gb=fixed + boundaries + live,
            # Multiplied out, because the live block's division may never end.
            fits=(fixed + boundaries) * blocks + activation <= usable * blocks,
        )
