"""Tokens as text while they come: whole characters, stop strings, and nothing lost at the end.
Tokens here are bytes; no model runs."""

from __future__ import annotations

import pytest

from labs.decoding import TextStream
from labs.decoding.text import StopStrings

BYTES = tuple(bytes([value]) for value in range(256))


def pushed(stream: TextStream, *parts: bytes) -> list[str]:
    return [stream.push(part) for part in parts]


def test_a_character_cut_in_two_waits_for_its_rest() -> None:
    stream = TextStream(BYTES)
    assert pushed(stream, b"a\xe2", b"\x82", b"\xacb") == ["a", "", "€b"]
    assert stream.flush() == ""


def test_the_end_flushes_what_was_held() -> None:
    stream = TextStream(BYTES)
    assert pushed(stream, b"x\xc3") == ["x"]
    assert stream.flush() == "�"


@pytest.mark.parametrize("parts", [(b"one END two",), (b"one E", b"ND two"), (b"one ", b"E", b"N", b"D", b" two")])
def test_a_stop_string_ends_the_text_wherever_rounds_cut_it(parts: tuple[bytes, ...]) -> None:
    stream = TextStream(BYTES, ("END",))
    assert "".join(pushed(stream, *parts)) == "one "
    assert stream.is_stopped and stream.push(b"more") == "" and stream.flush() == ""


def test_what_only_looked_like_a_stop_string_is_given_later() -> None:
    stream = TextStream(BYTES, ("END", "EN!"))
    assert pushed(stream, b"the EN", b"d") == ["the ", "ENd"]
    assert pushed(stream, b" E") == [" "]
    assert stream.flush() == "E"


def test_several_tokens_of_a_round_come_at_once_and_the_earliest_stop_counts() -> None:
    stream = TextStream(BYTES, ("b", "ab"))
    assert stream.push(b"xxabxx") == "xx"


def test_an_empty_stop_string_is_refused() -> None:
    with pytest.raises(ValueError, match="empty"):
        TextStream(BYTES, ("",))


def test_a_stop_string_over_rounds_keeps_the_tokens_up_to_the_one_that_completes_it() -> None:
    stops = StopStrings((*BYTES, b""), ("END", "\u20ac"))
    assert stops.kept(b"one ", b"two") is None
    assert stops.kept(b"one E", b"ND two") == 2
    assert stops.kept(b"", b"xENDEND") == 4
    assert stops.kept(b"price \xe2\x82", b"\xac 5") == 1
    # The end token has no bytes, so that it may lie between those of a string.
    assert stops.kept([69, 256, 256, 256, 78], [256, 68, 120]) == 2
