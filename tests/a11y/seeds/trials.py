"""How each check is tried on the reference page: in which states, and with what it cannot know by itself.
The clean page must pass every trial; each seed must fail the trial of its own check."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from playwright.sync_api import Page

from tests.a11y import colours, figures, keyboard, layout, matrix
from tests.a11y.autocomplete import check_autocomplete
from tests.a11y.busy import check_busy
from tests.a11y.drag import check_drag_free
from tests.a11y.engine import check_axe
from tests.a11y.errors import check_error_summary
from tests.a11y.finding import Finding
from tests.a11y.history import check_history
from tests.a11y.hover import check_hover
from tests.a11y.idle import check_idle
from tests.a11y.language import check_language
from tests.a11y.live import check_live_policy
from tests.a11y.maths import check_maths
from tests.a11y.matrix import State
from tests.a11y.motion import check_reduced_motion
from tests.a11y.names import check_links_and_buttons, check_title_and_headings, check_titles_unique
from tests.a11y.nojs import check_parity_without_scripts
from tests.a11y.printed import check_print
from tests.a11y.running import check_announcement_budget, check_stop
from tests.a11y.seeds.site import caption
from tests.a11y.slider import check_sliders
from tests.a11y.summary import check_summary
from tests.a11y.swap import check_announcement, check_focus_after_swap, swap
from tests.a11y.tables import check_tables
from tests.a11y.tabs import Tabs
from tests.a11y.walk import walk

# Lazy, so that a seed is done at its first finding.
Trial = Callable[[Tabs, str], Iterator[Finding]]
PAGE = "/lab?load=4"
LIVE = "/lab?load=4&live=yes"
THEMES = (matrix.LIGHT, matrix.DARK)


def trial(
    *checks: Callable[[Page], list[Finding]], states: tuple[State, ...] = (matrix.LIGHT,), path: str = PAGE
) -> Trial:
    """Run page checks in states on one address."""

    def run(tabs: Tabs, base: str) -> Iterator[Finding]:
        for state in states:
            with tabs.opened(base + path, state) as page:
                if path == LIVE:
                    page.locator("html[data-live]").wait_for()
                for check in checks:
                    yield from check(page)

    return run


def several(*trials: Trial) -> Trial:
    """All findings of several trials."""
    return lambda tabs, base: (finding for one in trials for finding in one(tabs, base))


def rerun(page: Page, load: str = "6") -> None:
    """Ask for another load as a reader with a keyboard does."""
    page.locator("#load").fill(load)
    page.locator("#run").focus()
    page.keyboard.press("Enter")


def after_rerun(check: Callable[[Page], list[Finding]]) -> Callable[[Page], list[Finding]]:
    """A check before and after a new run; a run that brings nothing is a fault of the reference page."""

    def run(page: Page) -> list[Finding]:
        before = check(page)
        if not swap(page, lambda: rerun(page)):
            raise RuntimeError("the reference page brought no new result; mend tests/a11y/seeds/page.js")
        return before + check(page)

    return run


def focus_after_swap(page: Page) -> list[Finding]:
    """The pressed button keeps the focus, by Enter and by Space."""
    return check_focus_after_swap(page, "#run", "#run") + check_focus_after_swap(page, "#run", "#run", "Space")


def announcement(page: Page) -> list[Finding]:
    """The caption of the new result is what the status says."""
    return check_announcement(page, lambda: rerun(page), caption(6))


def bad_load(page: Page) -> list[Finding]:
    """Thirteen is above the bound of the load."""
    return check_error_summary(page, "load", "13")


def titles(tabs: Tabs, base: str) -> Iterator[Finding]:
    """The titles of the page and of its refusal differ."""
    found = {}
    for path in (PAGE, "/lab?load=13"):
        with tabs.opened(base + path, matrix.LIGHT) as page:
            found[path] = page.title()
    yield from check_titles_unique(found)


def writing(page: Page) -> list[Finding]:
    """Forty words are written one by one."""

    def run() -> None:
        page.locator("#begin").press("Enter")
        page.wait_for_timeout(WRITTEN_MS)

    return check_announcement_budget(page, run, "#told")


def stopped(page: Page) -> list[Finding]:
    """The writing is stopped half way."""
    return check_stop(page, "#begin", "#halt", "#told")


def steps(page: Page) -> list[Finding]:
    """Two more loads, the second refused, and back to the first."""

    def ask_for(load: str) -> Callable[[], object]:
        return lambda: swap(page, lambda: rerun(page, load))

    return check_history(page, (ask_for("6"), ask_for("13")), deadline_ms=2000)


def parity(tabs: Tabs, base: str) -> Iterator[Finding]:
    """The page with and without JavaScript."""
    yield from check_parity_without_scripts(tabs, base + PAGE)


# Forty words of 40 ms each, and a moment.
WRITTEN_MS = 2000
NARROW = (matrix.NARROW, matrix.ZOOMED)
TRIALS: Mapping[int, Trial] = MappingProxyType(
    {
        1: trial(check_axe, states=THEMES),
        2: trial(lambda page: keyboard.order_findings(walk(page))),
        3: trial(lambda page: keyboard.trap_findings(walk(page), walk(page, "Shift+Tab"))),
        4: trial(
            lambda page: keyboard.ring_findings(walk(page, pictures=True)),
            states=(matrix.LIGHT, matrix.DARK, matrix.FORCED_DARK),
        ),
        5: trial(lambda page: keyboard.obscured_findings(walk(page), walk(page, "Shift+Tab")), states=(matrix.ZOOMED,)),
        6: trial(focus_after_swap),
        7: trial(announcement),
        8: trial(writing),
        9: trial(check_live_policy),
        10: trial(layout.check_targets, states=(matrix.LIGHT, matrix.PHONE)),
        11: trial(layout.check_reflow, states=NARROW),
        12: several(
            trial(layout.check_clipping, states=(matrix.LIGHT, matrix.NARROW, matrix.LARGE_TEXT, matrix.SPACED)),
            trial(layout.check_text_growth),
        ),
        13: trial(colours.check_forced_colours, states=(matrix.FORCED_LIGHT, matrix.FORCED_DARK)),
        14: several(
            trial(check_reduced_motion, states=(matrix.REDUCED,)),
            trial(check_reduced_motion, states=(matrix.REDUCED,), path=LIVE),
        ),
        15: several(trial(check_idle), trial(stopped)),
        16: trial(colours.check_mark_contrast, states=THEMES),
        17: trial(colours.check_chart_text, states=THEMES),
        18: trial(colours.check_series_apart),
        19: several(
            trial(after_rerun(figures.check_table_equals_plot)), trial(figures.check_table_equals_plot, path=LIVE)
        ),
        20: trial(after_rerun(check_summary)),
        21: several(trial(figures.check_chart_naming), trial(figures.check_chart_naming, path=LIVE)),
        22: several(
            trial(figures.check_chart_health, figures.check_heatmap_pixels),
            trial(figures.check_chart_health, figures.check_heatmap_pixels, path=LIVE),
        ),
        23: several(trial(check_title_and_headings), trial(check_title_and_headings, path="/lab?load=13"), titles),
        24: trial(keyboard.check_skip_link),
        25: trial(bad_load, states=(matrix.LIGHT, matrix.NO_SCRIPTS)),
        26: trial(check_language),
        27: trial(check_autocomplete),
        28: trial(check_maths),
        29: trial(check_links_and_buttons),
        30: trial(check_tables),
        31: trial(check_sliders),
        32: trial(check_hover),
        33: trial(keyboard.check_no_shortcuts),
        34: trial(check_drag_free),
        35: trial(steps),
        36: parity,
        37: trial(check_busy),
        38: several(trial(check_print), trial(check_print, states=(matrix.PRINTED_DARK,))),
    }
)
