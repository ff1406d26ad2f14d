"""Two clocks read together: the wall, which other programs move, and the processor time of this thread.
It refuses to know what is timed."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter_ns, thread_time_ns
from typing import Literal

NANO = 1e-9
ClockName = Literal["wall", "cpu"]


@dataclass(frozen=True)
class Spent:
    """Seconds by the wall and of the thread's processor time."""

    wall_s: float = 0.0
    cpu_s: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.wall_s + other.wall_s, self.cpu_s + other.cpu_s)

    def __sub__(self, other: Spent) -> Spent:
        return Spent(self.wall_s - other.wall_s, self.cpu_s - other.cpu_s)


class Clock:
    """Laps from its making on."""

    def __init__(self) -> None:
        self._wall, self._cpu = perf_counter_ns(), thread_time_ns()

    def __sub__(self, earlier: Clock) -> Spent:
        """From the last reading of an earlier clock to that of this one."""
        return Spent((self._wall - earlier._wall) * NANO, (self._cpu - earlier._cpu) * NANO)

    def lap(self) -> Spent:
        """What was spent since the last lap."""
        wall, cpu = perf_counter_ns(), thread_time_ns()
        spent = Spent((wall - self._wall) * NANO, (cpu - self._cpu) * NANO)
        self._wall, self._cpu = wall, cpu
        return spent
