"""The engine as a queue: with one-token requests it must approach the closed forms within its sampling error.
It refuses to guess a tolerance: the error is that of independent runs."""

from collections.abc import Callable
from random import Random
from statistics import mean, stdev

import pytest

from labs.queueing import md1, mg1, mm1, mm1k, mmc
from labs.replay import Bounds, FixedCost, replay
from tests.replay_cases import simple

UNIT = 1_000  # ticks of one mean service
RUNS, WARM, COUNT = 16, 1_000, 4_000
SPREADS = 4  # how many standard errors of the mean the closed form may be away

Draw = Callable[[Random], float]


def exponential(random: Random) -> float:
    return random.expovariate(1)


def constant(random: Random) -> float:
    return 1.0


def hyper(random: Random) -> float:
    """Mean 1 and second moment 5: one in five is drawn from a longer exponential than the rest."""
    return random.expovariate(1 / LONG if random.random() < CHANCE else 1 / SHORT)


# CHANCE x LONG + (1 - CHANCE) x SHORT = 1 and 2 (CHANCE LONG^2 + (1 - CHANCE) SHORT^2) = 5.
CHANCE = 0.2
LONG = 1 + (1.5 * (1 - CHANCE) / CHANCE) ** 0.5
SHORT = (1 - CHANCE * LONG) / (1 - CHANCE)


def sojourns(load: float, draw: Draw, servers: int, seed: int) -> float:
    """Mean time in system, in mean services, after the warm-up.

    One server: the service is the prompt of a one-token request. Several: prompts are free, a step lasts one tick
    whatever its batch, and the service is the number of steps, so each slot is a server.
    """
    random, now, rows = Random(seed), 0.0, []
    for _ in range(COUNT):
        now += random.expovariate(load * servers) * UNIT
        service = max(1, round(draw(random) * UNIT))
        rows.append((int(now), service, 1) if servers == 1 else (int(now), 1, service + 1))
    cost = FixedCost(1, 0) if servers == 1 else FixedCost(0, 1)
    run = replay(simple(*rows), "continuous", Bounds(max_active=servers), cost)
    spent = [ended - came for ended, came in zip(run.columns.ended, run.workload.arrival, strict=True)]
    return mean(spent[WARM:]) / UNIT


@pytest.mark.parametrize(
    ("load", "draw", "servers", "exact"),
    [
        (0.5, exponential, 1, mm1(0.5, 1)["W"]),
        (0.7, exponential, 1, mm1(0.7, 1)["W"]),
        (0.7, constant, 1, md1(0.7, 1)["W"]),
        (0.5, hyper, 1, mg1(0.5, 1, 5)["W"]),
        (0.8, exponential, 4, mmc(3.2, 1, 4)["W"]),
    ],
    ids=["mm1-0.5", "mm1-0.7", "md1-0.7", "mg1-0.5", "mmc-4"],
)
def test_the_engine_approaches_the_closed_form(load: float, draw: Draw, servers: int, exact: float) -> None:
    found = [sojourns(load, draw, servers, seed) for seed in range(RUNS)]
    error = stdev(found) / RUNS**0.5
    assert abs(mean(found) - exact) <= SPREADS * error
    assert error < 0.05 * exact, "too few runs to tell"


def test_special_cases_of_the_formulas_agree() -> None:
    assert mmc(0.8, 1, 1)["Wq"] == pytest.approx(mm1(0.8, 1)["Wq"])
    assert mg1(0.8, 1, 2)["Wq"] == pytest.approx(mm1(0.8, 1)["Wq"])
    assert md1(0.8, 1)["Wq"] == pytest.approx(mm1(0.8, 1)["Wq"] / 2)
    assert mm1k(0.5, 1, 60)["W"] == pytest.approx(mm1(0.5, 1)["W"])


@pytest.mark.parametrize("load", [1.0, 1.5])
def test_a_queue_that_never_settles_is_refused(load: float) -> None:
    with pytest.raises(ValueError, match="grows without end"):
        mm1(load, 1)
