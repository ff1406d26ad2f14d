"""What a reader of a served model's ledger must know beside the numbers: assumptions, pages, and what was not used.
It refuses to compute amounts of its own."""

from fractions import Fraction
from typing import Final

from labs.gpu_memory_ledger.catalogue import OWN
from labs.gpu_memory_ledger.other_mode import other_mode_note
from labs.gpu_memory_ledger.serving_rows import Case, in_gb
from labs.gpu_memory_ledger.settings import QUANTIZED, UNUSED, LedgerParams, chosen_card, chosen_model
from labs.gpu_memory_ledger.wording import gb
from labs.params import describe
from labs.units import GB, GIB, count, listed, number

MIB: Final = 2**20


def notes_of(case: Case) -> tuple[str, ...]:
    """Sentences, the assumption about the card first."""
    notes = [*_quantized_note(case.params), *_shape_note(case)]
    notes += [_card_note(case), *_reported_note(case), _pages_note(case)]
    model, context = chosen_model(case.params), case.now.context
    if model.positions is not None and context > model.positions:
        asked = f"{count(context, 'token')} are asked for"
        stated = f"The model's maker states {count(model.positions, 'position')}"
        notes.append(f"{stated}; {asked}. Memory is counted all the same.")
    pasted = case.params.config_unused if case.params.model == OWN else ()
    others = [name for name in pasted if name != QUANTIZED]
    notes += [f"The pasted file also has {UNUSED[name]}." for name in others]
    notes += _waiting(case.params)
    idle = _idle(case.params)
    if idle:
        notes.append(f"Set, but without effect here: {', '.join(idle)}.")
    return (*notes, *other_mode_note(case.params))


def _quantized_note(params: LedgerParams) -> list[str]:
    """The first note: what a file that says its weights are quantized is counted as."""
    if QUANTIZED not in params.config_unused or params.model != OWN:
        return []
    counted = f"{QUANTIZED}: the pasted file's weights are quantized, and all of them are counted at"
    if params.weight_bits in ("4", "8"):
        kept = "Such files often keep embeddings and norms at 16 bits, so the true size is somewhat larger"
        return [f"{counted} {params.weight_bits} bits. {kept}."]
    return [
        f"{counted} {params.weight_bits} bits, which is too many. Choose the nearest under Precision of the weights."
    ]


def _shape_note(case: Case) -> list[str]:
    """An own shape in words, so that who pasted or typed it sees what was read."""
    params = case.params
    if params.model != OWN:
        return []
    heads = f"{count(params.heads, 'query head')} and {count(params.kv_heads, 'head')} of keys and values"
    layers = f"{count(params.layers, 'layer')} with {heads} in each, {params.head_dim:,} wide"
    gated, tied = "" if params.gated else "not ", "" if params.tied else "not "
    sizes = f"a hidden size of {params.hidden:,}, an MLP of {params.ffn:,} ({gated}gated)"
    output = f"a vocabulary of {params.vocab:,} ({tied}shared with the output)"
    parts = [layers, sizes, output, *_norms_and_biases(params)]
    return [f"Your own shape: {', '.join(parts)}. That makes {case.budget.parameters:,} parameters."]


def _norms_and_biases(params: LedgerParams) -> list[str]:
    """What else a shape has; what it has not is not named."""
    norms = "root-mean-square norm" if params.norm == "rms" else "layer norm"
    bare = " without bias" if params.norm == "ln" and not params.norm_bias else ""
    among = f"{count(params.norms_per_layer, norms)}{bare} in each layer"
    biased = {
        "Q, K and V": params.qkv_bias,
        "the attention output": params.o_bias,
        "the MLP": params.mlp_bias,
        "the output": params.lm_head_bias,
    }
    places = [name for name, there in biased.items() if there]
    return [
        among,
        *(["norms on queries and keys"] if params.qk_norm else []),
        *([f"biases on {listed(places)}"] if places else []),
        *([f"{count(params.learned_positions, 'learned position')}"] if params.learned_positions else []),
    ]


def _card_note(case: Case) -> str:
    card, gib = chosen_card(case.params), number(float(case.budget.device / GIB))
    size = f"{card.size.normalize():f}"
    if card.unit == "GB":
        assumed = "assumed" if card.name != OWN else "as you set it"
        return f"{size} GB on a card means {size}e9 bytes, {assumed}; that is {gib} GiB."
    whose = "the unit is the one its source prints" if card.name != OWN else "the unit is the one you chose"
    return f"{size} GiB is {gb(in_gb(case.budget.device))} of 1e9 bytes; {whose}."


def _reported_note(case: Case) -> list[str]:
    """What a driver has been seen to report for the card, beside the GB of its name."""
    card = chosen_card(case.params)
    if card.reported_mib is None:
        return []
    seen = f"nvidia-smi has been seen to report {card.reported_mib:,} MiB for the {card.label}"
    size = gb(Fraction(card.reported_mib * MIB, GB))
    return [f"{seen}, {size} of 1e9 bytes: the assumption is on the safe side."]


def _pages_note(case: Case) -> str:
    budget, now, paged = case.budget, case.now, case.params.paged
    page = count(budget.page_tokens, "token")
    ways = ("token by token", "in whole pages")
    one, other = reversed(ways) if paged else ways
    here, there = budget.max_sequences(now.context, paged), budget.max_sequences(now.context, not paged)
    empty = budget.sequence_bytes(now.context, True) - budget.sequence_bytes(now.context, False)
    slots = empty // budget.token_bytes
    if budget.pool_bytes < 0:
        return "The weights leave no room for a cache, whichever way it is counted."
    if here == there == 0:
        return "Not one sequence fits, whichever way the cache is counted."
    why = f"the last page of each sequence has {count(slots, 'empty slot')}" if slots else "no slot stays empty"
    return f"Counted {one}, {here:,} fit; counted {other}, {there:,}. With pages of {page}, {why}."


def _waiting(params: LedgerParams) -> list[str]:
    """Where a published model is chosen after a shape was typed or pasted: it wins, and the shape is not lost."""
    labels = params.waiting_shape
    if not labels:
        return []
    chosen = chosen_model(params).label
    return [f"{chosen} has a shape of its own. Kept for Model: Your own, and not used here: {', '.join(labels)}."]


def _idle(params: LedgerParams) -> list[str]:
    """Labels of settings that were moved but count only beside another choice."""
    unread = set()
    if params.model != OWN:
        unread |= {"positions", "config_unused"}
    if params.card != OWN:
        unread |= {"card_size", "card_unit"}
    if params.weight_bits != "4":
        unread.add("weight_group")
    specs = describe(type(params))
    return [spec.label for spec in specs if spec.name in unread and getattr(params, spec.name) != spec.default]
