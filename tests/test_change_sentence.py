"""The sentence on what changed is about the fact that is asked for, be it the lab's own lead or that of a prediction.
It refuses to know pages."""

from dataclasses import replace

from app.web.change import change_sentence
from app.web.phrases import setting_words
from labs import describe, get_lab, parse

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


def test_a_value_of_a_setting_is_said_with_its_name_and_unit() -> None:
    ledger = {spec.name: spec for spec in describe(get_lab("gpu-memory-ledger"))}
    replay = {spec.name: spec for spec in describe(get_lab("batching-replay"))}
    prefix = {spec.name: spec for spec in describe(get_lab("acceptance-prefix"))}
    assert setting_words(ledger["context"], "4096") == "at a context of 4,096 tokens"
    assert setting_words(ledger["microbatch"], "1") == "at a microbatch of 1 sample"
    assert setting_words(prefix["alpha"], "0.4") == "at an acceptance of 0.4"
    shortest = "with \u201cContinuous, shortest first\u201d as release B"
    assert setting_words(replay["policy_b"], "spf") == shortest
    assert setting_words(replay["slots"], "4") == "at 4 slots"
    assert setting_words(ledger["reserve_percent"], "10") == "at 10 % kept free"


def test_a_change_too_small_to_show_has_no_digits_of_its_own() -> None:
    params, result = at(microbatch="16")
    headroom = result.facts["headroom_gb"]
    nearly = replace(result, facts={"headroom_gb": replace(headroom, value=headroom.value + 0.000_26)})
    told = change_sentence("headroom_gb", (at(microbatch="54")[0], nearly), (params, result))
    assert told.endswith(" fell by less than is shown and is 12.96 GB.")


def test_where_a_run_is_made_is_said_in_words_that_need_no_commas() -> None:
    device = next(spec for spec in describe(get_lab("speculative-decoding")) if spec.name == "device")
    assert device.choices["numpy"] == "numpy on this machine"
    assert not [words for words in device.choices.values() if "," in words]
