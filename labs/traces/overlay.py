"""Tenant, group, priority and patience for traces that carry none, drawn from a seed and labelled so.
It refuses to replace a column that the file has."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from labs.replay.workload import NEVER, Workload
from labs.traces.limits import BadTrace

DRAWS = 5


@dataclass(frozen=True)
class GroupShare:
    """A group of callers: its share of the calls in percent, and the tokens that the same text takes, in percent."""

    name: str
    share_percent: int
    tokens_percent: int = 100


GROUPS = (GroupShare("english", 86), GroupShare("code", 10), GroupShare("rare", 4, tokens_percent=150))


@dataclass(frozen=True)
class Overlay:
    """What is assumed of the callers; every figure is an assumption, none is measured.

    Tenant k of `tenants` gets a share as 1/(k+1), so the first is the largest. `urgent_percent` of the calls have
    priority 0, the others 1 (lower is more urgent). `impatient_percent` wait for a first token only between
    `patience_low_s` and `patience_high_s`, evenly; the others wait for ever. A group whose text takes more tokens gets
    prompt and output multiplied and rounded up; with `max_len` the prompt is then cut to max(1, max_len - output).
    """

    groups: tuple[GroupShare, ...] = GROUPS
    tenants: int = 4
    urgent_percent: int = 10
    impatient_percent: int = 10
    patience_low_s: int = 5
    patience_high_s: int = 60
    max_len: int | None = None

    def problem(self) -> str | None:
        """The sentence that says what cannot be, or None."""
        shares = [group.share_percent for group in self.groups]
        if sum(shares) != 100 or min(shares) < 0:
            return f"The group shares sum to {sum(shares)} percent; 100 is needed, none below 0."
        if any(group.tokens_percent < 1 for group in self.groups):
            return "A group has fewer than 1 percent of the tokens; 1 or more is allowed."
        if not 1 <= self.tenants <= 1_000:
            return f"There are {self.tenants} tenants; 1 to 1,000 are allowed."
        if not 0 <= self.urgent_percent <= 100 or not 0 <= self.impatient_percent <= 100:
            return "A share of callers is outside 0 to 100 percent. Choose from 0 to 100."
        if not 0 <= self.patience_low_s <= self.patience_high_s:
            return f"Patience from {self.patience_low_s} to {self.patience_high_s} s runs backwards. Swap them."
        return None


def overlay(workload: Workload, seed: int, assumed: Overlay | None = None) -> Workload:
    """The workload with the missing columns drawn from random.Random(seed), one call after another by row.

    Each call takes five draws whatever is missing, so one column does not shift another. BadTrace when the
    assumptions cannot be.
    """
    assumed = assumed or Overlay()
    if sentence := assumed.problem():
        raise BadTrace(sentence)
    drawn = _draw(workload, seed, assumed)
    missing = [name for name in ("tenant", "group", "priority", "patience") if not getattr(workload, name)]
    if not missing:
        return workload
    columns: dict[str, object] = {name: drawn[name] for name in missing}
    if "tenant" in missing:
        columns["tenants"] = tuple(f"tenant-{each + 1}" for each in range(assumed.tenants))
    if "group" in missing:
        columns["groups"] = tuple(group.name for group in assumed.groups)
        columns["prompt"], columns["output"] = _longer(workload, drawn["group"], assumed)
    note = f"overlay: {', '.join(missing)} drawn with seed {seed}; assumed, not measured ({_said(assumed)})"
    return replace(workload, **columns, notes=(*workload.notes, note))  # type: ignore[arg-type]


def _draw(workload: Workload, seed: int, assumed: Overlay) -> dict[str, "array[int]"]:
    draw = Random(seed).random
    tenants = _steps([1 / (each + 1) for each in range(assumed.tenants)])
    groups = _steps([group.share_percent for group in assumed.groups])
    low, high = assumed.patience_low_s * 1_000_000, assumed.patience_high_s * 1_000_000
    columns = {name: array("q", bytes(8 * len(workload))) for name in ("tenant", "group", "priority", "patience")}
    for place in sorted(range(len(workload)), key=workload.row.__getitem__):
        tenant, group, urgent, impatient, patience = (draw() for _ in range(DRAWS))
        columns["tenant"][place] = _step(tenants, tenant)
        columns["group"][place] = _step(groups, group)
        columns["priority"][place] = 0 if urgent * 100 < assumed.urgent_percent else 1
        waits = impatient * 100 >= assumed.impatient_percent
        columns["patience"][place] = NEVER if waits else low + int(patience * (high - low))
    return columns


def _steps(weights: Sequence[float]) -> list[float]:
    return [sum(weights[: place + 1]) / sum(weights) for place in range(len(weights))]


def _step(steps: Sequence[float], draw: float) -> int:
    return next((place for place, edge in enumerate(steps) if draw < edge), len(steps) - 1)


def _longer(workload: Workload, group: Sequence[int], assumed: Overlay) -> tuple["array[int]", "array[int]"]:
    percent = [each.tokens_percent for each in assumed.groups]
    prompt = array("q", [-(-count * percent[each] // 100) for count, each in zip(workload.prompt, group, strict=True)])
    output = array("q", [-(-count * percent[each] // 100) for count, each in zip(workload.output, group, strict=True)])
    if assumed.max_len is not None:
        most = assumed.max_len
        pairs = zip(prompt, output, strict=True)
        prompt = array("q", [min(count, max(1, most - answer)) for count, answer in pairs])
    return prompt, output


def _said(assumed: Overlay) -> str:
    groups = ", ".join(f"{each.name} {each.share_percent} % x{each.tokens_percent / 100:g}" for each in assumed.groups)
    return (
        f"{groups}; {assumed.tenants} tenants; {assumed.urgent_percent} % urgent; {assumed.impatient_percent} % wait "
        f"{assumed.patience_low_s} to {assumed.patience_high_s} s"
    )
