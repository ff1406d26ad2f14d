"""What a reader of a served model's ledger must know beside the numbers: assumptions, pages, and what was not used.
It refuses to compute amounts of its own."""

from labs.gpu_memory_ledger.catalogue import OWN
from labs.gpu_memory_ledger.serving_rows import Case, in_gb
from labs.gpu_memory_ledger.settings import SHAPE, UNUSED, LedgerParams, chosen_card, chosen_model
from labs.gpu_memory_ledger.wording import gb
from labs.params import describe
from labs.units import GIB, count, number


def notes_of(case: Case) -> tuple[str, ...]:
    """Sentences, the assumption about the card first."""
    notes = [_card_note(case), _pages_note(case)]
    model, context = chosen_model(case.params), case.now.context
    if model.positions is not None and context > model.positions:
        asked = f"{count(context, 'token')} are asked for"
        notes.append(f"The model announces {model.positions:,} positions; {asked}. Memory is counted all the same.")
    notes += [f"The pasted file also has {UNUSED[name]}." for name in case.params.config_unused]
    idle = _idle(case.params)
    if idle:
        notes.append(f"Set, but without effect here: {', '.join(idle)}.")
    return tuple(notes)


def _card_note(case: Case) -> str:
    card, gib = chosen_card(case.params), number(float(case.budget.device / GIB))
    size = f"{card.size.normalize():f}"
    if card.unit == "GB":
        assumed = "assumed" if card.name != OWN else "as you set it"
        return f"{size} GB on a card means {size}e9 bytes, {assumed}; that is {gib} GiB."
    return f"{size} GiB is {gb(in_gb(case.budget.device))} of 1e9 bytes; the unit is the one its source prints."


def _pages_note(case: Case) -> str:
    budget, now, paged = case.budget, case.now, case.params.paged
    page = count(budget.page_tokens, "token")
    ways = ("token by token", "in whole pages")
    one, other = reversed(ways) if paged else ways
    here, there = budget.max_sequences(now.context, paged), budget.max_sequences(now.context, not paged)
    empty = budget.sequence_bytes(now.context, True) - budget.sequence_bytes(now.context, False)
    slots = empty // budget.token_bytes
    why = f"the last page of each sequence has {count(slots, 'empty slot')}" if slots else "every page is full"
    return f"Counted {one}, {here:,} fit; counted {other}, {there:,}. With pages of {page}, {why}."


def _idle(params: LedgerParams) -> list[str]:
    """Labels of settings that were moved but count only beside another choice."""
    unread = set()
    if params.model != OWN:
        unread |= {*SHAPE, "positions", "config_unused"} - ({"config_unused"} if params.config_unused else set())
    if params.card != OWN:
        unread |= {"card_size", "card_unit"}
    if params.weight_bits != "4":
        unread.add("weight_group")
    specs = describe(type(params))
    return [spec.label for spec in specs if spec.name in unread and getattr(params, spec.name) != spec.default]
