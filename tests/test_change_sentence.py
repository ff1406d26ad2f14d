"""The sentence on what changed is about the fact that is asked for, be it the lab's own lead or that of a prediction.
It refuses to know pages."""

from app.web.change import change_sentence
from labs import get_lab, parse

LAB = get_lab("gpu-memory-ledger")


def at(**values: str) -> tuple:  # type: ignore[type-arg]
    params = parse(LAB, values.items())
    return params, LAB.run(params)


def test_the_effect_is_told_by_the_fact_that_is_named() -> None:
    before, after = at(microbatch="16"), at(microbatch="54")
    lead = change_sentence(LAB.lead, before, after)
    other = change_sentence("headroom_gb", before, after)
    assert lead.endswith("The memory needed rose from 8.64 GB to 21.56 GB.")
    assert other.startswith("Microbatch moved from 16 to 54 samples.")
    assert "fell from 12.96 GB to 0.04 GB" in other
    assert "8.64" not in other
