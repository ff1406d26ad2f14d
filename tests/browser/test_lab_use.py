"""Every lab used as a person uses it: moved, sent, refused, overtaken, gone back to, and read without JavaScript.
It drives the real page and names only what a lab declares, but for the ledger's own sentences."""

import json
import re
import time
from decimal import Decimal

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from labs import Lab, Spec, all_labs, as_text, describe, parse
from tests.a11y.arriving import follow
from tests.a11y.busy import check_busy
from tests.a11y.errors import check_error_summary
from tests.a11y.finding import ask
from tests.a11y.matrix import DARK, LIGHT, NO_SCRIPTS, opened
from tests.a11y.nojs import check_parity_without_scripts
from tests.a11y.swap import check_announcement, check_focus_after_swap
from tests.a11y.tabs import Tabs
from tests.config_files import LLAMA

LABS = list(all_labs().values())
LEDGER = "labs/gpu-memory-ledger"


# A replay of its own takes two seconds of a quiet core, and tests share theirs.
SLOW_RUN_MS = 20_000


def first_number(lab: Lab) -> Spec:
    """The first control that holds numbers at the default of the switch."""
    specs = {spec.name: spec for spec in describe(lab)}
    switch = next((spec for spec in specs.values() if spec.switch), None)
    at = switch.default if switch else ""
    return next(
        specs[name]
        for name in lab.controls
        if specs[name].is_asked_at(at) and specs[name].kind in ("whole", "decimal", "real", "numbers")
    )


def another_value(spec: Spec) -> str:
    if spec.kind == "numbers":
        return as_text(spec.default).rpartition(",")[0]
    middle = (spec.low + spec.high) / 2
    near = min(middle, Decimal(str(spec.default)) + 1)
    return str(int(near)) if spec.kind == "whole" else str(near)


@pytest.mark.parametrize("lab", LABS, ids=list(all_labs()))
def test_pressing_set_keeps_the_focus_says_one_sentence_and_moves_the_address(
    tabs: Tabs, server: str, lab: Lab
) -> None:
    spec = first_number(lab)
    value = another_value(spec)
    with tabs.opened(f"{server}labs/{lab.slug}", LIGHT) as page:
        page.wait_for_selector("[data-explore]")
        page.locator(f"[id='{spec.name}']").evaluate("(field, value) => { field.value = value; }", value)
        assert check_focus_after_swap(page, "#set", "#set", deadline_ms=SLOW_RUN_MS) == []
        expect(page).to_have_url(re.compile(rf"[?&]{spec.name}={re.escape(value)}(&|$)"))
        params = parse(lab, [(spec.name, value)])
        expect(page.locator(".says strong")).to_have_text(lab.run(params).says)


def test_the_sentence_is_said_once_with_what_moved(ledger: Page) -> None:
    ledger.locator("#microbatch").evaluate("(field) => { field.value = '54'; }")
    sentence = (
        "54 fits with 0.04 GB to spare; 55 is 0.30 GB over. Microbatch moved from 16 to 54 samples. "
        "The memory needed rose from 8.64 GB to 21.56 GB."
    )
    assert check_announcement(ledger, lambda: ledger.locator("#set").press("Enter"), sentence) == []
    # Nothing else may speak by itself: an explorer would say the first point of its figure at each change.
    expect(ledger.locator("output, [role=status]")).to_have_count(1)
    explorer = ledger.locator("[data-explore]").first
    said = explorer.get_attribute("aria-valuetext") or ""
    expect(explorer.locator("xpath=following-sibling::p")).to_have_text(said)


def test_a_slider_moves_sentence_picture_and_table_without_a_press(ledger: Page) -> None:
    slider = ledger.get_by_role("slider", name="Microbatch", exact=True)
    slider.focus()
    slider.press("End")
    expect(ledger.locator("#microbatch")).to_have_value("80")
    expect(ledger.locator(".says")).to_contain_text("80")
    expect(ledger.locator("tr.now").last).to_contain_text("80")
    expect(slider).to_be_focused()
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^80 samples, "))
    expect(ledger).to_have_url(re.compile(r"microbatch=80$"))


def test_while_it_moves_nothing_is_said_but_the_value(browser: Browser, server: str) -> None:
    # In a tab of its own, which keeps the clock that it is given.
    with opened(browser, server + LEDGER, LIGHT) as page:
        page.wait_for_selector("[data-explore]")
        slider = page.get_by_role("slider", name="Microbatch", exact=True)
        slider.focus()
        assert ask(page, "watch", "#status")
        # On a busy machine there is time between two presses to come to rest; here the page's clock stands meanwhile.
        page.clock.install()
        page.clock.pause_at(time.time() + 3600)
        for _ in range(8):
            slider.press("ArrowRight")
        page.clock.resume()
        expect(page.locator("#status")).to_contain_text("24")
        assert len([text for text in ask(page, "announced", "#status")["texts"] if text]) == 1


@pytest.mark.parametrize("lab", LABS, ids=list(all_labs()))
def test_a_second_press_while_it_runs_asks_for_nothing(tabs: Tabs, server: str, lab: Lab) -> None:
    with tabs.opened(f"{server}labs/{lab.slug}", LIGHT) as page:
        page.wait_for_selector("[data-explore]")
        assert check_busy(page, "#set") == []


def test_a_late_answer_never_replaces_a_newer_one(ledger: Page) -> None:
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if "microbatch=20" in route.request.url:
            held.append(route)
        else:
            route.continue_()

    ledger.route("**/labs/**", hold_the_first)
    field = ledger.locator("#microbatch")
    with ledger.expect_request("**microbatch=20**"):
        field.fill("20")
        field.dispatch_event("change")
    field.fill("30")
    field.dispatch_event("change")
    expect(ledger.locator(".says")).to_contain_text("30 samples")
    for route in held:
        route.continue_()
    ledger.wait_for_timeout(400)
    assert len(held) == 1
    expect(ledger.locator(".says")).to_contain_text("30 samples")


@pytest.mark.parametrize("state", [LIGHT, NO_SCRIPTS], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("lab", LABS, ids=list(all_labs()))
def test_a_bad_value_is_refused_where_it_stands(tabs: Tabs, server: str, lab: Lab, state: object) -> None:
    spec = first_number(lab)
    with tabs.opened(f"{server}labs/{lab.slug}", LIGHT if state is LIGHT else NO_SCRIPTS) as page:
        assert check_error_summary(page, spec.name, "twelve") == []


def test_mending_the_value_brings_the_result_back(ledger: Page) -> None:
    field = ledger.locator("#microbatch")
    field.fill("twelve")
    field.press("Enter")
    expect(ledger.locator(".error-summary")).to_be_focused()
    expect(ledger.locator("#result")).to_contain_text("Nothing was computed")
    field.fill("12")
    field.press("Enter")
    expect(ledger.locator(".says")).to_contain_text("12 samples")
    expect(ledger.locator(".error-summary")).to_have_count(0)
    expect(ledger.locator("#microbatch")).to_be_focused()


def test_a_bad_value_left_behind_is_told_without_stealing_the_focus(ledger: Page) -> None:
    ledger.locator("#microbatch").fill("twelve")
    ledger.keyboard.press("Tab")
    expect(ledger.locator("#microbatch-error")).to_be_visible()
    expect(ledger.locator("#per_sample_gb")).to_be_focused()
    expect(ledger.locator("#status")).to_contain_text("Microbatch")


@pytest.mark.parametrize("lab", LABS, ids=list(all_labs()))
def test_without_javascript_the_same_is_said(tabs: Tabs, server: str, lab: Lab) -> None:
    for values in [{}, *list(lab.presets.values())[:2]]:
        query = "&".join(f"{name}={value}" for name, value in values.items())
        assert check_parity_without_scripts(tabs, f"{server}labs/{lab.slug}?{query}") == []


def test_without_javascript_the_form_and_the_paste_box_work(tabs: Tabs, server: str) -> None:
    with tabs.opened(server + LEDGER, NO_SCRIPTS) as page:
        page.get_by_label("Microbatch as a number", exact=True).fill("54")
        follow(page.get_by_role("button", name=re.compile("^Set ?: ")))
        expect(page).to_have_url(re.compile(r"ledger\?microbatch=54$"))
        expect(page.locator(".says")).to_contain_text("54 fits with 0.04 GB to spare")
        expect(page.locator(".changed")).to_contain_text("Microbatch moved from 16 to 54 samples.")
        page.get_by_text("Paste the config.json").click()
        page.get_by_label("config.json").fill("{}")
        follow(page.get_by_role("button", name="Read it"))
        expect(page.locator("#config-error").first).to_be_visible()
        expect(page.get_by_label("config.json")).to_have_value("{}")
        page.get_by_label("config.json").fill(json.dumps(LLAMA))
        follow(page.get_by_role("button", name="Read it"))
        expect(page.locator(".says")).to_be_focused()


def test_back_and_forward_bring_address_values_and_result(ledger: Page, server: str) -> None:
    ledger.get_by_role("link", name="Serving", exact=True).click()
    expect(ledger.locator(".says")).to_contain_text("32 sequences")
    ledger.go_back()
    expect(ledger.locator(".says")).to_contain_text("16 samples")
    expect(ledger.locator("#microbatch")).to_have_value("16")
    ledger.go_forward()
    expect(ledger.locator(".says")).to_contain_text("32 sequences")
    expect(ledger).to_have_title(re.compile("What fits on the device"))


def test_a_press_after_the_result_came_by_itself_keeps_what_changed_and_is_a_step_to_come_back_from(
    ledger: Page,
) -> None:
    ledger.locator("#all-settings > summary").click()
    for name, value in (("microbatch", "54"), ("fixed_gb", "5")):
        with ledger.expect_response(lambda answer: "x-seen" in answer.request.headers):
            ledger.locator(f"#{name}").fill(value)
            ledger.keyboard.press("Tab")
        expect(ledger).to_have_url(re.compile(f"{name}={value}"))
    expect(ledger.locator(".changed")).not_to_be_empty()
    ledger.locator("#set-all").click()
    expect(ledger.locator(".changed")).to_contain_text("Two causes moved")
    expect(ledger.locator("#status")).to_contain_text("Two causes moved")
    ledger.go_back()
    expect(ledger.locator("#microbatch")).to_have_value("16")
    expect(ledger.locator(".says")).to_contain_text("16 samples")


def test_a_step_back_while_the_server_is_away_keeps_the_page_and_says_so(ledger: Page) -> None:
    for value in ("20", "21"):
        ledger.locator("#microbatch").fill(value)
        ledger.locator("#microbatch").press("Enter")
        expect(ledger).to_have_url(re.compile(f"microbatch={value}"))
    ledger.route("**/*", lambda route: route.abort())
    ledger.go_back()
    expect(ledger.locator("#trouble")).to_contain_text("The server did not answer. The result shown is still that of")
    expect(ledger.locator("#microbatch")).to_have_value("21")
    ledger.unroute_all()
    ledger.go_back()
    expect(ledger.locator("#microbatch")).to_have_value("16")


def test_a_shared_address_opens_the_same_result(ledger: Page, tabs: Tabs) -> None:
    ledger.locator("#microbatch").fill("54")
    ledger.locator("#microbatch").press("Enter")
    expect(ledger.locator(".says")).to_contain_text("54 fits")
    expect(ledger.locator("#address")).to_have_value(re.compile(r"\?microbatch=54&v=1$"))
    address = ledger.locator("#address").input_value()
    ledger.locator("#how summary").click()
    digest = ledger.locator(".digest").inner_text()
    with tabs.opened(address, DARK) as page:
        expect(page.locator(".says")).to_contain_text("54 fits")
        expect(page.locator(".digest")).to_have_text(digest)
