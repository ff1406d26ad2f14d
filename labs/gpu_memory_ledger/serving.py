"""A served model on one card: weights once, and a cache for each sequence, by the formula and in whole pages.
It refuses to know tables and words: labs/gpu_memory_ledger/serving_report.py does."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import floor

from labs.gpu_memory_ledger.settings import LedgerParams, chosen_card, chosen_model
from labs.kv_cache import kv_bytes_per_token, kv_bytes_total, kv_max_tokens
from labs.ledger import ledger
from labs.paging import block_bytes, blocks_needed, pool_sequences
from labs.parameters import params_dense, weight_bytes
from labs.quantization import bpw_group
from labs.units import GB

SCALE_BITS = 16


@dataclass(frozen=True)
class Budget:
    """What model and card fix, whatever the work. Bytes, exact; `pool_bytes` are the whole bytes left for the cache."""

    parameters: int
    bits_per_weight: Fraction
    weights: Fraction
    token_bytes: int
    layers: int
    kv_heads: int
    head_dim: int
    element_bytes: int
    page_tokens: int
    device: Fraction
    usable: Fraction
    pool_bytes: int

    def sequence_bytes(self, context: int, paged: bool) -> int:
        """The cache of one sequence: its tokens, or the whole pages that hold them."""
        if paged:
            return blocks_needed(context, self.page_tokens)["blocks"] * self.page_bytes
        return self._cache_bytes(context)

    @property
    def page_bytes(self) -> int:
        """One page of the cache over all layers."""
        return _whole(block_bytes(self.layers, self.kv_heads, self.head_dim, self.element_bytes, self.page_tokens))

    def _cache_bytes(self, context: int) -> int:
        return _whole(kv_bytes_total(self.layers, self.kv_heads, self.head_dim, self.element_bytes, 1, context))

    def max_sequences(self, context: int, paged: bool) -> int:
        """The most sequences of that context that fit beside the weights; 0 when not one does."""
        if self.pool_bytes <= 0:
            return 0
        if paged:
            return pool_sequences(self.pool_bytes, self.page_bytes, self.page_tokens, context)["sequences"]
        return kv_max_tokens(self.pool_bytes, self.token_bytes) // context

    def max_context(self, sequences: int, paged: bool) -> int:
        """The longest context at which that many sequences fit; 0 when not even one token each does."""
        if self.pool_bytes <= 0:
            return 0
        if paged:
            pages = pool_sequences(self.pool_bytes, self.page_bytes, self.page_tokens, 1)["blocks"]
            return pages // sequences * self.page_tokens
        return kv_max_tokens(self.pool_bytes, self.token_bytes) // sequences


@dataclass(frozen=True)
class Load:
    """Sequences of one context on the card. Bytes, exact."""

    sequences: int
    context: int
    cache: int
    total: Fraction
    headroom: Fraction

    @property
    def fits(self) -> bool:
        """Nothing to spare still fits."""
        return self.headroom >= 0


def _whole(amount: float) -> int:
    """The formulas give whole bytes for whole inputs; anything else is our own mistake."""
    assert amount == int(amount)
    return int(amount)


def budget_of(params: LedgerParams) -> Budget:
    """Model, precisions, card and reserve turned into bytes."""
    shape = chosen_model(params).shape
    parameters = params_dense(**shape)
    bits = bits_per_weight(int(params.weight_bits), int(params.weight_group))
    # Exact: at these bounds the product stays within the 53 bits of a float.
    weights = Fraction(weight_bytes(parameters, float(bits)))
    element = int(params.kv_bits) // 8
    device = chosen_card(params).bytes
    usable = _usable_bytes(device, params.reserve_percent)
    layers, kv_heads, head_dim = shape["layers"], shape["kv_heads"], shape["head_dim"]
    return Budget(
        parameters=parameters,
        bits_per_weight=bits,
        weights=weights,
        token_bytes=_whole(kv_bytes_per_token(layers, kv_heads, head_dim, element)),
        layers=layers,
        kv_heads=kv_heads,
        head_dim=head_dim,
        element_bytes=element,
        page_tokens=params.page_tokens,
        device=Fraction(device),
        usable=usable,
        pool_bytes=floor(usable - weights),
    )


def _usable_bytes(device: Decimal, reserve_percent: Decimal) -> Fraction:
    """The ledger's usable part; only card and reserve matter to it, so the work is set to nothing and one."""
    made = ledger(
        fixed_gb=0,
        per_sample_gb=1,
        device_gb=device.scaleb(-9),
        reserve_fraction=reserve_percent / 100,
        blocks=1,
        microbatch=1,
    )
    return Fraction(made["usable_gb"]) * GB


def bits_per_weight(bits: int, group: int) -> Fraction:
    """4-bit weights carry one 16-bit scale a group; the other precisions are counted without scales."""
    return Fraction(bpw_group(bits, group, SCALE_BITS, 0)) if bits == 4 else Fraction(bits)


def load_at(budget: Budget, sequences: int, context: int, paged: bool) -> Load:
    """So many sequences of that context beside the weights."""
    cache = sequences * budget.sequence_bytes(context, paged)
    total = budget.weights + cache
    return Load(sequences, context, cache, total, budget.usable - total)
