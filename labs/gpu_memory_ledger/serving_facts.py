"""The facts of a served model: each with unit, kind, the formula it comes from and the source of its inputs.
It refuses to compute amounts of its own: it names those of serving.py."""

from fractions import Fraction

from labs.gpu_memory_ledger.serving_rows import Case, in_gb
from labs.gpu_memory_ledger.settings import chosen_card, chosen_model
from labs.lab import Fact
from labs.units import GIB


def facts_of(case: Case) -> dict[str, Fact]:
    """All facts, those of the ledger first."""
    return _ledger_facts(case) | _limit_facts(case) | _model_facts(case) | _card_facts(case)


def _amount(amount: Fraction | int, label: str, formula: str, source: str, places: int = 2) -> Fact:
    return Fact(in_gb(amount), "GB", label, places=places, formula=formula, source=source)


def _ledger_facts(case: Case) -> dict[str, Fact]:
    budget, now, source = case.budget, case.now, chosen_model(case.params).source
    chosen = "block_bytes" if case.params.paged else "kv_bytes_total"
    one = budget.sequence_bytes(now.context, case.params.paged)
    formula = now.sequences * budget.sequence_bytes(now.context, False)
    paged = now.sequences * budget.sequence_bytes(now.context, True)
    return {
        "total_gb": _amount(now.total, "Needed in all", chosen, source),
        "weights_gb": _amount(budget.weights, "Weights", "weight_bytes", source),
        "kv_gb": _amount(now.cache, "KV cache", chosen, source),
        "kv_gb_per_sequence": _amount(one, "KV cache of one sequence", chosen, source, places=3),
        "kv_gb_formula": _amount(formula, "KV cache, token by token", "kv_bytes_total", source),
        "kv_gb_paged": _amount(paged, "KV cache, in whole pages", "blocks_needed", source),
        "usable_gb": _amount(budget.usable, "Usable", "ledger", chosen_card(case.params).source),
        "headroom_gb": _amount(now.headroom, "Headroom", chosen, source),
        "fits": Fact(now.fits, "", "Fits", formula=chosen, source=source),
    }


def _limit_facts(case: Case) -> dict[str, Fact]:
    budget, context, source = case.budget, case.now.context, chosen_model(case.params).source
    chosen = "pool_sequences" if case.params.paged else "kv_max_tokens"

    def whole(value: int, unit: str, label: str, formula: str = chosen) -> Fact:
        return Fact(value, unit, label, formula=formula, source=source)

    room = case.best.headroom if case.best else None
    return {
        "max_sequences": whole(case.over.sequences - 1, "sequences", "Most sequences that fit"),
        "max_headroom_gb": Fact(
            None if room is None else in_gb(room), "GB", "Headroom at the most", places=2, formula=chosen, source=source
        ),
        "first_over_sequences": whole(case.over.sequences, "sequences", "First number that does not fit"),
        "first_over_gb": _amount(-case.over.headroom, "How far over that is", chosen, source),
        "max_context": whole(case.longest.context if case.longest else 0, "tokens", "Longest context that fits"),
        "first_over_context": whole(case.too_long.context, "tokens", "First context that does not fit"),
        "max_sequences_formula": whole(
            budget.max_sequences(context, False), "sequences", "Most sequences, token by token", "kv_max_tokens"
        ),
        "max_sequences_paged": whole(
            budget.max_sequences(context, True), "sequences", "Most sequences, in whole pages", "pool_sequences"
        ),
    }


def _model_facts(case: Case) -> dict[str, Fact]:
    model, budget = chosen_model(case.params), case.budget
    bits = float(budget.bits_per_weight)
    token = budget.token_bytes
    return {
        "parameters": Fact(budget.parameters, "", "Parameters", formula="params_dense", source=model.source),
        "bits_per_weight": Fact(
            bits, "bits", "Bits per weight", "assumed", formula="bpw_group", source="all weights at one precision"
        ),
        "kv_bytes_per_token": Fact(
            token, "bytes", "KV cache of one token", formula="kv_bytes_per_token", source=model.source
        ),
        "attention": Fact(_attention(case), "", "Attention", "assumed", source=model.source),
        "positions": Fact(model.positions, "tokens", "Longest context announced", "assumed", source=model.source),
    }


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
        "device_gb": Fact(in_gb(device), "GB", "Card memory", "assumed", places=2, source=card.source),
        "device_gib": Fact(gib, "GiB", "Card memory in GiB", "assumed", places=2, source=card.source),
        "reserve_gb": Fact(in_gb(reserve), "GB", "Kept free", "assumed", places=2, source="the share typed here"),
    }
