"""The come-back code: five clear words, only a hash kept, and few tries an hour for each address."""

import re
from pathlib import Path

import pytest

from app.store import Store, add_learner, all_of_learner, find_learner_by_code, give_code, new_code
from app.store.codes import NUM_WORDS, code_hash, tidy_code, words
from app.web.tries import MAX_ADDRESSES, Tries, network
from tests.stored import rows


def one_letter_apart(one: str, other: str) -> bool:
    if len(one) == len(other):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    short, long = sorted((one, other), key=len)
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


def test_the_list_has_1024_short_words() -> None:
    assert len(set(words())) == len(words()) == 1024
    assert [word for word in words() if not re.fullmatch("[a-z]{3,8}", word)] == []


def test_no_two_words_differ_in_one_letter() -> None:
    near = [
        (one, other)
        for place, one in enumerate(words())
        for other in words()[place + 1 :]
        if abs(len(one) - len(other)) < 2 and one_letter_apart(one, other)
    ]
    assert near == []


def test_a_code_is_five_words_of_the_list() -> None:
    codes = {new_code() for _ in range(50)}
    assert len(codes) == 50
    assert {len(code.split()) for code in codes} == {NUM_WORDS}
    assert set(" ".join(codes).split()) <= set(words())


@pytest.mark.parametrize("form", [str.upper, str.title, lambda code: code.replace(" ", "-"), "  {}, ".format])
def test_a_code_is_read_however_it_is_written(store: Store, form: object) -> None:
    assert callable(form)
    ann = add_learner(store)
    code = give_code(store, ann.id)
    found = find_learner_by_code(store, str(form(code)))
    assert found is not None
    assert (found.id, found.has_code) == (ann.id, True)


@pytest.mark.parametrize("typed", ["", "four words are here", "zz zz zz zz zz", "x" * 100_000])
def test_what_is_no_code_finds_nobody(store: Store, typed: str) -> None:
    add_learner(store)
    assert tidy_code(typed) is None
    assert find_learner_by_code(store, typed) is None


def test_a_wrong_code_finds_nobody(store: Store) -> None:
    give_code(store, add_learner(store).id)
    assert find_learner_by_code(store, new_code()) is None


def test_a_new_code_ends_the_old_one(store: Store) -> None:
    ann = add_learner(store)
    old, new = give_code(store, ann.id), give_code(store, ann.id)
    assert find_learner_by_code(store, old) is None
    assert find_learner_by_code(store, new) is not None


def test_only_a_salted_hash_is_kept(store: Store, database: Path) -> None:
    ann = add_learner(store)
    code = give_code(store, ann.id)
    store.close()
    ((salt,),) = rows(database, "select value from install where name = 'code_salt'")
    assert rows(database, "select code_hash from learner") == [(code_hash(code, salt),)]
    assert code_hash(code, salt) != code_hash(code, salt + "0")
    assert code.encode() not in database.read_bytes()
    assert code_hash(code, salt) not in str(all_of_learner(store, ann.id))


def test_ten_tries_an_hour_for_each_address() -> None:
    now = [0.0]
    tries = Tries(10, 3600.0, clock=lambda: now[0])
    assert [tries.may("10.0.0.1") for _ in range(11)] == [True] * 10 + [False]
    assert tries.may("10.0.0.2")
    now[0] = 3599.0
    assert not tries.may("10.0.0.1")
    now[0] = 3600.0
    assert [tries.may("10.0.0.1") for _ in range(11)] == [True] * 10 + [False]


def test_the_addresses_of_one_ipv6_network_count_together() -> None:
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
    assert network("::ffff:10.0.0.1") == network("10.0.0.1") == "10.0.0.1"
    assert network("fe80::1%eth0") == "fe80::/64"
    assert network("") == ""


def test_the_counter_is_bounded_and_forgets_the_oldest_address() -> None:
    tries = Tries(1, 3600.0)
    assert tries.may("first")
    assert not tries.may("first")
    assert all(tries.may(f"address {number}") for number in range(MAX_ADDRESSES))
    assert tries.may("first")
