"""Scaling, windows and figures of a workload, on sums that can be done by hand.
It refuses to read files."""

from dataclasses import replace
from decimal import Decimal

import pytest

from labs.replay.workload import Workload
from labs.traces import BadTrace, describe, head, scale, window

SECOND = 1_000_000
WORK = Workload(
    [0, 1 * SECOND, 1 * SECOND, 7 * SECOND], [10, 20, 30, 40], [1, 2, 3, 4], [2, 3, 4, 5],
    group=[0, 1, 0, 1], patience=[5, 6, 7, 8], groups=("english", "rare"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("factor", "arrival"),
    [(2, [0, 500_000, 500_000, 3_500_000]), (Decimal("0.1"), [0, 10**7, 10**7, 7 * 10**7]), (3.0, [0, 333_333] * 1)],
)
def test_arrivals_are_divided_exactly_and_floored(factor: Decimal | int | float, arrival: list[int]) -> None:
    scaled = scale(WORK, factor)
    assert list(scaled.arrival)[: len(arrival)] == arrival
    assert (scaled.prompt, scaled.patience) == (WORK.prompt, WORK.patience)
    assert scaled.notes == (f"arrivals divided by {factor}",)


def test_a_factor_of_one_changes_nothing() -> None:
    assert scale(WORK, 1) is WORK


@pytest.mark.parametrize("factor", [0, -1, float("nan"), float("inf"), Decimal("-0.5"), Decimal("1e-300"), 10**400])
def test_a_factor_that_is_no_positive_number_is_refused(factor: Decimal | int | float) -> None:
    with pytest.raises(BadTrace, match=r"from 0\.001 to 1,000"):
        scale(WORK, factor)


def test_a_window_counts_again_from_its_first_request() -> None:
    part = window(WORK, 1, 8)
    assert (list(part.arrival), list(part.prompt), list(part.group)) == ([0, 0, 6 * SECOND], [20, 30, 40], [1, 0, 1])
    assert list(part.row) == [3, 4, 5]
    assert part.tenant == ()


def test_a_window_holds_its_start_and_not_its_end() -> None:
    assert list(window(WORK, 0, 1).prompt) == [10]
    assert list(window(WORK, Decimal("1.0"), 7).prompt) == [20, 30]


@pytest.mark.parametrize("edge", [-1, float("nan"), Decimal("1e400")])
def test_a_window_that_is_no_time_is_refused(edge: Decimal | int | float) -> None:
    with pytest.raises(BadTrace, match="times from 0 to"):
        window(WORK, edge, edge)


def test_an_empty_window_says_when_the_last_request_arrives() -> None:
    with pytest.raises(BadTrace, match=r"The last is at 7\.000 s"):
        window(WORK, 8, 9)


def test_a_head_is_the_first_requests_by_arrival() -> None:
    assert list(head(WORK, 2).prompt) == [10, 20]
    assert head(WORK, 4) is WORK
    with pytest.raises(BadTrace, match="1 or more"):
        head(WORK, 0)


def test_the_figures_of_four_requests_are_the_hand_sums() -> None:
    figures = describe(WORK)
    assert (figures.requests, figures.prompt_tokens, figures.output_tokens, figures.last_arrival_s) == (4, 100, 10, 7.0)
    assert figures.prompt.quantiles[:3] == pytest.approx((13, 17.5, 25))
    assert (figures.prompt.mean, figures.prompt.least, figures.prompt.most) == (25, 10, 40)
    assert figures.rate == pytest.approx(3 / 7)
    # gaps 1, 0, 6 s: mean 7/3, population variance 37/3 - 49/9 = 62/9
    assert figures.cv == pytest.approx((62 / 9) ** 0.5 / (7 / 3))
    assert (figures.burstiness, figures.peak_minute) == (None, (0, 4))
    assert figures.groups == (("english", 2), ("rare", 2))


def test_burstiness_counts_whole_minutes() -> None:
    arrival = [minute * 60 * SECOND for minute in range(11) for _ in range(1 + 2 * (minute % 2))]
    figures = describe(Workload(arrival, arrival, arrival, arrival))
    # whole minutes hold 1, 3, 1, 3 ...: mean 2, variance 1
    assert figures.burstiness == pytest.approx(0.5)
    assert figures.peak_minute == (1, 3)


def test_minutes_without_a_request_count_and_cost_nothing() -> None:
    arrival = [0, 0, 0, 0, 10**15]
    minutes = 10**15 // (60 * SECOND)
    figures = describe(Workload(arrival, arrival, arrival, arrival))
    assert figures.burstiness == pytest.approx(4 - 4 / minutes)
    assert figures.peak_minute == (0, 4)


def test_one_request_has_no_gaps() -> None:
    figures = describe(replace(head(WORK, 1), group=()))
    assert (figures.gap, figures.rate, figures.cv) == (None, None, None)


def test_requests_at_one_time_have_no_rate() -> None:
    figures = describe(Workload([0, 0], [1, 1], [1, 1], [2, 3]))
    assert (figures.rate, figures.cv) == (None, None)


def test_an_empty_workload_cannot_be_described() -> None:
    with pytest.raises(BadTrace, match="empty"):
        describe(Workload([], [], [], []))
