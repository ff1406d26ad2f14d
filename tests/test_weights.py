"""The weight budgets of the pages: bytes and requests, no clock.
It visits every lab at each value of its switch."""

import pytest

from labs import all_labs, describe
from tests.weights import weigh

KB = 1000
LABS = [
    f"labs/{lab.slug}?{spec.name}={value}"
    for lab in all_labs().values()
    for spec in describe(lab)
    if spec.switch
    for value in spec.choices
    if value != spec.default
] + [f"labs/{slug}" for slug in all_labs()]


@pytest.mark.parametrize("path", ["", "labs", "reference", "reference?topic=kv_cache"])
def test_a_page_weighs_at_most_60_kb_in_six_requests(server: str, path: str) -> None:
    weight = weigh(server, path)
    assert weight.first_view <= 60 * KB
    assert weight.requests <= 6


@pytest.mark.parametrize("path", LABS)
def test_a_labs_result_is_on_screen_within_25_kb(server: str, path: str) -> None:
    assert weigh(server, path).until_result <= 25 * KB


@pytest.mark.parametrize(("encoding", "most"), [("gzip", 560 * KB), ("br", 470 * KB)])
@pytest.mark.parametrize("path", LABS)
def test_a_lab_with_its_live_chart_keeps_its_budget(server: str, path: str, encoding: str, most: int) -> None:
    weight = weigh(server, path, encoding)
    assert weight.first_view + weight.live <= most
    assert weight.requests <= 6
