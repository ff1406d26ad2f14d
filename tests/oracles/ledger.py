"""The training ledger counted in whole billionths of a GB, adding one sample at a time.
It refuses to know decimals, division and the project: every amount is given as text and read digit by digit.
"""

DECIMALS = 9


def billionths(text: str) -> int:
    """A plain decimal such as 3.2 as a whole number of billionths."""
    whole, _, fraction = text.partition(".")
    return int(whole + fraction.ljust(DECIMALS, "0"))


def _usable(device: str, reserve: str) -> int:
    # Billionths of a billionth, so that the reserve takes no rounding.
    return billionths(device) * (10**DECIMALS - billionths(reserve))


def fits(fixed: str, per_sample: str, device: str, reserve: str, microbatch: int) -> bool:
    """Whether the fixed part and microbatch samples, added one by one, stay within the usable memory."""
    used = billionths(fixed)
    for _ in range(microbatch):
        used += billionths(per_sample)
    return used * 10**DECIMALS <= _usable(device, reserve)


def max_microbatch(fixed: str, per_sample: str, device: str, reserve: str) -> int:
    """Add samples until one more would not fit; 0 when none does."""
    used = billionths(fixed)
    samples = 0
    while (used + billionths(per_sample)) * 10**DECIMALS <= _usable(device, reserve):
        used += billionths(per_sample)
        samples += 1
    return samples


def times_blocks(per_sample: str, blocks: int, microbatch: int) -> list[int]:
    """Cumulative activation after each block, in billionths of a GB times the number of blocks: nothing is divided."""
    one_sample = [billionths(per_sample) * k for k in range(1, blocks + 1)]
    rows = [0] * blocks
    for _ in range(microbatch):
        rows = [row + more for row, more in zip(rows, one_sample, strict=True)]
    return rows
