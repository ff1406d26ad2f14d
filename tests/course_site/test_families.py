"""Questions with drawn numbers on pages: an answer is judged by the numbers it was asked with, and a retry has others.
They refuse to look at checkpoints, which have tests of their own."""

import json
import re
import shutil
from html import unescape
from pathlib import Path

from app.course.draws import turn_of
from app.course.items import Question
from app.store import attempts_of
from tests.course_site.site import CONTENT, Site, stored, words

AGAIN = "/lessons/families/alone?again=practice"


def right(question: Question) -> str:
    assert question.answer is not None
    return str(question.answer.value)


def mistake(question: Question, name: str) -> str:
    return next(option.value for option in question.options if name in option.mistakes)


def test_an_answer_is_judged_by_the_numbers_of_its_page_and_explained(site: Site) -> None:
    draw, question = site.asked("practice")
    part = unescape(site.send("practice", is_part=True, draw=draw, value=mistake(question, "alpha_times_gamma")).text)
    assert "too high." in part
    assert "This counts every draft by itself" in part
    assert "The target's own token is missing" in part
    assert "One token of the target, and each draft" in part
    assert "With" in part and "the sum is" in part
    assert f'href="{AGAIN}#practice"' in part
    assert "<form" not in part
    assert words(part)[:80] in unescape(words(site.around("practice")))


def test_a_retry_has_new_numbers_and_the_page_keeps_them_until_they_are_answered(site: Site) -> None:
    first, question = site.asked("practice")
    assert site.asked("practice", AGAIN)[0] == first
    site.send("practice", draw=first, value="1000")
    second, next_question = site.asked("practice", AGAIN)
    assert site.asked("practice", AGAIN)[0] == second
    assert turn_of(second) == 1
    assert next_question.ask != question.ask
    assert "You said 1,000" not in site.page(AGAIN)
    assert "You said 1,000" in site.around("practice")
    site.send("practice", draw=second, value=right(next_question))
    assert [each[2] for each in stored(site)] == [0.0, 1.0]
    assert ": right." in site.around("practice")
    assert turn_of(site.asked("practice", AGAIN)[0]) == 2


def test_the_first_answer_to_the_same_numbers_stands(site: Site) -> None:
    draw, question = site.asked("practice")
    site.send("practice", draw=draw, value="1000", key="after-0")
    site.send("practice", draw=draw, value=right(question), key="after-0")
    assert "You said 1,000" in site.around("practice")


def test_what_is_not_read_is_not_wrong_and_spends_no_turn(site: Site) -> None:
    draw, question = site.asked("practice")
    for typed, said in [("2.5.1", "was not read as a number"), ("3 GB", 'The unit "GB"'), ("", "Nothing is typed")]:
        answer = site.send("practice", draw=draw, value=typed)
        assert answer.status_code == 422
        assert said in unescape(answer.text)
        assert re.search('aria-describedby="[^"]*practice-value-error"', answer.text)
        assert unescape(words(question.ask[0].html)) in unescape(words(answer.text))
    assert stored(site) == []
    assert site.asked("practice")[0] == draw


def test_numbers_are_read_as_people_type_them(site: Site) -> None:
    _, question = site.asked("practice")
    assert question.answer is not None
    value = f"{question.answer.value:.4f}"
    for typed in (value, value.replace(".", ","), f"{value} tokens", f"{value}e0", f" {value} "):
        draw, _ = site.asked("practice")
        assert ": right." in site.send("practice", is_part=True, draw=draw, value=typed).text
        site.client = site.app.test_client()
    draw, cache = site.asked("exam-cache")
    assert cache.answer is not None
    assert ": right." in site.send("exam-cache", is_part=True, draw=draw, value=f"{cache.answer.value:,} bytes").text


def test_numbers_that_nobody_was_asked_with_are_refused(site: Site) -> None:
    draw, question = site.asked("practice")
    for fields in ({"draw": draw + 2}, {"draw": draw + 1000}, {"draw": "x"}, {"draw": draw, "version": "older"}):
        answer = site.send("practice", value=right(question), **fields)
        assert answer.status_code == 422
        assert "This question has other numbers now" in answer.text
    assert stored(site) == []


def test_after_two_misses_there_is_a_link_to_what_teaches_it(site: Site) -> None:
    link = '<a href="/lessons/families/draft-idea">How many tokens does a round give?</a>'
    for misses in range(3):
        assert (link in site.around("practice")) is (misses == 2)
        if misses < 2:
            draw, _ = site.asked("practice", AGAIN)
            site.send("practice", draw=draw, value="1000")
    assert link not in site.page(AGAIN)


def test_an_answer_keeps_its_numbers_over_a_restart(site: Site) -> None:
    draw, question = site.asked("practice")
    site.send("practice", draw=draw, value=right(question))
    later = Site(site.app.config["SETTINGS"].data, shelf=site.app.extensions["shelf"])
    later.client.set_cookie(site.cookie().key, site.cookie().value)
    assert words(question.ask[0].html) in words(later.around("practice"))
    assert ": right." in later.around("practice")
    assert later.asked("practice", AGAIN)[0] == site.asked("practice", AGAIN)[0]


def test_an_edited_family_does_not_judge_an_old_answer_by_new_numbers(site: Site, tmp_path: Path) -> None:
    draw, question = site.asked("practice")
    site.send("practice", draw=draw, value=right(question))
    changed = tmp_path / "content"
    shutil.copytree(CONTENT, changed)
    lesson = changed / "lessons" / "families.md"
    text = lesson.read_text(encoding="utf-8").replace(
        "[0.3, 0.5, 0.6, 0.7, 0.8], gamma: 2..5", "[0.2, 0.9], gamma: 7..9"
    )
    lesson.write_text(text, encoding="utf-8")
    later = Site(site.app.config["SETTINGS"].data, changed)
    later.client.set_cookie(site.cookie().key, site.cookie().value)
    page = unescape(words(later.around("practice")))
    drawn = json.loads(_answers(site)[0])["drawn"]
    assert f"It had been asked with {drawn[0].replace('=', ' ')}, {drawn[1].replace('=', ' ')}." in page
    assert "Your answer was judged right then, and that stands." in page
    assert "You said" not in page
    assert later.send("practice", draw=draw, version=site.block("practice").item.version, value="1").status_code == 422
    draw, question = later.asked("practice", AGAIN)
    assert re.search(r"proposes [789] tokens", words(question.ask[0].html))
    assert ": right." in later.send("practice", is_part=True, draw=draw, value=right(question)).text


def _answers(site: Site) -> list[str]:
    store = site.app.extensions["store"]
    with store.reading() as connection:
        (id,) = (row[0] for row in connection.exec_driver_sql("select id from learner"))
    return [each.answer for each in attempts_of(store, id)]


def test_a_hint_belongs_to_its_numbers(site: Site) -> None:
    draw, _ = site.asked("practice")
    site.send("practice", do="hint", draw=draw)
    assert site.asked("practice")[0] == draw
    assert "Write down the chance" in site.around("practice")
    site.skip("practice")
    assert "Write down the chance" not in site.page(AGAIN)
