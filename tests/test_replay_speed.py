"""Processor time and memory of the published work, at the gates.
It refuses to look at wall time, which other work on the machine stretches."""

import tracemalloc
from time import process_time

import pytest

from labs.replay import Bounds, replay
from tests.replay_cases import conversation


@pytest.mark.parametrize(("count", "gate"), [(1_000, 0.25), (10_000, 2.0)])
def test_the_chunked_work_stays_under_its_gate(count: int, gate: float) -> None:
    load, spent = conversation(count), []
    for _ in range(2):
        start = process_time()
        replay(load, "chunked", Bounds(blocks=7_424))
        spent.append(process_time() - start)
    assert min(spent) <= gate


def test_the_larger_work_allocates_little_and_memory_grows_no_faster_than_the_work() -> None:
    peaks = []
    for count in (1_000, 10_000):
        tracemalloc.start()
        replay(conversation(count), "chunked", Bounds(blocks=7_424))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    # The interpreter with numpy takes under 40 MB of the 100 allowed.
    assert peaks[1] <= 60_000_000
    assert peaks[1] <= 11 * peaks[0]
