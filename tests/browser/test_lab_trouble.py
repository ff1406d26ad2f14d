"""A lab when things go wrong or back: the server is gone, a step is taken back, a drag passes many values.
It drives the ledger's page; what each lab says is for other files."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.a11y.arriving import follow
from tests.a11y.matrix import FORCED_DARK, FORCED_LIGHT, NO_SCRIPTS, State
from tests.a11y.tabs import Tabs

LEDGER = "labs/gpu-memory-ledger"


def press_set(page: Page, value: str) -> None:
    page.locator("#microbatch").fill(value)
    page.locator("#microbatch").press("Enter")
    expect(page.locator(".says")).to_contain_text(f"{value} ")
    expect(page).to_have_url(re.compile(f"microbatch={value}$"))


def test_back_leads_to_the_result_before_the_last_press(ledger: Page) -> None:
    press_set(ledger, "54")
    press_set(ledger, "55")
    ledger.go_back()
    expect(ledger.locator(".says")).to_contain_text("54 fits with 0.04 GB to spare")
    expect(ledger.locator("#microbatch")).to_have_value("54")
    ledger.go_forward()
    expect(ledger.locator("#microbatch")).to_have_value("55")


def test_a_moving_slider_leaves_no_steps_behind(ledger: Page, server: str) -> None:
    ledger.goto(server)
    ledger.goto(server + LEDGER)
    slider = ledger.get_by_role("slider", name="Microbatch", exact=True)
    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")
        ledger.wait_for_timeout(100)
    expect(ledger).to_have_url(re.compile("microbatch=21$"))
    ledger.go_back()
    expect(ledger).to_have_url(server)


def test_a_drag_is_told_from_where_it_began(ledger: Page) -> None:
    # A machine that is busy just then makes two drags of one; it is not so three times.
    assert any(dragged(ledger, steps=12) for _ in range(3))
    assert dragged(ledger, steps=1)


def dragged(ledger: Page, steps: int) -> bool:
    """Move the slider by single steps without a rest; whether that is told as one move when the hand rests."""
    slider = ledger.get_by_role("slider", name="Microbatch", exact=True)
    slider.focus()
    start = int(slider.input_value())
    for _ in range(steps):
        slider.press("ArrowRight")
        ledger.wait_for_timeout(90)
    expect(ledger.locator(".changed")).to_contain_text(f"to {start + steps} samples.")
    ledger.wait_for_timeout(700)
    return f"Microbatch moved from {start} to {start + steps} samples." in ledger.locator(".changed").inner_text()


def test_a_server_that_is_gone_is_told_to_the_eye_and_the_ear(ledger: Page) -> None:
    ledger.context.set_offline(True)
    ledger.locator("#microbatch").fill("54")
    ledger.locator("#microbatch").press("Enter")
    expect(ledger.locator("#trouble")).to_be_visible()
    expect(ledger.locator("#trouble")).to_contain_text("The server did not answer")
    expect(ledger.locator("#status")).to_contain_text("The server did not answer")
    expect(ledger.locator("#microbatch")).to_have_value("54")
    ledger.context.set_offline(False)
    ledger.locator("#set").press("Enter")
    expect(ledger.locator(".says")).to_contain_text("54 fits")
    expect(ledger.locator("#trouble")).to_be_hidden()


def test_a_fault_of_the_server_never_fills_the_result_with_a_page(ledger: Page) -> None:
    page = "<html><body><main><h1>Something broke</h1><p class='lead'>It is in the log.</p></main></body></html>"
    ledger.route("**/labs/**", lambda route: route.fulfill(status=500, body=page, content_type="text/html"))
    ledger.locator("#set").press("Enter")
    expect(ledger.locator("#trouble")).to_contain_text("Something broke. It is in the log. Your settings are kept")
    expect(ledger.get_by_role("heading", level=1)).to_have_count(1)
    expect(ledger.locator(".says")).to_contain_text("16 samples")


def test_what_was_opened_stays_open(ledger: Page) -> None:
    ledger.get_by_role("link", name="How do we know?").click()
    expect(ledger.locator("#how summary")).to_be_focused()
    press_set(ledger, "54")
    expect(ledger.locator("#how")).to_have_attribute("open", "")


def test_a_refused_paste_keeps_the_settings_for_the_next(ledger: Page, server: str) -> None:
    ledger.goto(f"{server}{LEDGER}?mode=serving&sequences=7&context=2048")
    ledger.get_by_text("Paste the config.json").click()
    ledger.get_by_label("config.json").fill("{")
    ledger.get_by_role("button", name="Read it").click()
    expect(ledger.locator("#config-error").first).to_be_visible()
    ledger.get_by_label("config.json").fill(
        '{"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,'
        ' "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256}'
    )
    ledger.get_by_role("button", name="Read it").click()
    expect(ledger).to_have_url(re.compile("sequences=7&context=2048"))
    expect(ledger.locator(".says")).to_contain_text("7 sequences of 2,048 tokens")
    # What was read is heard at once, and said beside it.
    expect(ledger.locator(".says")).to_be_focused()
    expect(ledger.locator(".note").first).to_contain_text("Your own shape: 32 layers with 32 query heads and 8 heads")


@pytest.mark.parametrize("state", [FORCED_LIGHT, FORCED_DARK], ids=lambda state: state.name)
def test_buttons_are_readable_in_forced_colours(tabs: Tabs, server: str, state: State) -> None:
    with tabs.opened(server + LEDGER, state) as page:
        colours = page.locator("#set").evaluate(
            "(button) => { const style = getComputedStyle(button); return [style.color, style.backgroundColor]; }"
        )
        assert colours[0] != colours[1]


def test_back_and_next_go_through_the_steps_and_keep_the_focus(ledger: Page, server: str) -> None:
    ledger.goto(f"{server}labs/batching-replay?view=lanes")
    ledger.wait_for_selector("[data-explore]")
    expect(ledger.locator("#next-step")).to_have_count(0)
    for step in (19, 18, 17):
        ledger.locator("#back-step").press("Enter")
        expect(ledger).to_have_url(re.compile(f"step={step}$"))
        expect(ledger.locator("#step")).to_have_value(str(step))
        expect(ledger.locator("#back-step")).to_be_focused()
    ledger.locator("#next-step").press("Enter")
    expect(ledger).to_have_url(re.compile("step=18$"))


def test_back_and_next_are_links_without_javascript(tabs: Tabs, server: str) -> None:
    with tabs.opened(f"{server}labs/batching-replay?view=lanes", NO_SCRIPTS) as page:
        follow(page.get_by_role("link", name="Back", exact=True))
        expect(page).to_have_url(re.compile("step=19$"))
        follow(page.get_by_role("link", name="Next", exact=True))
        expect(page).to_have_url(re.compile("step=20$"))
