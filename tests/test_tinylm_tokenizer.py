"""The tokenizer keeps every byte, and gives the same ids each time.
Knows nothing of models."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labs.tinylm import bpe_training, load_tokenizer
from labs.tinylm.tokenizer import END, NUM_BYTES, Tokenizer, pieces, read_tokenizer

TOKENIZER = load_tokenizer()
WITHOUT_DEADLINE = settings(deadline=None)  # a loaded machine is slow, not wrong


@WITHOUT_DEADLINE
@given(st.binary(max_size=300))
def test_any_bytes_come_back(data: bytes) -> None:
    assert TOKENIZER.decode_bytes(TOKENIZER.encode(data)) == data


@WITHOUT_DEADLINE
@given(st.text(max_size=200))
def test_any_text_comes_back(text: str) -> None:
    assert TOKENIZER.decode(TOKENIZER.encode(text)) == text


@WITHOUT_DEADLINE
@given(st.text(alphabet=" \n\tabAB'_09.é", max_size=60))
def test_pieces_join_to_the_text_they_were_cut_from(text: str) -> None:
    assert b"".join(pieces(text.encode())) == text.encode()


@WITHOUT_DEADLINE
@given(st.text(max_size=100))
def test_a_second_tokenizer_of_the_same_merges_gives_the_same_ids(text: str) -> None:
    assert Tokenizer(TOKENIZER.merges).encode(text) == TOKENIZER.encode(text)


def test_the_vocabulary_has_1024_entries_and_the_end_token_stands_for_nothing() -> None:
    assert TOKENIZER.num_tokens == len(TOKENIZER.token_bytes) == 1024
    assert TOKENIZER.token_bytes[END] == b""
    assert END not in TOKENIZER.encode("end " * 50)


def test_earlier_merges_are_applied_first() -> None:
    first, second = NUM_BYTES + 1, NUM_BYTES + 2
    tokenizer = Tokenizer(((ord("b"), ord("c")), (ord("a"), ord("b"))))
    assert tokenizer.encode("abc") == [ord("a"), first]
    assert tokenizer.encode("ab") == [second]


def test_learning_takes_the_commonest_pair_and_ties_go_to_the_smaller() -> None:
    tokenizer = bpe_training.learn(Counter({b"abab": 2, b"cd": 4, b"xy": 1}), 3)
    ab = NUM_BYTES + 1
    assert tokenizer.merges == ((ord("a"), ord("b")), (ord("c"), ord("d")), (ab, ab))


def test_json_keeps_the_merges_and_their_digest() -> None:
    again = read_tokenizer(TOKENIZER.to_json())
    assert (again.merges, again.digest) == (TOKENIZER.merges, TOKENIZER.digest)


@pytest.mark.parametrize("merge", [[1, 5000], [END, 1], [-1, 2]])
def test_a_merge_of_parts_that_do_not_exist_is_refused(merge: list[int]) -> None:
    with pytest.raises(ValueError, match="merge 0"):
        read_tokenizer(json.dumps({"merges": [merge]}))
