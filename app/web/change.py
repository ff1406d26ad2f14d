"""One sentence on what changed since the last run, and honest when several causes moved at once.
It refuses to know where the earlier parameters came from."""

from app.web.cells import shown
from labs import Fact, Params, Result, Spec, Value, as_text, moved, number

COUNTS = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}


def change_sentence(lead: str, before: tuple[Params, Result], after: tuple[Params, Result]) -> str:
    """What moved and what it did to the fact `lead`; empty when nothing moved or the question changed."""
    causes = moved(before[0], after[0])
    if not causes or any(cause.switch for cause in causes):
        return ""
    effect = _effect(before[1].facts.get(lead), after[1].facts.get(lead))
    if len(causes) > 1:
        names = " and ".join((", ".join(cause.label for cause in causes[:-1]), causes[-1].label))
        count = COUNTS.get(len(causes), str(len(causes)))
        return f"{count} causes moved, {names}, so none of them alone can be named as the reason. {effect}".strip()
    cause = causes[0]
    earlier, later = (_said(cause, getattr(params, cause.name)) for params in (before[0], after[0]))
    return f"{cause.label} moved from {earlier} to {f'{later} {cause.unit}'.strip()}. {effect}".strip()


def _said(spec: Spec, value: Value) -> str:
    """A value in the reader's words: the name of a choice, a number with separators."""
    text = as_text(value)
    if text in spec.choices:
        return spec.choices[text]
    if value is None or text == "":
        return "nothing"
    if spec.kind in ("whole", "decimal", "real") and isinstance(value, int | float):
        return number(value)
    return text


def _effect(earlier: Fact | None, later: Fact | None) -> str:
    if earlier is None or later is None:
        return ""
    if earlier.value == later.value:
        return f"{later.label} did not move: {shown(later)}."
    if isinstance(earlier.value, int | float) and isinstance(later.value, int | float):
        verb = "rose" if later.value > earlier.value else "fell"
        if shown(earlier) == shown(later):
            return f"{later.label} {verb} by less than is shown and is {shown(later)}."
        return f"{later.label} {verb} from {shown(earlier)} to {shown(later)}."
    return f"{later.label} went from {shown(earlier)} to {shown(later)}."
