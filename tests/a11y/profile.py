"""Which checks a page owes in which state, and one call that runs them.
Acting checks that need to know the page's purpose (6, 7, 8, 25, 35, 36, 37) stay apart."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from playwright.sync_api import Page

from tests.a11y.autocomplete import check_autocomplete
from tests.a11y.colours import check_chart_text, check_forced_colours, check_mark_contrast, check_series_apart
from tests.a11y.drag import check_figures_undragged, check_handles
from tests.a11y.engine import check_axe
from tests.a11y.figures import check_chart_health, check_chart_naming, check_heatmap_pixels, check_table_equals_plot
from tests.a11y.finding import Finding
from tests.a11y.hover import check_hover
from tests.a11y.idle import check_idle, watch_idle
from tests.a11y.keyboard import check_keyboard, check_no_shortcuts, check_skip_link
from tests.a11y.language import check_language
from tests.a11y.layout import check_clipping, check_reflow, check_targets, check_text_growth
from tests.a11y.live import check_live_policy
from tests.a11y.maths import check_maths
from tests.a11y.matrix import State
from tests.a11y.motion import check_reduced_motion
from tests.a11y.names import check_links_and_buttons, check_title_and_headings
from tests.a11y.printed import check_print
from tests.a11y.slider import check_sliders
from tests.a11y.summary import check_summary
from tests.a11y.tables import check_tables

Check = Callable[[Page], list[Finding]]


def _walk_only(page: Page) -> list[Finding]:
    return check_keyboard(page, pictures=False)


# In this order, for the last ones act: they move the focus, the pointer and the sliders.
CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "axe": check_axe,
        "live": check_live_policy,
        "headings": check_title_and_headings,
        "links": check_links_and_buttons,
        "language": check_language,
        "autocomplete": check_autocomplete,
        "maths": check_maths,
        "tables": check_tables,
        "naming": check_chart_naming,
        "equal": check_table_equals_plot,
        "summary": check_summary,
        "health": check_chart_health,
        "cells": check_heatmap_pixels,
        "series": check_series_apart,
        "marks": check_mark_contrast,
        "text": check_chart_text,
        "forced": check_forced_colours,
        "targets": check_targets,
        "reflow": check_reflow,
        "clipping": check_clipping,
        "idle": check_idle,
        "growth": check_text_growth,
        "motion": check_reduced_motion,
        "paper": check_print,
        "walk": _walk_only,
        "keyboard": check_keyboard,
        "skip": check_skip_link,
        "shortcuts": check_no_shortcuts,
        "hover": check_hover,
        "drag": check_figures_undragged,
        "sliders": check_sliders,
        "handles": check_handles,
    }
)
WORDS = ("live", "headings", "links", "language", "autocomplete", "maths", "tables")
CONTENT = ("axe", *WORDS, "naming", "equal", "summary", "health", "cells", "series")
COLOURS = ("marks", "text")
GEOMETRY = ("targets", "reflow", "clipping")
ACTS = ("keyboard", "skip", "shortcuts", "hover", "drag", "sliders", "handles")
# A page that brings a whole new result at the first move of a slider leaves out the checks that move them.
MOVES = ("sliders", "handles")


@dataclass(frozen=True)
class Profile:
    """The checks, by name in `CHECKS`, that a page owes in a state; `without` names those that a page may leave out."""

    checks: tuple[str, ...]
    without: tuple[str, ...] = ()

    def names(self) -> list[str]:
        """The checks to run, in the order of `CHECKS`."""
        wanted = set(self.checks) - set(self.without)
        return [name for name in CHECKS if name in wanted]


def profile_for(state: State, without: tuple[str, ...] = ()) -> Profile:
    """What a page owes in `state`: geometry at sizes, colours in themes, all of it in light."""
    if state.printed:
        return Profile(("paper",), without)
    if state.forced:
        return Profile(("forced", "keyboard"), without)
    if state.reduced:
        return Profile(("motion",), without)
    if not state.scripts and state.scheme == "dark":
        return Profile(COLOURS, without)
    if not state.scripts:
        # Without scripts the server's drawings are what is seen, so their colours are judged here.
        seen = (*WORDS, "naming", "equal", "summary", "health", "series", "cells")
        return Profile((*seen, *COLOURS), without)
    if state.width < 640:
        # A narrow view is a wide one at up to four times its size: its chart text has grown already.
        return Profile((*GEOMETRY, "walk", "text"), without)
    if state.width < 1280 or state.root != 100 or state.spaced:
        return Profile((*GEOMETRY, "growth", "walk", "text"), without)
    if state.scheme == "dark" or state.contrast == "more":
        return Profile(("axe", *COLOURS, "cells", "keyboard"), without)
    return Profile((*CONTENT, *COLOURS, *GEOMETRY, "idle", "growth", *ACTS), without)


def run_all(page: Page, profile: Profile) -> list[Finding]:
    """Every finding of the profile's checks on the page as it stands; those that act come last."""
    names = profile.names()
    if "idle" in names:
        watch_idle(page)
    return [finding for name in names for finding in CHECKS[name](page)]
