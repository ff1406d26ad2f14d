"""What the built-in lesson calls its releases and keeps as evidence: a name only at the load it stands for.
It refuses to run a replay of its own."""

import re
from urllib.parse import parse_qs, urlsplit

from app.course.items import Try
from app.course.lesson import Lesson
from app.course.outline import holder_of
from app.web.item_views import PANEL_LABELS
from tests.course_site.site import Site
from tests.hour.conftest import LESSON


def test_first_come_is_called_r11_at_its_own_load_only(lesson: Lesson) -> None:
    from labs.batching_replay.naming import NAMES

    assert not [pair for pair in NAMES.values() if "R11" in pair]


def test_the_kept_simulation_compares_the_two_orders(lesson: Lesson) -> None:
    found = holder_of(lesson, "order-only")
    assert found is not None and isinstance(found[1], Try)
    asked = parse_qs(urlsplit(found[1].changed.address).query)
    params = found[1].changed.params
    assert (params.policy_a, params.policy_b, float(params.load)) == ("spf", "continuous", 7.2)  # type: ignore[attr-defined]
    assert asked["policy_a"] == ["spf"]


def test_the_fallback_of_the_note_is_r11_and_another_one_is_refused_with_its_reason(fresh: Site) -> None:
    words = {"release": "R11 on eleven cards", "note": "It keeps the contract."}
    for typed, said in (
        ("R12", "It broke both tails. Name R11."),
        ("R13", "has never run"),
        ("the old one", "Name R11."),
    ):
        answer = fresh.send("release-note", fallback=typed, **words)
        assert answer.status_code == 422
        error = re.findall(r'id="release-note-fallback-error">([^<]*)<', answer.text)
        assert said in error[0]
        assert 'value="R11 on eleven cards"' in answer.text
    same = fresh.send("release-note", fallback="r11 ON eleven cards ", **words)
    assert "cannot be fallen back to" in same.text
    assert fresh.send("release-note", fallback="R11, first come, twelve cards", **words).status_code == 303
    note = fresh.page(f"/evidence/{LESSON}")
    assert re.search(r"The release that goes out</dt><dd>R11 on eleven cards", note)
    told = fresh.client.get(f"/evidence/{LESSON}.json").get_json()
    assert (told["release"], told["fallback"]) == ("R11 on eleven cards", "R11, first come, twelve cards")
    assert "## The release that goes out" in fresh.page(f"/evidence/{LESSON}.md")


def test_a_hand_check_counts_before_the_answer_was_shown_or_with_fresh_numbers(fresh: Site) -> None:
    fresh.send("hand-bytes", value="12012")
    fresh.send("hand-bytes", key="again", value="60060")
    page = fresh.page(f"/evidence/{LESSON}")
    assert "right only after the answer was shown, so it does not count; with fresh numbers: not answered yet" in page
    draw, question = fresh.asked("hand-fresh")
    assert question.answer is not None
    fresh.send("hand-fresh", draw=draw, value=f"{question.answer.value:f}")
    assert re.search(r"A result checked by hand: present\.", fresh.page(f"/evidence/{LESSON}"))


def test_each_line_of_an_error_summary_names_its_field(fresh: Site) -> None:
    for id, fields, names in (
        ("r12-failure", {}, [each.partition(":")[0] for each in PANEL_LABELS.values()]),
        ("production-rubric", {"row-0": "ready"}, ["Replay", "Memory", "Drafts", "Quality", "Stop", "Fallback"]),
        ("defend-choice", {}, ["Your release", "What it gives up", "You go back to R11 when"]),
    ):
        answer = fresh.send(id, do="commit", **fields)
        summary = answer.text[answer.text.index('role="alert"') :]
        lines = re.findall(r"<li><a[^>]*>([^<]*)<", summary[: summary.index("</ul>")])
        assert [each.partition(":")[0] for each in lines] == names
