"""Settings of the mode that is not chosen: kept in the address, without effect, and said in one note.
It refuses to know what the settings mean."""

from labs.gpu_memory_ledger.settings import LedgerParams
from labs.params import describe


def other_mode_note(params: LedgerParams) -> list[str]:
    """The note, where settings of the other mode were moved."""
    specs = describe(type(params))
    moved = [
        spec for spec in specs if spec.when not in ("", params.mode) and getattr(params, spec.name) != spec.default
    ]
    if not moved:
        return []
    choices = specs[0].choices
    labels = ", ".join(spec.label for spec in moved)
    return [f"Kept for Mode: {choices[moved[0].when]}, and not used in {choices[params.mode]}: {labels}."]
