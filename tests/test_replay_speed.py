"""Processor time and memory of the published work, at the gates.
It refuses to look at wall time, which other work on the machine stretches."""

import os
import subprocess
import sys
from pathlib import Path
from time import process_time

import pytest

from labs.replay import Bounds, replay
from tests.replay_cases import conversation

ROOT = Path(__file__).parent.parent
PEAK = """
import resource
from labs.replay import Bounds, replay
from tests.replay_cases import conversation
replay(conversation(10_000), "chunked", Bounds(blocks=7_424))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.parametrize(("count", "gate"), [(1_000, 0.25), (10_000, 2.0)])
def test_the_chunked_work_stays_under_its_gate(count: int, gate: float) -> None:
    load, spent = conversation(count), []
    for _ in range(2):
        start = process_time()
        replay(load, "chunked", Bounds(blocks=7_424))
        spent.append(process_time() - start)
    assert min(spent) <= gate


def test_the_larger_work_needs_at_most_100_megabytes() -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    told = subprocess.run([sys.executable, "-c", PEAK], env=environment, cwd=ROOT, check=True, capture_output=True)
    assert int(told.stdout) <= 100
