"""A watched run of the pair: same settings, same tokens; its words, tables and digest; what it says half-way; refusals.
It runs the shipped models in numpy and refuses to judge how fast they are."""

import itertools
from typing import Any

import pytest

from app.web.cells import rows
from app.web.fields import build_form
from labs import BadParams, Event, Result, TooMuchAtOnce, digest, get_lab, parse, run_apart, schema
from labs.decoding import GROUPS, HOTTEST, Sampling, recorded, wilson
from labs.decoding.live import _token
from labs.speculative_decoding import asked
from labs.speculative_decoding.run_report import gain
from labs.speculative_decoding.run_words import seen
from labs.speculative_decoding.settings import PairParams
from labs.tinylm import load_tokenizer

LAB = get_lab("speculative-decoding")
HERE = {"view": "live", "device": "numpy", "max_new": "24"}


def params_of(**values: str) -> PairParams:
    made = parse(LAB, ({**HERE, **values}).items())
    assert isinstance(made, PairParams)
    return made


def told(**values: str) -> tuple[list[Event], Result]:
    events: list[Event] = []
    return events, run_apart(LAB, params_of(**values), None, events.append)


def test_a_temperature_has_one_range_in_the_field_its_message_the_schema_and_the_decoder() -> None:
    fields = [field for group in build_form(LAB, {"view": "live"}, {}).groups for field in group.fields]
    assert [field.hint for field in fields if field.spec.name == "temperature"] == [f"0 to {HOTTEST}"]
    declared = schema(LAB)["properties"]["temperature"]
    assert (declared["minimum"], declared["maximum"]) == (0, HOTTEST)
    for view, temperature in (("live", "0.001"), ("compare", "0.001"), ("live", "2")):
        with pytest.raises(TooMuchAtOnce):
            LAB.run(params_of(view=view, temperature=temperature))
        assert Sampling(float(temperature)).temperature == float(temperature)
    with pytest.raises(BadParams, match="0 to 2") as caught:
        parse(LAB, {"view": "live", "temperature": "2.001"}.items())
    assert [error.name for error in caught.value.errors] == ["temperature"]
    with pytest.raises(ValueError, match="0 to 2"):
        Sampling(2.001)


def test_cuda_without_a_driver_is_refused_before_a_run_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "find_library", lambda name: None)
    monkeypatch.setattr(asked, "find_spec", lambda name: object())
    with pytest.raises(BadParams, match="No CUDA device is here"):
        LAB.run(params_of(device="cuda"))


def without_times(result: Result) -> dict[str, Any]:
    return {
        table.name: [table.values(column.name) for column in table.columns if not column.measured]
        for table in result.tables
        if table.name in ("texts", "rounds", "tokens", "places")
    }


@pytest.mark.parametrize("values", [{}, {"watched": "rare", "temperature": "0"}, {"gamma": "adaptive", "seed": "3"}])
def test_the_same_settings_write_the_same_tokens_and_have_the_same_digest(values: dict[str, str]) -> None:
    (_, one), (_, two) = told(**values), told(**values)
    assert without_times(one) == without_times(two)
    assert one.table("rounds").values("draft_ms") != two.table("rounds").values("draft_ms")
    assert digest(LAB, params_of(**values), one) == digest(LAB, params_of(**values), two)


def test_another_seed_prompt_draft_or_length_is_another_run() -> None:
    found = [told(**values)[1] for values in ({}, {"seed": "8"}, {"prompt": "The king said"}, {"gamma": "2"})]
    texts = [result.table("tokens").values("token") for result in found]
    assert all(one != two for one, two in itertools.combinations(texts, 2))


def test_every_verdict_follows_from_the_numbers_beside_it_and_no_token_is_lost() -> None:
    events, result = told(watched="rare")
    table = result.table("tokens")
    columns = [table.values(name) for name in ("item", "state", "q", "p", "u")]
    for item, state, q, p, u in zip(*columns, strict=True):
        if state in ("accepted", "rejected"):
            assert isinstance(q, float) and isinstance(p, float) and isinstance(u, float)
            assert (u * q < p) is (state == "accepted"), item
        elif state != "not checked":
            assert str(item).endswith(".+") and (q, p, u) == (None, None, None)
    written = [state for state in columns[1] if state not in ("rejected", "not checked")]
    assert len(written) == result.facts["tokens"].value == sum(map(int, result.table("rounds").values("tokens"))) == 24
    assert result.facts["rounds"].value == sum(event.name == "round" for event in events)
    assert "".join(event.data["text"] for event in events if event.name == "round") == result.table("texts").rows[0][2]
    assert "".join(event.data["text"] for event in events if event.name == "plain") == result.table("texts").rows[0][3]


def test_a_round_says_what_a_step_says_and_when_it_existed() -> None:
    events, _ = told()
    rounds = [event.data for event in events if event.name == "round"]
    assert rounds[0]["says"].startswith("Round 1: drafted 4, accepted ")
    assert rounds[0]["says"].endswith(", one added.")
    assert [each["at"] for each in rounds] == sorted(each["at"] for each in rounds)
    assert rounds[-1]["written"] == 24
    assert len(rounds[0]["cells"]) == len(LAB.run(params_of(device="any", max_new="64")).table("rounds").columns)


def test_half_a_run_is_shown_as_far_as_it_is_and_a_second_try_counts_anew() -> None:
    assert LAB.so_far is not None
    events, result = told()
    first = LAB.so_far(params_of(), events[:7])
    assert first is not None
    rounds = sum(event.name == "round" for event in events[:7])
    assert first.table("rounds").values("item") == tuple(range(1, rounds + 1))
    assert first.table("tokens").rows == result.table("tokens").rows[: len(first.table("tokens").rows)]
    assert first.table("texts").rows[0][1] == result.table("texts").rows[0][1]
    again = LAB.so_far(params_of(), [*events[:7], *events])
    assert again is not None
    assert without_times(again) == {name: without_times(result)[name] for name in ("texts", "rounds", "tokens")}
    none_yet = LAB.so_far(params_of(), [])
    assert none_yet is not None and none_yet.table("rounds").rows == ()
    assert LAB.so_far(parse(LAB, [("view", "compare"), ("seed", "8")]), events) is None


def test_a_listener_that_stops_stops_the_computing_at_that_round() -> None:
    class Enough(Exception):
        pass

    heard: list[str] = []

    def listen(event: Event) -> None:
        heard.append(event.name)
        if heard.count("round") == 2:
            raise Enough

    with pytest.raises(Enough):
        run_apart(LAB, params_of(max_new="160"), None, listen)
    assert heard.count("round") == 2


def test_the_page_opens_on_a_record_of_every_group_that_says_where_it_comes_from() -> None:
    for group in GROUPS:
        shown = LAB.run(params_of(device="any", max_new="64", watched=group))
        assert shown.facts["is_recorded"].value is True
        made = recorded("runs")["runs"][0]["machine"]
        assert all(
            part in " ".join(shown.notes) for part in (made["device"], made["date"], made["numpy"], "one thread")
        )
        assert shown.says.startswith("On the recorded machine, for this ")
    assert "intervals" in shown.notes[0]
    added = next(row for row in rows(shown.table("tokens")) if ">residual<" in row)
    assert (added.count(">none<"), "not defined" in added) == (3, False)


def test_what_no_record_has_is_left_apart_and_never_run_on_a_page() -> None:
    for values in ({"seed": "8"}, {"device": "numpy"}, {"prompt": "The king"}, {"view": "compare", "seed": "8"}):
        with pytest.raises(TooMuchAtOnce):
            LAB.run(params_of(**{"device": "any", "max_new": "64", **values}))


def test_without_torch_its_engines_say_the_one_command_beside_the_field(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "find_spec", lambda name: None)
    for device in ("torch", "cuda"):
        with pytest.raises(BadParams) as refused:
            LAB.run(params_of(device=device))
        (error,) = refused.value.errors
        assert error.name == "device" and "pip install -e '.[torch]'" in error.message
    assert LAB.run(params_of(device="any", max_new="64")).facts["is_recorded"].value is True


@pytest.mark.parametrize(
    ("text", "is_good"),
    [("The king said unto", True), ("x", True), ("y" * 64, True), ("y" * 65, False), ("   ", False), ("é", False),
     ("two\nlines", False), ("tab\t", False)],
)  # fmt: skip
def test_an_own_prompt_is_one_line_of_plain_ascii_that_fits_an_address(text: str, is_good: bool) -> None:
    if is_good:
        assert params_of(prompt=text).prompt == text
        return
    with pytest.raises(BadParams, match="Own prompt"):
        params_of(prompt=text)


def test_a_token_is_shown_with_its_blanks_and_bytes_that_are_no_character_in_hexadecimal() -> None:
    table = load_tokenizer().token_bytes
    shown = [seen(_token(token, table)) for token in range(1024)]
    assert all(text and text.isprintable() for text in shown)
    assert shown[256] == "end of text"
    assert shown[0xC3] == "byte C3"
    assert shown[ord(" ")] == "\N{OPEN BOX}"
    kept = [each for run in recorded("runs")["runs"] for told in run["rounds"] for each in told["drafted"]]
    assert [seen(each) for each in kept] == [shown[each["id"]] for each in kept]


@pytest.mark.parametrize(
    ("stood", "reached", "low", "high"), [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)]
)
def test_an_interval_of_a_share_is_that_of_a_published_table(stood: int, reached: int, low: float, high: float) -> None:
    """Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3."""
    assert wilson(stood, reached) == pytest.approx((low, high), abs=0.00005)


def test_gain_and_loss_are_told_in_per_cent_of_plain_speed() -> None:
    assert [gain(each) for each in (1.31, 0.85, 1.004)] == ["gains 31 %", "loses 15 %", "is as fast as plain decoding"]
