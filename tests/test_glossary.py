"""The page of metric definitions: each says what it means here, over whom, and who differs.
It refuses to judge the definitions; the metrics are tested with the replay."""

from html import unescape

import pytest

from app.web.glossary import Metric, metrics
from tests.asking import ask


@pytest.mark.parametrize("metric", metrics(), ids=lambda metric: metric.id)
def test_a_metric_is_on_the_page_with_what_others_mean_by_it(server: str, metric: Metric) -> None:
    text = unescape(ask(server, "/glossary").text)
    assert f'id="{metric.id}"' in text
    assert metric.here in text
    assert metric.over in text
    assert all(tool in text and reading in text for tool, reading in metric.others)
    assert metric.here.endswith(".")


def test_the_lab_links_to_the_definitions(server: str) -> None:
    assert 'href="/glossary#metrics"' in ask(server, "/labs/batching-replay?view=lanes").text
    assert 'id="metrics"' in ask(server, "/glossary").text
