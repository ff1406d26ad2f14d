"""Steps that take longer than a card's fit says, as real ones do: a setting of the replay lab, used in the hour.
They refuse to know what a step is made of."""

import re
from pathlib import Path

import pytest

from labs import Result, get_lab, parse
from labs.replay import CARDS, FixedCost

LAB = get_lab("batching-replay")
LESSON = Path(__file__).parents[1] / "content" / "lessons" / "batching-speculation.md"


def run(**values: str) -> Result:
    return LAB.run(parse(LAB, [("view", "compare"), ("requests", "2000"), *values.items()]))


def test_every_part_of_a_step_is_longer_by_the_same_percent() -> None:
    for each in CARDS:
        plain, longer = each.cost, each.cost.longer(20)
        assert plain.longer(0) == plain
        for tokens in (1, 64, 300):
            asked = [(longer.decode(tokens, tokens), plain.decode(tokens, tokens)), (longer.kv(1), plain.kv(1))]
            asked += [(longer.prefill(tokens, tokens * tokens), plain.prefill(tokens, tokens * tokens))]
            asked += [(longer.mixed(8, 8, tokens, tokens), plain.mixed(8, 8, tokens, tokens))]
            assert [one for one, _ in asked] == [pytest.approx(1.2 * other, rel=1e-4) for _, other in asked]
    assert FixedCost(1_000_000, 2_000_000).longer(12) == FixedCost(1_120_000, 2_240_000)


def test_longer_steps_are_a_busier_card_on_which_every_wait_is_longer() -> None:
    longer = run(load="6.5", step_longer="20", policy_b="chunked").facts
    busier = run(load="7.8", policy_b="chunked").facts
    for name in ("a_ttft_p99_s", "b_ttft_p99_s", "b_ttft_mean_s", "b_watched_ttft_max_s", "b_tpot_mean_ms"):
        assert longer[name].value == pytest.approx(1.2 * busier[name].value, rel=1e-3)  # type: ignore[operator]


def test_the_margin_says_that_steps_are_longer() -> None:
    assert any("Every step takes 12 % longer" in note for note in run(step_longer="12").notes)
    assert not any("longer than the step times" in note for note in run().notes)


def test_the_last_decision_has_its_waits_from_the_engine() -> None:
    text = LESSON.read_text(encoding="utf-8")
    screen = text.partition("::: screen {#defend")[2].partition("\n::: screen ")[0]
    typed = re.sub(r"\{fact\}`[^`]*`", "", screen)
    assert re.findall(r"\d+\.\d+ s\b", typed) == []
    assert "chunked_edge: batching-replay?view=compare&load=6.5455&" in text
    assert {"chunked_edge#b_ttft_p99_s", "chunked_fifth#b_ttft_p99_s"} <= set(re.findall(r"\{fact\}`([^`:]*)`", screen))
