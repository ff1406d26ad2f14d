"""What templates of a screen print: one frozen value a block, holding only what this learner may see now.
It refuses to decide what that is; screen_views.py does."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

EMPTY = Markup("")


@dataclass(frozen=True)
class OptionView:
    """One option; `word` says after the answer what it was, and `reason` why. Both are empty before."""

    value: str
    html: Markup
    is_chosen: bool
    word: str = ""
    reason: Markup = EMPTY


@dataclass(frozen=True)
class FieldView:
    """One input with what was typed; `choices` make it a list. `error` says why it was not read, `is_number` that
    digits alone answer it, so that a phone may offer these keys."""

    id: str
    name: str
    label: str
    text: str = ""
    hint: str = ""
    error: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    is_long: bool = False
    is_wide: bool = False
    is_number: bool = False


@dataclass(frozen=True)
class ItemView:
    """An item that stores answers, as far as it may be seen. `verdict` is empty until an answer or a skip is stored.

    `is_once`: it is not answered twice; `is_known`: it may be, and the right answer stands beside it; `leads`: its
    verdict stands before options with reasons; `about` is the quantity that is predicted, in words; `heard` what is
    asked, in short, where other items of the page have buttons of the same words; `again` is the address that asks it
    with new numbers, `taught` where it is taught (what leads to it, words, address), `count` how the checkpoint around
    it stands.
    """

    id: str
    key: str
    form: str
    ask: Markup
    legend: str
    options: tuple[OptionView, ...] = ()
    fields: tuple[FieldView, ...] = ()
    sure: FieldView | None = None
    errors: tuple[tuple[str, str], ...] = ()
    is_open: bool = False
    is_once: bool = False
    is_known: bool = False
    leads: bool = False
    about: str = ""
    heard: str = ""
    is_next: bool = False
    verdict: str = ""
    reason: Markup = EMPTY
    hints: tuple[Markup, ...] = ()
    hints_left: int = 0
    draw: int | None = None
    version: str = ""
    again: str = ""
    taught: tuple[str, str, str] | None = None
    count: str = ""
    unsaved: str = ""
    sent: str = ""


@dataclass(frozen=True)
class View:
    """One block. `kind` names its template in templates/blocks; `inside` are blocks within it that may be shown."""

    kind: str
    block: Any = None
    id: str = ""
    item: ItemView | None = None
    inside: tuple["View", ...] = ()
    after: tuple["View", ...] = ()
    more: Any = None


def every_view(views: tuple[View, ...]) -> Iterator[View]:
    for view in views:
        yield view
        yield from every_view(view.inside)
        yield from every_view(view.after)


def view_of(views: tuple[View, ...], id: str) -> View | None:
    """The view of the item with this id."""
    return next((view for view in every_view(views) if view.item is not None and view.item.id == id), None)
