"""A value of a control at which its lab fails only when it is asked: told and left out, and the screen stays.
They refuse to know what the check finds before; test_sweep_checks.py does."""

import logging
from pathlib import Path

import pytest

from app.course.outline import places
from app.web import sweeps
from app.web.runs import run_lab
from labs import Params, Result
from tests.course_site.conftest import filled
from tests.course_site.site import Site, words
from tests.course_world import on_screen

TRY = """::: try {#grow}
lab: gpu-memory-ledger
params: {mode: training-simple, microbatch: 17}
vary: microbatch
values: [17, 19, 23, 29]
to: 19
fact: total_gb
predict: number
reason: Each sample adds the same.
:::"""


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(slug: str, params: Params) -> Result:
        if getattr(params, "microbatch", 0) == 23:
            raise ZeroDivisionError("twenty-three")
        return run_lab(slug, params)

    monkeypatch.setattr(sweeps, "run_lab", run)


@pytest.mark.usefixtures("failing")
def test_a_value_that_fails_is_left_out_in_words_and_the_screen_and_what_is_computed_ahead_go_on(
    tmp_path: Path, empty_store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    content = tmp_path / "content"
    (content / "lessons").mkdir(parents=True)
    (content / "course.yml").write_text("title: A course\nlessons: [example]\n", encoding="utf-8")
    (content / "lessons" / "example.md").write_text(on_screen(TRY), encoding="utf-8")
    site = Site(filled(tmp_path / "data", empty_store), content)
    with site.app.app_context(), caplog.at_level(logging.ERROR):
        sweeps.warm_sweeps(each.block for each in places(site.course.lessons).values())
    assert caplog.messages == ["lab gpu-memory-ledger gives no total_gb at microbatch=23: twenty-three"]
    assert "23" in site.around("grow")
    answer = site.send("grow", is_part=True, value="9")
    assert answer.status_code == 200
    assert "The lab gave no result at 23, so that is left out here." in words(answer.text)
    assert (
        'data-stops="17 19 29"' in answer.text and 'data-at="29"' in answer.text and 'data-at="23"' not in answer.text
    )
    for address in (
        f"{site.screen_of('grow')}?grow.at=23",
        f"{site.screen_of('grow')}",
        "/items/grow/shape?grow.at=23",
    ):
        assert site.client.get(address).status_code == 200
    assert len(caplog.records) == 1
