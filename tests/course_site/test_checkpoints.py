"""A checkpoint as a page: one round of all its questions, told in words, that can be failed and asked again.
It refuses to simulate many learners; test_checkpoint_learners.py does."""

import re
from html import unescape
from typing import Any

from app.course.items import Checkpoint, Question
from app.course.lesson import every_block
from app.course.verdicts import answer_words
from app.store import attempts_of
from app.web.item_states import states_of
from app.web.rounds import passed_round, rounds
from tests.course_site.site import Site, stored, words
from tests.test_checkpoint_learners import computed, mistaken

PAGE = "/lessons/families/ten"
AGAIN = f"{PAGE}?again=exam"
RIGHT = "right"


def exam(site: Site) -> Checkpoint:
    lesson = site.course.lesson("families")
    assert lesson is not None
    blocks = [block for screen in lesson.screens for block in every_block(screen.blocks)]
    return next(block for block in blocks if isinstance(block, Checkpoint))


def answer(site: Site, id: str, how: str = RIGHT, address: str = PAGE) -> str:
    """The item answered with the numbers of its page; the part that comes back."""
    draw, question = site.asked(id, address)
    given = computed(question, None) if how == RIGHT else mistaken(how)(question, None)  # type: ignore[arg-type]
    fields: dict[str, Any] = {name: list(values) for name, values in given.items()}
    part = site.send(id, is_part=True, draw=draw, **fields)
    assert part.status_code == 200, part.text
    return part.text


def skip(site: Site, id: str, address: str = PAGE) -> None:
    draw, _ = site.asked(id, address)
    assert site.send(id, do="skip", draw=draw).status_code == 303


def said(page: str) -> str:
    """How the round stands, from the page or the part."""
    return unescape(re.findall(r'id="exam--score"><p class="verdict">([^<]*)</p>', page)[-1])


def part_of(page: str, id: str) -> str:
    """The words of one item of a page."""
    item = page[page.index(f'<div class="item" id="{id}">') :]
    return words(unescape(re.split(r'<h[23] class="count">', item)[0]))


def secrets_of(question: Question) -> list[str]:
    """Words of a posed question that only an answered one may show."""
    found = [words(unescape(option.reason)) for option in question.options if option.reason]
    if question.kind == "number" and question.answer is not None and len(str(question.answer.value)) > 2:
        found.append(answer_words(question.answer))
    return found


def test_a_round_is_told_in_words_and_passed_by_eight_of_ten(site: Site) -> None:
    ids = [each.item.id for each in exam(site).questions]
    page = site.page(PAGE)
    assert [f"Question {place} of 10" in page for place in range(1, 11)] == [True] * 10
    assert said(page) == "0 of 10 answered, 0 right so far. 8 of 10 right are a pass."
    part = answer(site, ids[0])
    assert said(part) == "1 of 10 answered, 1 right so far. 8 of 10 right are a pass."
    assert "1 of 10 answered, 1 right so far." in words(part[part.index("data-announce") :])
    for id in ids[1:8]:
        part = answer(site, id)
    assert "pass:" not in said(part)
    for id in ids[8:]:
        skip(site, id)
    assert said(site.page(PAGE)) == "10 of 10 answered, 8 right. That is a pass: 8 were needed."
    assert f'href="{AGAIN}#exam"' in site.page(PAGE)
    assert "Answer again" not in site.page(PAGE)


def test_a_round_can_be_failed_and_the_next_one_has_new_numbers(site: Site) -> None:
    ids = [each.item.id for each in exam(site).questions]
    for id in ids:
        part = answer(site, id, "alpha_times_gamma")
    assert re.match(r"10 of 10 answered, [67] right\. That is not a pass: 8 are needed\.", said(part))
    fresh = site.page(AGAIN)
    assert said(fresh) == "0 of 10 answered, 0 right so far. 8 of 10 right are a pass."
    assert len(re.findall(r'<input type="hidden" name="draw" value="\d+001">', fresh)) == 10
    for id in ids:
        answer(site, id, address=PAGE if id != ids[0] else AGAIN)
    assert said(site.page(PAGE)) == "10 of 10 answered, 10 right. That is a pass: 8 were needed."
    answer(site, ids[0], "alpha_times_gamma", AGAIN)
    assert said(site.page(PAGE)).endswith("You have passed before, with 10.")


def test_passing_is_a_projection_of_the_attempts(site: Site) -> None:
    checkpoint = exam(site)
    for each in checkpoint.questions:
        draw, question = site.asked(each.item.id)
        given = mistaken("alpha_times_gamma")(question, None)  # type: ignore[arg-type]
        site.send(each.item.id, draw=draw, **{name: list(values) for name, values in given.items()})
        # Going back with the right answer in hand is kept, and counts for nothing.
        again = {name: list(values) for name, values in computed(question, None).items()}  # type: ignore[arg-type]
        site.send(each.item.id, draw=draw, key="after-0", **again)
    store = site.app.extensions["store"]
    with store.reading() as connection:
        (learner_id,) = (row[0] for row in connection.exec_driver_sql("select id from learner"))
    states = states_of(attempts_of(store, learner_id), {})
    assert len(stored(site)) > 10
    assert passed_round(checkpoint, states) is None
    (only,) = rounds(checkpoint, states)
    assert (only.answered, only.counted, only.needed) == (10, 10, 8)
    assert only.right < 8


def test_no_question_gives_anything_away_before_its_own_answer(site: Site) -> None:
    ids = [each.item.id for each in exam(site).questions]
    skip(site, ids[0])
    asked = {id: site.asked(id)[1] for id in ids[1:]}
    paper = site.page("/lessons/families?paper=yes")
    for id, question in asked.items():
        assert [secret for secret in secrets_of(question) if secret in part_of(paper, id)] == []
    for id in ids[1:]:
        page = site.page(PAGE)
        for other in ids[ids.index(id) :]:
            shown = part_of(page, other)
            assert [secret for secret in secrets_of(asked[other]) if secret in shown] == []
        part = words(unescape(answer(site, id, "alpha_times_gamma")))
        assert [secret for secret in secrets_of(asked[id]) if secret not in part] == []
    page, fresh = site.page(PAGE), site.page(AGAIN)
    for id, question in asked.items():
        assert [secret for secret in secrets_of(question) if secret not in part_of(page, id)] == []
        now = site.asked(id, AGAIN)[1]
        assert [secret for secret in secrets_of(now) if secret in part_of(fresh, id)] == []


def test_a_stranger_keeps_the_numbers_of_the_round_that_was_begun(site: Site) -> None:
    ids = [each.item.id for each in exam(site).questions]
    asked = {id: site.asked(id) for id in ids}
    answer(site, ids[0])
    assert {id: site.asked(id) for id in ids[1:]} == {id: asked[id] for id in ids[1:]}
    for id in ids[1:]:
        skip(site, id)
    drawn = [each.item.id for each in exam(site).questions if each.family is not None and not each.family.rows]
    assert len(drawn) == 8
    assert [id for id in drawn if site.asked(id, AGAIN)[1].ask == asked[id][1].ask] == []


def test_every_result_of_a_round_leads_to_the_screen_that_teaches_it_right_or_wrong(site: Site) -> None:
    leads = re.compile(r'It is taught here: <a href="/lessons/families/[^"]+">')
    assert leads.search(site.page(PAGE)) is None
    assert leads.search(answer(site, "exam-round")) is not None
    assert leads.search(part_of(site.page(PAGE), "exam-cache")) is None


def test_whoever_has_answered_nothing_is_told_when_the_numbers_change(site: Site) -> None:
    told, alone = "these are the numbers that everybody sees first", "/lessons/families/alone"
    assert [words(site.page(each)).count(told) for each in (PAGE, alone)] == [1, 1]
    seen = site.asked("exam-round")[0]
    site.skip("practice")
    assert [told in words(site.page(each)) for each in (PAGE, alone)] == [False, False]
    assert site.asked("exam-round")[0] != seen


def test_options_of_a_fresh_question_differ_in_nothing_but_their_place_and_words(site: Site) -> None:
    radios = re.findall(r'<input type="radio"[^>]*>', site.page(PAGE))
    assert len(radios) == 3 + 2 + 3 + 2 + 4 + 4
    assert {re.sub(r' (id|value)="[^"]*"', "", each) for each in radios} == {'<input type="radio" name="choice">'}
