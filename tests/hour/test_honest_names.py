"""What the built-in lesson calls its releases and keeps as evidence: a name only at the load it stands for.
It refuses to run a replay of its own."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from app.course.contract import contract_words
from app.course.items import Try
from app.course.lesson import Evidence, Lesson
from app.course.outline import holder_of
from app.web.item_views import PANEL_LABELS
from tests.course_site.site import OURS, Site, words
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
    own = {"release": "R11 on eleven cards", "note": "It keeps the contract."}
    for typed, said in (
        ("R12", "It broke both tails. Name R11."),
        ("R13", "has never run"),
        ("the old one", "Name R11."),
        ("not R11", "Name R11."),
        ("anything but R11", "Name R11."),
        ("R11 or the old one", "Name R11."),
    ):
        answer = fresh.send("release-note", fallback=typed, **own)
        assert answer.status_code == 422
        error = re.findall(r'id="release-note-fallback-error">([^<]*)<', answer.text)
        assert said in error[0]
        assert 'value="R11 on eleven cards"' in answer.text
    same = fresh.send("release-note", fallback="r11 ON eleven cards ", **own)
    assert "cannot be fallen back to" in same.text
    assert fresh.send("release-note", fallback="R11, first come, twelve cards", **own).status_code == 303
    note = fresh.page(f"/evidence/{LESSON}")
    assert re.search(r"The release that goes out</dt><dd>R11 on eleven cards", note)
    told = fresh.client.get(f"/evidence/{LESSON}.json").get_json()
    assert (told["release"], told["fallback"]) == ("R11 on eleven cards", "R11, first come, twelve cards")
    assert "## The release that goes out" in fresh.page(f"/evidence/{LESSON}.md")


def test_the_fallback_counts_with_a_reason_in_words_and_the_stop_that_was_written(fresh: Site) -> None:
    release = {"release": "R12", "fallback": "R11"}
    for typed, said in ((".", "Your release note: write a line"), ("ok ok", "say in a sentence why")):
        assert said in fresh.send("release-note", note=typed, **release).text
    assert fresh.send("release-note", note="It saves two cards.", **release).status_code == 303
    lacking = "begun. (R11; the stop does not say yet what shows it, who acts, at which number)"
    assert lacking in fallback_piece(fresh)
    empty = fresh.send("r12-failure", detector="-", owner="-", mitigation="-", stop="-")
    assert empty.status_code == 422
    stop = {"detector": "The rare p99.", "owner": "Thandi, on call", "mitigation": "First come."}
    fresh.send("r12-failure", stop="When it is slow.", **stop)
    assert "begun. (R11; the stop does not say yet at which number)" in fallback_piece(fresh)
    fresh.send("r12-failure", key="again", stop="Above 3 s.", **stop)
    assert "present. (R11; stop: Above 3 s.; owner: Thandi, on call)" in fallback_piece(fresh)
    assert "stop: Above 3 s" in fresh.client.get(f"/evidence/{LESSON}.json").get_json()["pieces"][5]["state"]


def fallback_piece(site: Site) -> str:
    text = words(site.page(f"/evidence/{LESSON}"))
    return re.sub(r" The fallback, by name, with the stop that you wrote", "", text[text.index("Named fallback:") :])


@pytest.mark.parametrize(
    "text", ["R11 on 11 cards", "R13 and a card", "chunked prefill, 11 cards", "Chunked and a card", "Chunked"]
)
def test_the_note_judges_the_release_of_these_labels_and_no_other(site: Site, text: str) -> None:
    block = site.block("release-note")
    assert isinstance(block, Evidence)
    keeps = {"R13 and a card": "R13 on ten cards", "R11 on 11 cards": "R11 on eleven cards"}
    cards = "ten" if text == "Chunked" else "eleven"
    name = keeps.get(text, f"chunked prefill on {cards} cards")
    assert contract_words(block, text) == f"As this lesson computed it, {name} keeps all 4 lines of the contract."


def test_an_order_against_itself_or_a_handful_of_rare_requests_is_no_simulation_of_the_question(fresh: Site) -> None:
    fresh.send("order-only", low="1", high="9")
    lab = "/labs/batching-replay?view=compare"
    for query in ("&requests=1", "&policy_a=spf&policy_b=spf&requests=3000"):
        answer = fresh.client.post(
            f"/evidence/{LESSON}/keep", data={"piece": "2", "address": lab + query}, headers=OURS
        )
        assert (answer.status_code, "Compare two different orders" in answer.text) == (422, True)
    assert "Simulation output: missing" in words(fresh.page(f"/evidence/{LESSON}"))
    for query in ("&requests=3000", "&policy_a=spf&policy_b=chunked&requests=2500"):
        kept = fresh.client.post(f"/evidence/{LESSON}/keep", data={"piece": "2", "address": lab + query}, headers=OURS)
        assert kept.status_code == 303
    store = fresh.app.extensions["store"]
    with store.writing() as connection:
        connection.exec_driver_sql("update evidence set numbers = replace(numbers, '\"chunked\"', '\"spf\"')")
    assert "Simulation output: begun" in words(fresh.page(f"/evidence/{LESSON}"))


@pytest.mark.parametrize("id", ["explain-words", "reading-claim"])
def test_a_letter_is_no_explanation_and_opens_no_worked_answer(fresh: Site, id: str) -> None:
    for typed in ("x", "-", "ok ok"):
        answer = fresh.send(id, words=typed)
        assert (answer.status_code, "Kept in your words" in answer.text) == (422, False)
    assert fresh.send(id, words="It is about the slowest caller.").status_code == 303


def test_marks_in_the_four_fields_of_a_failure_are_refused_one_by_one(fresh: Site) -> None:
    for id in ("r12-failure", "draft-ages"):
        answer = fresh.send(id, detector="-", owner="-", mitigation="-", stop="-")
        assert (answer.status_code, answer.text.count("write a line, or skip")) == (422, 8)


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
