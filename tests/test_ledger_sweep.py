"""The sweep's shortcut: rows made from the totals of one and of two are the rows that each count's own ledger gives.
It refuses to judge the ledger itself."""

from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from labs.gpu_memory_ledger.settings import LedgerParams
from labs.gpu_memory_ledger.sweeping import swept_rows
from labs.gpu_memory_ledger.training import step_at

counts = st.lists(st.integers(1, 1_000_000), max_size=20)


def decimals(most: int) -> st.SearchStrategy[Decimal]:
    return st.decimals(0, most, places=9, allow_nan=False)


@given(decimals(1000), decimals(10_000), decimals(9_999), st.lists(st.integers(1, 4096), max_size=10))
def test_each_row_of_a_training_sweep_is_its_own_ledgers(
    sample: Decimal, fixed: Decimal, device: Decimal, chosen: list[int]
) -> None:
    params = LedgerParams(per_sample_gb=sample, fixed_gb=fixed, device_gb=device + 1)
    one, two = step_at(params, 1), step_at(params, 2)
    steps = [step_at(params, each) for each in chosen]
    wanted = [(each.microbatch, float(each.total_gb), float(each.headroom_gb), each.fits) for each in steps]
    assert list(swept_rows(chosen, one.total_gb, two.total_gb, one.usable_gb)) == wanted


@given(st.fractions(0, 10**13, max_denominator=4096), st.integers(1, 10**13), st.fractions(0, 10**13), counts)
def test_fractions_of_bytes_are_rounded_once(
    weights: Fraction, sequence: int, usable: Fraction, chosen: list[int]
) -> None:
    totals = [weights + each * sequence for each in chosen]
    wanted = [
        (each, float(total / 10**9), float((usable - total) / 10**9), total <= usable)
        for each, total in zip(chosen, totals, strict=True)
    ]
    assert list(swept_rows(chosen, weights + sequence, weights + 2 * sequence, usable, 10**9)) == wanted
