"""Processor seconds and memory of the replay against its goals and gates; exit 1 when a gate is missed.
It refuses to measure anything but the engine. Run: python -m tests.bench.bench_replay"""

import resource
import sys
from time import process_time

from labs.replay import Bounds, Workload, replay
from tests.replay_cases import conversation, synthetic

BOUNDS = Bounds(max_active=128, token_budget=512, blocks=7_424)
MILLION, TEN_THOUSAND = 1_000_000, 10_000
LINEAR = 1.3


def seconds(load: Workload, policy: str, times: int) -> float:
    """The least processor time of so many replays."""
    spent = []
    for _ in range(times):
        start = process_time()
        replay(load, policy, BOUNDS)
        spent.append(process_time() - start)
    return min(spent)


def told(name: str, found: float, goal: float, gate: float, unit: str) -> bool:
    """Print a line; whether the gate holds."""
    word = "goal met" if found <= goal else "gate met" if found <= gate else "MISSED"
    print(f"{name:<42} {found:9.3f} {unit:<3} goal {goal:g}, gate {gate:g}: {word}")
    return found <= gate


def main() -> int:
    """Measure and tell."""
    fine = [told("W1k chunked", seconds(conversation(1_000), "chunked", 5), 0.15, 0.25, "s")]
    fine.append(told("W10k chunked", seconds(conversation(TEN_THOUSAND), "chunked", 3), 1.0, 2.0, "s"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    fine.append(told("peak memory so far", peak, 100, 100, "MB"))
    small = seconds(synthetic(TEN_THOUSAND), "continuous", 5)
    large = seconds(synthetic(MILLION), "continuous", 1)
    fine.append(told("1,000,000 synthetic, continuous", large, 15, 15, "s"))
    ratio = (large / MILLION) / (small / TEN_THOUSAND)
    fine.append(told("time a request, 1,000,000 against 10,000", ratio, LINEAR, LINEAR, "x"))
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
