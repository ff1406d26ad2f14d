"""Stop strings and drafts drawn otherwise than is told, on toy tables and on the committed pair.
No clock is read here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from labs.decoding import FixedGamma, NetDrafter, Request, Round, RunSettings, live, plainly, speculate
from labs.decoding.text import StopStrings
from labs.decoding.threads import one_thread
from tests.decoding_toys import TableModel, random_table

TABLE = random_table(4, sharpness=3)


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


def results(settings: RunSettings, beside: bool = False) -> dict[str, Any]:
    *_, last = live(settings, beside)
    return last.data


def self_drafted(wish: Request) -> list[Round]:
    """All drafts stand."""
    draft = NetDrafter("self", TableModel(TABLE))
    return [turn.rounds[0] for turn in speculate(TableModel(TABLE), draft, [wish], FixedGamma(8))]


def tokens_of(wish: Request) -> list[int]:
    return [token for done in self_drafted(wish) for token in done.emitted]


def test_a_stop_string_inside_accepted_drafts_ends_the_text_there_and_nothing_behind_it_counts() -> None:
    """Tokens stand for a, b, c, ...; the string is the fifth and sixth token of the text."""
    letters = [bytes([97 + token]) for token in range(6)]
    whole = tokens_of(Request((1, 2), 20))
    text = b"".join(letters[token] for token in whole).decode()
    stops = StopStrings(letters, (text[4:6],))
    size = text.find(text[4:6]) + 2
    wish = Request((1, 2), 20, stops=stops)
    rounds = self_drafted(wish)
    assert tokens_of(wish) == whole[:size] and rounds[-1].ending == "stop"
    assert sum(done.accepted + (done.extra is not None) for done in rounds) == size
    behind = rounds[-1].drafted[rounds[-1].accepted :]
    assert rounds[-1].extra is None and behind and all(each.stood is None for each in behind)
    alone = [step.tokens[0][1] for step in plainly(TableModel(TABLE), [wish])]
    found = "".join(letters[token].decode() for token in alone)
    assert len(alone) == 20 or found.endswith(text[4:6])


def test_stop_strings_end_both_texts_where_they_begin_and_no_token_behind_them_counts() -> None:
    free = results(RunSettings(max_new=60), beside=True)
    stop = (free["text"][30:33], free["plain_text"][30:33])
    shown = ""
    for event in live(RunSettings(max_new=60, stop=stop)):
        if event.name == "round":
            shown += event.data["text"]
    result = event.data
    for way, found in (("text", "tokens"), ("plain_text", "plain_tokens")):
        assert result[way] == free[way][: min(free[way].find(each) for each in stop if each in free[way])]
        assert result[found] == free[found][: len(result[found])] and len(result[found]) < 60
    assert shown == result["text"] and result["rounds"][-1]["ending"] == "stop"
    told = sum(each["accepted"] + (each["extra"] is not None) for each in result["rounds"])
    assert told == len(result["tokens"]) and result["figures"]["tau"] == told / len(result["rounds"])
    assert result["settings"]["stop"] == list(stop)


def test_drafts_drawn_hotter_than_is_told_are_a_setting_and_stand_less_often() -> None:
    faulty, right = results(RunSettings(drawn_at=2.0)), results(RunSettings())
    assert faulty["figures"]["acceptance"] < right["figures"]["acceptance"]
    assert faulty["settings"]["drawn_at"] == 2.0 and faulty["tokens"] != right["tokens"]
    assert results(RunSettings(drawn_at=1.0))["tokens"] == right["tokens"]
