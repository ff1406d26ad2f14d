"""No sentence of the accepted prefix contradicts its numbers, at whatever prices, laws and groups are typed.
It refuses to compute the numbers anew; the other tests of this lab do."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labs import Result, number
from tests.test_lab_acceptance_prefix import result, rows_of, value

FINE = st.decimals(0, 1, places=5).map(lambda each: f"{each:f}") | st.sampled_from(("0", "1", "0.51879", "0.5"))
PRICE = st.decimals("0.01", 60, places=2).map(lambda each: f"{each:f}")
BATCHES = {
    "gamma": st.integers(1, 16).map(str),
    "batch": st.integers(1, 4096).map(str),
    "context": st.integers(0, 131_072).map(str),
    "draft_cost": st.just("0") | PRICE,
    "verify_cost": PRICE | st.just("100"),
    "step_cost": PRICE,
    "draft_buys": st.sampled_from(("each", "whole")),
    "bonus_token": st.sampled_from(("yes", "no")),
    "card": st.sampled_from(("a100-80gb", "h100-80gb")),
}
ROUNDS = st.fixed_dictionaries({"view": st.just("economics"), "alpha": FINE} | BATCHES)
LAW = st.integers(0, 50).map(lambda each: f"{each / 50},{(50 - each) / 50}")
LAWS = st.fixed_dictionaries(
    {
        "view": st.just("distributions"),
        "target_probs": LAW,
        "close_probs": LAW,
        "far_probs": LAW,
        "lenience": st.integers(5, 100).map(lambda each: f"{each / 100}"),
        "gate": st.integers(0, 20).map(lambda each: f"{each / 50}"),
    }
)
ALIKE = st.lists(st.sampled_from(("0", "0.3", "0.5", "0.85", "1")), min_size=1, max_size=4)
GROUPS = st.fixed_dictionaries(
    {
        "view": st.just("groups"),
        "groups": ALIKE.map(lambda found: ",".join(f"{'abcd'[at]}:{each}:1" for at, each in enumerate(found))),
    }
    | BATCHES
)


def caption(made: Result, name: str) -> str:
    return next(figure.summary for figure in made.figures if figure.name == name)


def told(pattern: str, words: str) -> float:
    """The one number in the words, without separators."""
    found = re.search(pattern.replace("N", r"([\d.,]*\d(?:e-?\d+)?)"), words)
    assert found is not None, words
    return float(found[1].replace(",", ""))


@given(ROUNDS)
def test_the_sentence_of_a_round_and_its_bars_say_what_the_tables_hold(typed: dict[str, str]) -> None:
    made = result(**typed)
    states = {row["alpha"]: row["state"] for row in rows_of(made, "alphas")}
    assert (": slower" in made.says or "slower than" in made.says) is value(made, "slower")
    if "never pays" in made.because:
        assert "faster" not in states.values()
        steps = told("as much as N plain step", made.because)
        assert "at most" not in made.because or steps > told("gives at most N token", made.because)
    if "never loses" in made.because:
        assert "slower" not in states.values()
    if "break-even of" in made.because:
        limit = told("break-even of N$", made.because)
        assert (Decimal(typed["alpha"]) < Decimal(str(limit))) is ("is below" in made.because) is value(made, "slower")
    slow = [alpha for alpha, state in states.items() if state == "slower"]
    words = caption(made, "alphas")
    if words.startswith("Below"):
        assert slow == [alpha for alpha in states if alpha < told("acceptance of N the", words)]
    else:
        hatched = {"All bars are": len(states), "All bars but": len(states) - 1, "No bar is": 0}
        assert len(slow) == next(count for begins, count in hatched.items() if words.startswith(begins))


@given(ROUNDS)
def test_the_best_length_that_is_told_is_the_highest_bar(typed: dict[str, str]) -> None:
    made = result(**typed)
    words = caption(made, "gammas")
    rows = rows_of(made, "gammas")[1:]
    top = max(row["speedup"] for row in rows)
    if words.startswith("No draft length"):
        assert top <= 1 + 1e-9
        return
    gamma = int(told(r"(?:draft of|shown,) N", words))
    assert rows[gamma - 1]["speedup"] == pytest.approx(top, rel=1e-9)
    assert number(rows[gamma - 1]["speedup"]) in words
    is_free = typed["draft_buys"] == "whole" or Decimal(typed["draft_cost"]) == 0
    assert is_free is ("nothing more" in words)
    if gamma < 16 and not is_free:
        gained = rows[gamma]["tokens"] - rows[gamma - 1]["tokens"]
        without = rows[gamma - 1]["tokens"] / rows[gamma - 1]["spent"]
        assert gained / (rows[gamma]["spent"] - rows[gamma - 1]["spent"]) <= without * (1 + 1e-6)


@given(ROUNDS)
def test_the_reason_for_the_last_batch_that_pays_is_true_in_its_branch(typed: dict[str, str]) -> None:
    made = result(**typed)
    words = caption(made, "batches")
    rows = rows_of(made, "batches")
    slow = [row["batch"] for row in rows if row["state"] == "slower"]
    if "falls below" in words:
        assert slow == [row["batch"] for row in rows if row["batch"] > told("above N sequence", words)]
        assert "fills the card sooner" in words
        return
    assert slow == ([] if "does not fall below" in words else [row["batch"] for row in rows])
    cost, tokens = told("round costs N plain steps", words), told("gives (?:only )?N token", words)
    assert (cost > tokens) is bool(slow)


@given(ROUNDS)
def test_a_batch_says_which_typed_prices_it_takes_and_what_it_puts_in_place_of_the_others(
    typed: dict[str, str],
) -> None:
    made = result(**typed)
    note, card = made.notes[0], made.table("batches").caption
    assert card.endswith("verification takes the card's time, not the typed price")
    assert caption(made, "batches").startswith("With the card's own time for verification in place of the typed price")
    for fact in ("roofline_speedup", "fitted_speedup", "fitted_last_batch", "round_ms"):
        assert made.facts[fact].source.endswith("of the typed prices only the draft's share of a plain step")
    assert told("typed price is that of N plain step", note) == pytest.approx(
        float(Decimal(typed["verify_cost"]) / Decimal(typed["step_cost"])), rel=1e-3
    )
    tokens = value(made, "round_tokens")
    drafting = int(typed["gamma"]) * told("plain step, N of one", note)
    for model, where in (("roofline", "by the roofline"), ("fitted", "by the fitted")):
        checking = told(f"N plain steps? {where}", note)
        assert tokens / (drafting + checking) == pytest.approx(value(made, f"{model}_speedup"), rel=2e-3)


def test_a_dear_verification_that_a_batch_does_not_use_is_said_where_the_batch_is_shown() -> None:
    made = result(view="economics", verify_cost="100")
    assert "never pays" in made.because
    assert "1 plain step by the roofline" in made.notes[0] and "that of 25 plain steps" in made.notes[0]
    assert "free" not in "".join(str(cell) for row in made.table("batches").rows for cell in row)


def test_a_card_that_still_gains_at_4096_sequences_is_not_explained_by_one_that_fills() -> None:
    words = caption(result(view="economics", draft_cost="0"), "batches")
    assert "because even there a round costs 2.501 plain steps and gives 3.362 tokens" in words


@given(ROUNDS)
def test_the_speed_follows_from_tau_as_its_row_says(typed: dict[str, str]) -> None:
    made = result(**typed)
    row = rows_of(made, "definitions")[3]
    words = row["interpretation"]
    assert "these, times a plain step's price and over the round's, give the speed" in words
    tokens = row["value"] if typed["bonus_token"] == "yes" else told("a round gives N token", words)
    step, spent = value(made, "step_cost"), value(made, "round_cost")
    assert tokens * step / spent == pytest.approx(value(made, "speedup"), rel=1e-3)


def test_without_a_bonus_token_the_row_of_tau_gives_the_speed_that_the_page_gives() -> None:
    typed = {"alpha": "0.63", "gamma": "6", "draft_cost": "0.5", "verify_cost": "5", "bonus_token": "no"}
    made = result(view="economics", **typed)
    words = rows_of(made, "definitions")[3]["interpretation"]
    assert "with a bonus token that these prices leave out: a round gives 2.534 tokens" in words
    assert pytest.approx(value(made, "speedup"), rel=1e-3) == 2.534 * 4 / 8


@given(GROUPS)
def test_the_groups_that_are_said_to_gain_and_to_lose_are_those_of_the_table(typed: dict[str, str]) -> None:
    made = result(**typed)
    rows = rows_of(made, "limits")
    slow = [row["item"] for row in rows if row["state"] == "slower"]
    speeds = {row["item"]: row["fitted"] for row in rows}
    least = min(speeds.values())
    lowest = [name for name, speed in speeds.items() if speed == least]
    assert ("loses for" in made.says) is bool(slow)
    assert ("pays for" in made.says) is (len(slow) < len(rows))
    assert number(least) in made.says or "by less than" in made.says
    every = {1: "a", 2: "both groups"}.get(len(rows), f"all {len(rows)} groups")
    if len(slow) in (0, len(rows)):
        assert f"for {every}" in made.says
        stands_out = len(rows) > len(lowest)
        assert any(f", {word} for {lowest[0]}" in made.says for word in ("least", "most")) is stands_out
        assert (", for each alike" in made.says) is (len(rows) > 1 and not stands_out)
    alphas = [row["alpha"] for row in rows]
    falls = caption(made, "batches")
    assert ("lowest" in falls) is (len(set(alphas)) > 1)
    assert all(row["item"] in falls for row in rows if "lowest" in falls and row["alpha"] == min(alphas))


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        ("english:0.85:1", "drafting pays for english: 1.84"),
        ("english:0.85:1,code:0.8:1", "drafting pays for both groups, least for code: 1.674"),
        ("english:0.8:1,code:0.8:1", "drafting pays for both groups, for each alike: 1.674"),
        ("a:0.85:1,b:0.84:1,c:0.8:1", "drafting pays for all 3 groups, least for c: 1.674"),
        ("english:0.1:1", "drafting loses for english: 0.5532"),
        ("english:0.1:1,code:0.2:1", "drafting loses for both groups, most for english: 0.5532"),
    ],
)
def test_one_two_and_more_groups_are_worded_as_a_person_would(groups: str, words: str) -> None:
    assert words in result(view="groups", groups=groups).says


@given(LAWS)
def test_shifts_and_gates_are_said_as_the_table_has_them(typed: dict[str, str]) -> None:
    made = result(**typed)
    close, far = (value(made, f"{name}_shift") for name in ("close", "far"))
    for row, shift in zip(rows_of(made, "drafts"), (close, far), strict=True):
        assert (row["state"] == "inside the gate") is (round(shift, 9) <= float(typed["gate"]))
    if float(typed["lenience"]) == 1:
        return
    if far > 0:
        assert ("inside the gate" in made.because) is value(made, "far_inside")
    line = caption(made, "lenience")
    assert (f"more of what the {'close' if close > far else 'far'} draft" in line) is (close != far)
    assert ("lets the drafts' own shares through" in caption(made, "output")) is (close + far > 0)


def test_a_shift_that_is_just_the_gate_is_inside() -> None:
    made = result(view="distributions", lenience="0.8", gate="0.025")
    assert value(made, "far_shift") == 0.025
    assert "inside the gate of 0.025" in made.because


@given(ROUNDS | LAWS | GROUPS)
def test_a_number_is_shown_the_same_wherever_it_stands(typed: dict[str, str]) -> None:
    made = result(**typed)
    shown: dict[float, set[str]] = {}
    for fact in made.facts.values():
        if isinstance(fact.value, float):
            shown.setdefault(fact.value, set()).add(number(fact.value, fact.places))
    for table in made.tables:
        for column in table.columns:
            for cell in table.values(column.name):
                if isinstance(cell, float):
                    shown.setdefault(cell, set()).add(number(cell, column.places))
    assert not {each: texts for each, texts in shown.items() if len(texts) > 1}
    if typed["view"] == "distributions":
        said = set(re.findall(r"\d[\d.e-]*\d|\d", f"{made.says} {made.because}"))
        assert said <= {text for texts in shown.values() for text in texts}
