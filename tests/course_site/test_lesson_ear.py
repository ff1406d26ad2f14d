"""A lesson as it is heard: what stands where the focus goes, what the status says, and how often.
It refuses to know how pages are made."""

import re

from playwright.sync_api import Locator, Page, Route, expect

from app.web.markup import fit
from tests.a11y.finding import ask
from tests.a11y.matrix import LIGHT
from tests.a11y.tabs import Tabs
from tests.course_site.site import LESSON, Site, words

AFTER = "([first, then]) => !!(document.querySelector(first).compareDocumentPosition(document.querySelector(then)) & 4)"
QUIET_MS = 700
BAD = 'Microbatch is "abc", which is not a whole number.'


def heard(page: Page) -> list[str]:
    """What the status said since `watch`, once nothing more is to come; that it runs, where the answer takes long."""
    page.wait_for_timeout(QUIET_MS)
    return [text for text in ask(page, "announced", "#status")["texts"] if text]


def told(page: Page) -> list[str]:
    return [text for text in heard(page) if text != "Running"]


def test_what_takes_the_focus_is_not_said_again_and_comes_before_the_reasons(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/decide", LIGHT) as page:
        assert ask(page, "watch", "#status")
        group = page.get_by_role("group", name="Your prediction")
        expect(group).to_have_accessible_description("What do you do?")
        page.locator("#ship-hint").press("Enter")
        expect(page.locator("#ship .hints li")).to_be_focused()
        page.locator("#ship-choice-1").check()
        page.locator("#ship-commit").press("Enter")
        expect(page.locator("#ship-verdict")).to_be_focused()
        assert page.evaluate(AFTER, ["#ship-verdict", "#ship .judged"])
        assert told(page) == []
        page.goto(f"{course_server}lessons/{LESSON}/fit")
        assert ask(page, "watch", "#status")
        total = page.get_by_role("group", name=re.compile(r"^Your prediction \(the memory needed\): a range"))
        expect(total).to_have_accessible_description("How many GB are in use at 54 samples?")
        page.locator("#grow-skip").press("Enter")
        expect(page.locator("#grow-verdict")).to_be_focused()
        page.get_by_role("button", name="Skip the reason").press("Enter")
        expect(page.locator("#grow-why-said")).to_be_focused()
        page.get_by_label("Your number").press("Enter")
        expect(page.locator("#grow-variation-errors")).to_be_focused()
        page.get_by_label("Your number").fill("14")
        page.get_by_role("button", name="Keep this answer").press("Enter")
        expect(page.locator("#grow-variation-verdict")).to_be_focused()
        assert told(page) == []
        # A question that can be answered again has its button still, and the verdict takes the focus as everywhere.
        page.goto(f"{course_server}lessons/{LESSON}/by-hand")
        assert ask(page, "watch", "#status")
        expect(page.locator("#bytes-value")).to_have_accessible_description("How many bytes?")
        expect(page.locator("#bytes-value")).to_have_accessible_name(re.compile("^Your number in bytes ?: How many by"))
        expect(page.get_by_role("button", name=re.compile(r"^Skip ?: How many bytes\?$"))).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("^Answer ?: At .* samples, how many GB.$"))).to_be_visible()
        page.locator("#bytes-value").fill("60060")
        page.locator("#bytes-commit").press("Enter")
        expect(page.locator("#bytes-verdict")).to_contain_text("60,060 bytes")
        expect(page.locator("#bytes-verdict")).to_be_focused()
        assert told(page) == []


def test_a_question_of_options_says_its_verdict_before_their_reasons(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/prefix-screen", LIGHT) as page:
        page.locator("#prefix-choice").check()
        page.locator("#prefix-commit").press("Enter")
        expect(page.locator("#prefix-verdict")).to_be_focused()
        assert page.evaluate(AFTER, ["#prefix-verdict", "#prefix .why"])


def test_a_bad_value_in_a_lessons_lab_is_told_once_where_a_press_leads_to(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/lab-screen", LIGHT) as page:
        sent: list[str] = []
        page.on("request", lambda each: sent.append(each.url) if each.resource_type == "fetch" else None)
        assert ask(page, "watch", "#status")
        field = page.get_by_label("Microbatch as a number", exact=True)
        field.press("ControlOrMeta+a")
        page.keyboard.type("abc")
        page.keyboard.press("Enter")
        expect(page.locator("#lab-card-errors")).to_be_focused()
        expect(page.locator("#lab-card-errors a")).to_contain_text(BAD)
        assert (told(page), len(sent)) == ([], 1)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(field).to_be_focused()
        field.press("ControlOrMeta+a")
        page.keyboard.type("12")
        page.keyboard.press("Enter")
        expect(page.locator("#lab-card .says")).to_contain_text("12 samples")
        expect(page.locator(".error-summary")).to_have_count(0)
        expect(field).to_be_focused()
        # What is left behind is said and moves nothing.
        field.fill("abc")
        page.keyboard.press("Tab")
        expect(page.locator("#status")).to_contain_text(BAD)
        expect(page.locator("#lab-card-errors")).not_to_be_focused()


def test_running_is_said_once_a_wish_and_only_when_the_answer_takes_long(tabs: Tabs, course_server: str) -> None:
    with tabs.opened(f"{course_server}lessons/{LESSON}/lab-screen", LIGHT) as page:
        slider = page.get_by_role("slider", name="Microbatch", exact=True)
        with page.expect_response("**/lessons/**") as got:
            slider.press("ArrowRight")
        answer = got.value.text()
        expect(page.locator("#lab-card .says")).to_contain_text(f"{slider.input_value()} samples")
        expect(page.locator("#status")).to_have_text(page.locator("#lab-card .says strong").inner_text())
        page.route("**/lessons/**", lambda route: route.fulfill(body=answer, content_type="text/html"))
        assert ask(page, "watch", "#status")
        assert any(moved_silently(page, slider) for _ in range(3))
        page.unroute("**/lessons/**")
        held: list[Route] = []
        page.route("**/lessons/**", lambda route: held.append(route))
        assert ask(page, "watch", "#status")
        for _ in range(3):
            with page.expect_request("**/lessons/**"):
                slider.press("ArrowRight")
        expect(page.locator("#status")).to_have_text("Running")
        assert (heard(page), len(held) > 1) == (["Running"], True)
        slider.press("ArrowRight")
        assert heard(page) == ["Running"]
        moved = slider.input_value()
        held[-1].continue_()
        expect(page.locator("#lab-card .says")).to_contain_text(f"{moved} samples")
        says = " ".join(page.locator("#lab-card .says strong").inner_text().split())
        expect(page.locator("#status")).to_have_text(says)
        assert heard(page) == ["Running", says]


def moved_silently(page: Page, slider: Locator) -> bool:
    """Whether two moves with a quick answer say nothing; on a busy machine an answer may be slow."""
    assert ask(page, "watch", "#status")
    for _ in range(2):
        slider.press("ArrowRight")
        page.wait_for_timeout(100)
    return heard(page) == []


def test_a_known_answer_a_variation_and_a_diagnosis_are_told_for_what_they_are(site: Site) -> None:
    known = "The answer is known now, so answering again is practice and proves nothing."
    assert known not in words(site.around("bytes"))
    site.send("bytes", value="12012")
    page = site.around("bytes")
    assert known in words(page)
    assert (
        'id="bytes-commit" name="do" value="commit" class="quiet" aria-describedby="bytes-known">Answer again' in page
    )
    assert [page.count(reason) for reason in ("The batch is missing.", "One factor of two is missing.")] == [1, 1]
    site.send("grow", low="1", high="2")
    site.send("grow", step="why", why="Each adds the same.")
    page = site.around("grow")
    buttons = re.findall(r"<button[^>]*>([^<]*)</button>", page)
    assert {"Keep your reason again", "Keep the boxes", "Keep this answer", "Skip this question"} <= set(buttons)
    assert "grow-variation-because" not in page
    site.send("grow", step="boxes", box="0")
    site.send("grow", step="variation", value="1")
    page = words(site.around("grow"))
    assert "Keep the boxes again" in page
    verdict, _, because = page.rpartition("Because ")
    assert verdict.rstrip().endswith("too low.")
    assert because.startswith("each sample adds 0.20 GB and the fixed part of 3.20 GB does not move.")


def test_no_two_buttons_groups_or_regions_of_a_screen_have_the_same_name_and_none_is_an_id(site: Site) -> None:
    for id in ("grow", "context-way"):
        site.skip(id)
    for lesson in site.course.lessons:
        for screen in lesson.screens:
            page = site.page(f"/lessons/{lesson.id}/{screen.id}")
            for tag in ("button", "legend"):
                names = [words(each) for each in re.findall(f"<{tag}[^>]*>(.*?)</{tag}>", page)]
                assert (screen.id, tag, len(names)) == (screen.id, tag, len(set(names))), names
            regions = re.findall('(?:<section|role="region")[^>]*aria-label="([^"]*)"', page)
            assert len(regions) == len(set(regions)), regions
            assert not [each for each in regions if each.endswith(")") or ", card" in each], regions
    assert "Skip : question 2, " in words(site.page(f"/lessons/{LESSON}/check"))


def test_a_number_in_a_table_is_named_with_its_row_and_column() -> None:
    link = '<a class="fact" aria-label="3.0 modelled, wait in s: how do we know?">3.0</a>'
    heads = '<tr><th scope="col">Release</th><th scope="col">as <em>modelled</em></th><th scope="col">slower</th></tr>'
    rows = "".join(f"<tr><td>{name}</td><td>{link}</td><td>{link}</td></tr>" for name in ("R11", 'the "rest"'))
    names = re.findall('aria-label="(3.0[^"]*)"', fit(f"<table><caption>x</caption>{heads}{rows}</table>"))
    assert names[0] == "3.0 modelled, wait in s, row R11, column as modelled: how do we know?"
    assert (len(set(names)), names[3].count("row the &quot;rest&quot;, column slower")) == (4, 1)
    assert link in fit(f"<p>{link}</p>")
