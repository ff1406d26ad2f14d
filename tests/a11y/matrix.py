"""The themes and sizes in which a page is judged, as data, and the way to open a page in one of them.
Knows no check; a state says how the reader looks at the page, not what the page is."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import Browser, Page

from tests.a11y.policy import record_reports

# What WCAG 1.4.12 lets a reader set, as rules that a reader's own sheet would hold.
SPACING = (
    "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }"
    " p { margin-bottom: 2em !important }"
)


@dataclass(frozen=True)
class State:
    """One way of looking: sizes in CSS pixels, `root` the root text size in per cent."""

    name: str
    width: int = 1280
    height: int = 800
    scheme: Literal["light", "dark"] = "light"
    forced: bool = False
    contrast: Literal["more", "no-preference"] = "no-preference"
    reduced: bool = False
    printed: bool = False
    touch: bool = False
    root: int = 100
    spaced: bool = False
    scripts: bool = True


LIGHT = State("light")
DARK = State("dark", scheme="dark")
FORCED_LIGHT = State("forced colours, light palette", forced=True)
FORCED_DARK = State("forced colours, dark palette", scheme="dark", forced=True)
MORE_CONTRAST = State("more contrast", contrast="more")
REDUCED = State("reduced motion", reduced=True)
PRINTED = State("print", printed=True)
PRINTED_DARK = State("print from the dark theme", scheme="dark", printed=True)
PHONE = State("375 x 700, touch", width=375, height=700, touch=True)
NARROW = State("320 x 640", width=320, height=640)
ZOOMED = State("320 x 256, 400 % zoom", width=320, height=256)
LARGE_TEXT = State("640 wide, 200 % text", width=640, root=200)
SPACED = State("text spacing", spaced=True)
NO_SCRIPTS = State("no JavaScript", scripts=False)
NO_SCRIPTS_DARK = State("no JavaScript, dark", scheme="dark", scripts=False)

THEMES = (LIGHT, DARK, FORCED_LIGHT, FORCED_DARK, MORE_CONTRAST, PRINTED, PRINTED_DARK)
SIZES = (PHONE, NARROW, ZOOMED, LARGE_TEXT, SPACED)
STATES = (*THEMES, *SIZES, REDUCED)


def new_page(browser: Browser, state: State) -> Page:
    """A page in a context of its own, set up for the state; the caller closes `page.context`."""
    context = browser.new_context(
        viewport={"width": state.width, "height": state.height},
        color_scheme=state.scheme,
        forced_colors="active" if state.forced else "none",
        contrast=state.contrast,
        reduced_motion="reduce" if state.reduced else "no-preference",
        has_touch=state.touch,
        java_script_enabled=state.scripts,
    )
    page = context.new_page()
    record_reports(page)
    return page


def apply_state(page: Page, state: State) -> None:
    """The parts of a state that only a loaded page can take: print media, root text size, text spacing."""
    if state.printed:
        page.emulate_media(media="print")
    if state.root != 100:
        page.evaluate("(size) => { document.documentElement.style.fontSize = `${size}%`; }", state.root)
    if state.spaced:
        page.evaluate(
            "(rules) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(rules);"
            " document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; }",
            SPACING,
        )


def open_in(browser: Browser, url: str, state: State) -> Page:
    """The page at `url` as a reader in `state` sees it; the caller closes `page.context`."""
    page = new_page(browser, state)
    page.goto(url)
    apply_state(page, state)
    return page


@contextmanager
def opened(browser: Browser, url: str, state: State) -> Iterator[Page]:
    """`open_in` that closes its context."""
    page = open_in(browser, url, state)
    try:
        yield page
    finally:
        page.context.close()
