"""Every lab at its ends: all numbers at their least and their greatest, and a result that fails or never comes.
It names no lab; the settings that a lab declares say what its ends are."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, Route, expect

from labs import BadParams, Lab, all_labs, describe, parse
from tests.a11y.figures import check_words_in_pictures
from tests.a11y.matrix import LIGHT, NARROW
from tests.a11y.profile import CONTENT, GEOMETRY, Profile, run_all
from tests.a11y.still import settled
from tests.a11y.tabs import Tabs
from tests.browser.test_lab_use import another_value, first_number

LABS = list(all_labs().values())
# A sentence tells what is very small or very large in the unit that reads best, and check 20 knows that of the table.
TOLD = tuple(name for name in CONTENT if name != "summary")
BROKEN = "<html><body><main><h1>Something broke</h1><p class='lead'>It is in the log.</p></main></body></html>"


def at_the_end(lab: Lab, end: str) -> str:
    """The query of the second view, the quicker one where the first takes long, with each number at its end; those
    that are refused there are left as they were."""
    specs = describe(lab)
    switch = next(spec for spec in specs if spec.switch)
    view = list(switch.choices)[1]
    numbers = [spec for spec in specs if spec.kind in ("whole", "decimal", "real") and spec.is_asked_at(view)]
    values = {switch.name: view, **{spec.name: str(getattr(spec, end)) for spec in numbers}}
    try:
        parse(lab, values.items())
        lab.run(parse(lab, values.items()))
    except BadParams as bad:
        values = {name: value for name, value in values.items() if name not in {error.name for error in bad.errors}}
    return urlencode(values)


@pytest.mark.parametrize("end", ["low", "high"])
@pytest.mark.parametrize("lab", LABS, ids=list(all_labs()))
def test_a_lab_at_its_ends_passes_every_check_of_content_and_of_a_narrow_view(
    tabs: Tabs, server: str, lab: Lab, end: str
) -> None:
    with tabs.opened(f"{server}labs/{lab.slug}?{at_the_end(lab, end)}", LIGHT) as page:
        assert page.locator("#result .says").count() == 1
        assert settled(page, LIGHT), "a live chart is late"
        assert [str(finding) for finding in run_all(page, Profile((*TOLD, "marks", "text")))] == []
        page.set_viewport_size({"width": NARROW.width, "height": NARROW.height})
        assert settled(page, NARROW), "a live chart is late"
        assert [str(finding) for finding in run_all(page, Profile((*GEOMETRY, "text")))] == []
        # The server's drawings lie under the live ones.
        page.evaluate("for (const plot of document.querySelectorAll('.plot.drawn')) plot.classList.remove('drawn')")
        assert [str(finding) for finding in check_words_in_pictures(page)] == []


@pytest.mark.parametrize("lab", LABS, ids=list(all_labs()))
def test_a_result_that_fails_or_never_comes_says_so_beside_the_control(tabs: Tabs, server: str, lab: Lab) -> None:
    spec = first_number(lab)
    with tabs.opened(f"{server}labs/{lab.slug}", NARROW) as page:
        page.wait_for_selector("[data-explore]", state="attached")
        before = page.locator("#result .says").inner_text()
        field, value = page.locator(f"[id='{spec.name}']"), another_value(spec)
        page.route("**/labs/**", lambda route: route.fulfill(status=500, body=BROKEN, content_type="text/html"))
        field.fill(value)
        field.press("Enter")
        expect(page.locator("#trouble")).to_contain_text("Something broke. It is in the log.")
        assert_told_beside(page, spec.name, value, before)
        # From here on nothing is answered, and the page stops waiting.
        held: list[Route] = []
        page.unroute("**/labs/**")
        page.route("**/labs/**", lambda route: held.append(route))
        page.evaluate("htmx.config.defaultTimeout = 300")
        field.press("Enter")
        expect(page.locator("#trouble")).to_contain_text("The server did not answer.")
        assert_told_beside(page, spec.name, value, before)
        page.unroute("**/labs/**")


def assert_told_beside(page: Page, name: str, value: str, before: str) -> None:
    """Words right under the field, which keeps value and focus; the old result is called old, and all is heard."""
    trouble, field = page.locator("#trouble"), page.locator(f"[id='{name}']")
    expect(trouble).to_contain_text("the result shown is still that of the ones before")
    expect(page.locator("#status")).to_have_text(re.compile("the result shown is still that of the ones before"))
    expect(field).to_have_value(value)
    expect(field).to_be_focused()
    expect(page.locator("#set")).not_to_have_attribute("aria-disabled", "true")
    assert page.locator("#result .says").inner_text() == before
    place = page.evaluate(
        "(name) => [document.getElementById(name).closest('.field'), document.getElementById('trouble')]"
        ".map((each) => { const box = each.getBoundingClientRect(); return [box.top, box.bottom]; })",
        name,
    )
    assert 0 <= place[1][0] - place[0][1] < 40
    assert [str(finding) for finding in run_all(page, Profile(("axe", "live", *GEOMETRY)))] == []
