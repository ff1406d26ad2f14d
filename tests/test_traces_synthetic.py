"""The trace that ships is what its script makes, keeps its stated tolerances and says that it is synthetic.
It refuses to read the published trace: the figures to keep are written here."""

import gzip
import hashlib

import numpy as np
import pytest

from labs.traces import describe, list_traces, open_trace
from labs.traces.make_synthetic import FILE, between, text

# Measured on the published conversation trace, linear at rank p(N-1): percent, prompt, output tokens.
PUBLISHED = (
    (10, 207, 54, 0.03),
    (25, 396, 85, 0.03),
    (50, 1_020, 129, 0.03),
    (75, 1_189, 395, 0.03),
    (90, 2_734.5, 424, 0.03),
    (95, 4_083, 451, 0.03),
    (99, 4_142, 601, 0.05),
    (99.9, 6_179.15, 954, 0.10),
)
SOURCES = FILE.parent / "SOURCES.md"


def test_the_script_makes_the_file_again_byte_for_byte() -> None:
    assert gzip.decompress(FILE.read_bytes()) == text().encode()


def test_the_file_carries_no_time_and_no_name() -> None:
    flags, seconds = FILE.read_bytes()[3], FILE.read_bytes()[4:8]
    assert (flags, seconds) == (0, bytes(4))


def test_the_sources_state_both_digests() -> None:
    packed = FILE.read_bytes()
    stated = SOURCES.read_text(encoding="utf-8")
    assert hashlib.sha256(packed).hexdigest() in stated
    assert hashlib.sha256(gzip.decompress(packed)).hexdigest() in stated


def test_every_file_of_the_folder_is_listed_and_sourced() -> None:
    shipped = sorted(path.name for path in FILE.parent.glob("*.gz"))
    assert shipped == sorted(each.file for each in list_traces())
    assert all(name in SOURCES.read_text(encoding="utf-8") for name in shipped)


@pytest.mark.parametrize(("percent", "prompt", "output", "tolerance"), PUBLISHED)
def test_the_quantiles_keep_their_tolerance(percent: float, prompt: float, output: float, tolerance: float) -> None:
    work = open_trace("synthetic-conversation").workload
    usual = np.array(work.group) != work.groups.index("rare")
    for column, published in ((work.prompt, prompt), (work.output, output)):
        values = np.array(column)
        assert np.percentile(values[usual], percent) == pytest.approx(published, rel=tolerance)
        if percent <= 95:
            assert np.percentile(values, percent) == pytest.approx(published, rel=0.06)


def test_arrivals_are_one_a_second_with_the_published_variation() -> None:
    figures = describe(open_trace("synthetic-conversation").workload)
    assert (figures.requests, figures.rate) == (25_000, 1.0)
    assert figures.cv == pytest.approx(1.094, rel=0.02)


def test_a_thousand_rare_requests_take_half_as_many_tokens_again() -> None:
    work = open_trace("synthetic-conversation").workload
    group, prompt = np.array(work.group), np.array(work.prompt)
    rare = group == work.groups.index("rare")
    assert sorted(work.groups) == ["code", "english", "rare"]
    assert 990 <= int(rare.sum()) <= 1_010
    assert np.median(prompt[rare]) == pytest.approx(1.5 * 1_020, rel=0.03)


def test_the_workload_says_that_it_is_synthetic() -> None:
    trace = open_trace("synthetic-conversation")
    assert trace.workload.notes[0].startswith("synthetic:")
    assert trace.workload.notes == trace.report.notes


def test_lines_between_knots_are_straight_and_end_at_the_last() -> None:
    knots = [(0, 0), (50, 10), (100, 110)]
    assert [between(knots, each) for each in (0, 25, 50, 75, 100)] == [0, 5, 10, 60, 110]
