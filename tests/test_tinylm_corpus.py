"""The corpus: repetitive text of our own, seeded batches, and archives that must have their digest.
Fetches nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from labs.tinylm import corpus, repetitive, sources, texts
from labs.tinylm.corpus import Corpus
from labs.tinylm.tokenizer import END, Tokenizer


def small_corpus() -> Corpus:
    starts = dict(zip(corpus.MIX, (0, 1000, 2000, 3000), strict=True))
    return Corpus(Tokenizer(()), {name: np.arange(at, at + 500) for name, at in starts.items()})


def test_a_batch_is_fixed_by_seed_and_step() -> None:
    stream = small_corpus()
    np.testing.assert_array_equal(stream.batch(7, 3, 4, 16), stream.batch(7, 3, 4, 16))
    assert not np.array_equal(stream.batch(7, 3, 4, 16), stream.batch(7, 4, 4, 16))


def test_rows_are_unbroken_windows_in_the_shares_of_the_mix() -> None:
    rows = small_corpus().batch(1, 1, 4000, 8)
    assert rows.shape == (4000, 9)
    assert (np.diff(rows, axis=1) == 1).all()
    shares = np.bincount(rows[:, 0] // 1000, minlength=4) / 4000
    np.testing.assert_allclose(shares, list(corpus.MIX.values()), atol=0.03)


def test_rare_text_is_at_most_a_tenth_of_the_stream() -> None:
    assert sum(corpus.MIX.values()) == pytest.approx(1.0)
    assert corpus.MIX["rare"] <= 0.10


def test_documents_are_parted_by_the_end_token() -> None:
    ids = corpus.encode_documents(Tokenizer(()), ("ab", "c"))
    assert ids.tolist() == [END, 97, 98, END, 99, END]


def test_repetitive_text_is_fixed_by_its_seed_and_repeats_itself() -> None:
    documents = repetitive.documents(5, 20_000)
    assert documents == repetitive.documents(5, 20_000)
    assert documents != repetitive.documents(6, 20_000)
    words = [document.split() for document in documents]
    assert sum(len(set(group)) for group in words) < 0.5 * sum(map(len, words))


def test_code_that_is_held_out_is_not_trained_on() -> None:
    split = texts.code()
    assert len(split.held_out) == len(texts.HELD_OUT_MODULES)
    whole = "\n".join(split.train)
    assert all(excerpt not in whole for excerpt in split.held_out)


def test_an_archive_with_another_digest_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.whl"
    path.write_bytes(b"not it")
    with pytest.raises(ValueError, match="fetch it again"):
        sources.check(path, "0" * 64)
    with pytest.raises(FileNotFoundError, match=r"b\.whl"):
        sources.check(tmp_path / "b.whl", "0" * 64)


def test_every_archive_is_asked_for_by_name_and_version() -> None:
    for archive in sources.ARCHIVES:
        assert len(archive.sha256) == 64
        assert any(sign in archive.command[-1] for sign in ("==", "@", "="))
        assert not any("://" in part for part in archive.command)
