"""A learner's way through a lesson: hints, the loop of a try, the same form twice, renamed items, a full disk.
It refuses to know marks beyond what the story needs."""

import gzip
import re
import shutil
from pathlib import Path

import pytest

from tests.course_site.site import CONTENT, Site, stored


def test_the_same_form_sent_twice_is_one_attempt(site: Site) -> None:
    for _ in range(2):
        site.send("bytes", key="after-0", value="12012")
    site.send("bytes", key="after-1", value="12012")
    assert [each[0] for each in stored(site)] == ["bytes", "bytes"]


def test_hints_are_counted_and_lower_no_mark(site: Site) -> None:
    for _ in range(2):
        site.send("ship", do="hint")
    site.send("ship", choice="1")
    assert stored(site)[-1] == ("ship", "answer", 1.0, False, 2)


def test_hints_apart_from_their_try_come_one_by_one_and_not_before(site: Site) -> None:
    first, second = "Look at what one sample adds.", "Compare 54 samples with 16."
    pages = [site.around("grow")]
    for _ in range(2):
        site.send("grow", do="hint")
        pages.append(site.around("grow"))
    assert [(first in page, second in page) for page in pages] == [(False, False), (True, False), (True, True)]
    assert ["Hint (2 left)" in pages[0], "Next hint (1 left)" in pages[1]] == [True, True]
    assert 'value="hint"' not in pages[2]
    site.send("grow", low="20", high="25")
    assert stored(site)[-1][-1] == 2


def test_a_hint_beside_a_panel_opens_in_place(site: Site) -> None:
    assert "<summary>Hint</summary>" in site.around("tail")


def test_a_visit_makes_no_learner_and_sets_no_cookie(site: Site) -> None:
    answer = site.client.get("/lessons/every-block/decide")
    assert "Set-Cookie" not in answer.headers
    assert stored(site) == []


def test_moving_the_control_before_a_prediction_is_a_skip_at_that_value(site: Site) -> None:
    answer = site.send("grow", do="skip", at="32")
    assert answer.headers["Location"].startswith("/lessons/every-block/fit?grow.at=32")
    page = site.page(answer.headers["Location"])
    assert "You skipped this; it is 21.56 GB." in page
    assert re.search(r'<tr data-at="32"[^>]*class="now"', page)


def test_the_first_prediction_of_a_try_stands(site: Site) -> None:
    site.send("grow", key="after-0", low="20", high="25")
    site.send("grow", key="after-1", low="21", high="22")
    assert "You said 20 to 25" in site.around("grow")


def test_the_loop_goes_on_step_by_step(site: Site) -> None:
    site.skip("grow")
    assert "Each sample adds its activations" not in site.around("grow")
    site.send("grow", step="why", why="They are there once.")
    page = site.around("grow")
    assert "Each sample adds its activations" in page
    assert "They are there once." in page
    site.send("grow", step="boxes", box=["0", "2"])
    assert "2 of 3 ticked." in site.around("grow")
    site.send("grow", step="variation", value="14")
    assert "You said 14; it is 14.00 GB: right." in site.around("grow")


def test_old_names_lead_to_the_answers_of_new_ones(site: Site, tmp_path: Path) -> None:
    site.send("prefix", choice="0")
    site.send("ship", choice="2")
    changed = tmp_path / "content"
    shutil.copytree(CONTENT, changed)
    lesson = changed / "lessons" / "every-block.md"
    text = (
        lesson.read_text(encoding="utf-8")
        .replace("{#prefix ", "{#first-difference ")
        .replace("=prefix}", "=first-difference}")
    )
    screens = re.split(r"(?m)^(?=::: screen)", text)
    lesson.write_text("".join([screens[0], *reversed(screens[1:])]), encoding="utf-8")
    course = changed / "course.yml"
    course.write_text(
        course.read_text(encoding="utf-8").replace("older-prefix: old-prefix", "prefix: first-difference"),
        encoding="utf-8",
    )
    later = Site(tmp_path / "data", changed)
    cookie = site.cookie()
    later.client.set_cookie(cookie.key, cookie.value)
    assert "right, and you chose it" in later.around("first-difference")
    assert "not right, and you chose it" not in later.around("first-difference")
    assert "Not that one." in later.around("ship")
    assert later.send("prefix", choice="1").headers["Location"].endswith("#first-difference")


def test_on_a_full_disk_the_lesson_goes_on_says_so_and_saves_again_when_there_is_room(site: Site) -> None:
    # SQLite's own limit gives the very error of a full disk.
    limit = "PRAGMA max_page_count = "
    writer = site.app.extensions["store"]._writer
    site.send("own-words", words="This is the first.")
    with writer.begin() as connection:
        connection.exec_driver_sql(limit + str(connection.exec_driver_sql("PRAGMA page_count").scalar() + 5))
    # Large answers until one does not fit, then small ones until none does.
    for id, given in (("own-words", {"words": "x" * 1900}), ("ship", {"choice": "0"})):
        for _ in range(100):
            if "Answers are not being saved." in site.send(id, True, **given).text:
                break
        else:
            pytest.fail("A hundred answers fitted.")
    answers = len(stored(site))
    for is_part in (False, True):
        answer = site.send("ship", is_part=is_part, choice="1")
        assert answer.status_code == 200
        assert "Answers are not being saved." in answer.text
        assert "One rare caller in a hundred" in answer.text
    assert len(stored(site)) == answers > 3
    with writer.begin() as connection:
        connection.exec_driver_sql(limit + "100000")
    assert "Answers are not being saved." not in site.send("ship", is_part=True, choice="1").text
    assert len(stored(site)) == answers + 1


def test_the_sweep_is_small_on_the_wire(site: Site) -> None:
    part = site.send("grow", is_part=True, low="20", high="25").text
    table = part[part.index('data-table="grow-sweep"') :].split("</table>")[0]
    assert len(gzip.compress(table.encode())) <= 10_000


def test_a_screen_is_small_on_the_wire(site: Site) -> None:
    for lesson in site.course.lessons:
        for screen in lesson.screens:
            page = site.page(f"/lessons/{lesson.id}/{screen.id}")
            assert len(gzip.compress(page.encode())) <= 30_000
