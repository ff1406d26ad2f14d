"""The facts of a served model: each with unit, kind, the formula it comes from and the source of its inputs.
It refuses to compute amounts of its own: it names those of serving.py."""

from dataclasses import replace
from fractions import Fraction
from typing import Final

from labs.gpu_memory_ledger.catalogue import OWN
from labs.gpu_memory_ledger.columns import KEPT
from labs.gpu_memory_ledger.serving_rows import Case, in_gb
from labs.gpu_memory_ledger.settings import chosen_card, chosen_model
from labs.gpu_memory_ledger.wording import places_for
from labs.lab import Fact, Kind
from labs.units import GIB

ONE_PAGED: Final = "pages that hold its tokens (blocks_needed) × bytes of a page"
ALL_PAGED: Final = "sequences × pages of each (blocks_needed) × bytes of a page"

TOKENS: Final = "kv_max_tokens"
PAGES: Final = "pool_sequences"


def facts_of(case: Case) -> dict[str, Fact]:
    """All facts, those of the ledger first."""
    return _ledger_facts(case) | _limit_facts(case) | _model_facts(case) | _card_facts(case)


def _amount(amount: Fraction | int | None, label: str, source: str, formula: str = "", kind: Kind = "modelled") -> Fact:
    size = None if amount is None else in_gb(amount)
    return Fact(size, "GB", label, kind, places=places_for(size), formula=formula, source=source)


def _ledger_facts(case: Case) -> dict[str, Fact]:
    budget, now, paged, model = case.budget, case.now, case.params.paged, chosen_model(case.params).source
    token_wise, page_wise = (budget.sequence_bytes(now.context, each) for each in (False, True))
    one = _amount(
        page_wise if paged else token_wise,
        "KV cache of one sequence",
        ONE_PAGED if paged else f"one sequence; shape: {model}",
        "block_bytes" if paged else "kv_bytes_total",
    )
    return {
        "total_gb": _amount(now.total, "The memory needed", "weights + KV cache"),
        "weights_gb": _amount(budget.weights, "Weights", "parameters at the chosen precision", "weight_bytes"),
        "kv_gb": _amount(
            now.cache,
            "KV cache",
            ALL_PAGED if paged else f"the shape of the model: {model}",
            "block_bytes" if paged else "kv_bytes_total",
        ),
        "kv_gb_per_sequence": replace(one, places=max(3, one.places or 0)),
        "kv_gb_formula": _amount(
            now.sequences * token_wise, "KV cache, token by token", f"the shape of the model: {model}", "kv_bytes_total"
        ),
        "kv_gb_paged": _amount(now.sequences * page_wise, "KV cache, in whole pages", ALL_PAGED, "block_bytes"),
        "usable_gb": _amount(budget.usable, "Usable", "card − kept free", "ledger"),
        "headroom_gb": _amount(now.headroom, "Headroom", "usable − needed"),
        "fits": Fact(now.fits, "", "Fits", source="whether what is needed is at most the usable"),
    }


def _limit_facts(case: Case) -> dict[str, Fact]:
    budget, context, paged = case.budget, case.now.context, case.params.paged

    def whole(value: int, unit: str, label: str, source: str, formula: str = "") -> Fact:
        return Fact(value, unit, label, formula=formula, source=source)

    def most(value: int, label: str, paged: bool) -> Fact:
        if paged:
            return whole(value, "sequences", label, "usable − weights, in whole pages", PAGES)
        return whole(value, "sequences", label, "tokens that usable − weights hold ÷ context, rounded down", TOKENS)

    each = (
        "pages that usable − weights hold ÷ sequences, rounded down, × page size"
        if paged
        else "tokens that usable − weights hold ÷ sequences, rounded down"
    )
    return {
        "max_sequences": most(case.over.sequences - 1, "Most sequences that fit", paged),
        "max_headroom_gb": _amount(
            case.best.headroom if case.best else None, "Headroom at the most", "usable − what is needed at the most"
        ),
        "first_over_sequences": whole(
            case.over.sequences, "sequences", "First number that does not fit", "the most that fit + 1"
        ),
        "first_over_gb": _amount(-case.over.headroom, "How far over that is", "what is needed there − usable"),
        "max_context": whole(
            case.longest.context if case.longest else 0,
            "tokens",
            "Longest context that fits",
            each,
            PAGES if paged else TOKENS,
        ),
        "first_over_context": whole(
            case.too_long.context, "tokens", "First context that does not fit", "the longest that fits + 1"
        ),
        "max_sequences_formula": most(budget.max_sequences(context, False), "Most sequences, token by token", False),
        "max_sequences_paged": most(budget.max_sequences(context, True), "Most sequences, in whole pages", True),
    }


def _model_facts(case: Case) -> dict[str, Fact]:
    model, budget = chosen_model(case.params), case.budget
    scaled = case.params.weight_bits == "4"
    return {
        "parameters": Fact(budget.parameters, "", "Parameters", formula="params_dense", source=model.source),
        "bits_per_weight": Fact(
            float(budget.bits_per_weight),
            "bits",
            "Bits per weight",
            "assumed",
            formula="bpw_group" if scaled else "",
            source=f"{'4 bits and a scale a group' if scaled else 'as you set it'}; all weights at one precision",
        ),
        "kv_bytes_per_token": Fact(
            budget.token_bytes, "bytes", "KV cache of one token", formula="kv_bytes_per_token", source=model.source
        ),
        "attention": Fact(_attention(case), "", "Attention", "assumed", source=model.source),
        "positions": Fact(
            model.positions, "tokens", "Longest context the maker states", "assumed", source=_stated(case)
        ),
    }


def _stated(case: Case) -> str:
    model = chosen_model(case.params)
    if model.positions is not None:
        return model.source
    return "you set none" if model.name == OWN else "no source was read"


def _attention(case: Case) -> str:
    heads, kv_heads = chosen_model(case.params).shape["heads"], case.budget.kv_heads
    if kv_heads == heads:
        return f"multi-head (MHA): {heads} heads, each with its own cache"
    kind = "multi-query (MQA)" if kv_heads == 1 else "grouped-query (GQA)"
    return f"{kind}: {heads} query heads share {kv_heads} in the cache"


def _card_facts(case: Case) -> dict[str, Fact]:
    card, budget = chosen_card(case.params), case.budget
    device, reserve = budget.device, budget.device - budget.usable
    gib = float(device / GIB)
    return {
        "device_gb": _amount(device, "Card memory", card.source, kind="assumed"),
        "device_gib": Fact(gib, "GiB", "Card memory in GiB", "assumed", places=places_for(gib), source=card.source),
        "reserve_gb": _amount(reserve, "Kept free", KEPT, kind="assumed"),
    }
