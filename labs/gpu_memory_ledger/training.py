"""Training told by two numbers: a fixed part, and activations that grow with the microbatch, in exact decimals.
It refuses to know tables and words: labs/gpu_memory_ledger/training_report.py does."""

from dataclasses import dataclass
from decimal import Decimal

from labs.gpu_memory_ledger.settings import LedgerParams
from labs.ledger import ledger, ledger_max_microbatch


@dataclass(frozen=True)
class Step:
    """One microbatch on the card. GB of 1e9 bytes; `rows_gb` are the activations after each block, cumulative."""

    microbatch: int
    rows_gb: tuple[Decimal, ...]
    activation_gb: Decimal
    total_gb: Decimal
    usable_gb: Decimal
    headroom_gb: Decimal
    fits: bool


def step_at(params: LedgerParams, microbatch: int, blocks: int = 1) -> Step:
    """The ledger of one microbatch, cut into that many blocks."""
    if params.per_sample_gb == 0:
        return _step_of_free_samples(params, microbatch, blocks)
    made = ledger(
        fixed_gb=params.fixed_gb,
        per_sample_gb=params.per_sample_gb,
        device_gb=params.device_gb,
        reserve_fraction=params.reserve_percent / 100,
        blocks=blocks,
        microbatch=microbatch,
    )
    return Step(
        microbatch=microbatch,
        rows_gb=tuple(made["block_rows_gb"]),
        activation_gb=made["activation_gb"],
        total_gb=made["total_gb"],
        usable_gb=made["usable_gb"],
        headroom_gb=made["headroom_gb"],
        fits=made["fits"],
    )


def _step_of_free_samples(params: LedgerParams, microbatch: int, blocks: int) -> Step:
    """The ledger formula asks for samples of some size; without one only the fixed part meets the card."""
    usable = step_at(params.model_copy(update={"per_sample_gb": Decimal(1)}), 1).usable_gb
    nothing, headroom = Decimal(0), usable - params.fixed_gb
    return Step(microbatch, (nothing,) * blocks, nothing, params.fixed_gb, usable, headroom, headroom >= 0)


def largest_microbatch(params: LedgerParams) -> int | None:
    """The most samples that fit, 0 when not one does; None when samples cost nothing, so that no number is the most."""
    if params.per_sample_gb == 0:
        return None if params.fixed_gb <= step_at(params, 1).usable_gb else 0
    return ledger_max_microbatch(
        fixed_gb=params.fixed_gb,
        per_sample_gb=params.per_sample_gb,
        device_gb=params.device_gb,
        reserve_fraction=params.reserve_percent / 100,
    )
