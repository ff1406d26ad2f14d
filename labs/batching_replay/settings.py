"""All settings of the lab: beside what is asked first the bounds of a card, its cost, the limits, the views' own.
It refuses to compute; it counts the work of a run before the run."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from labs.batching_replay.asked import (
    LANES,
    LOAD,
    PAIR,
    POLICY_NAMES,
    REPLAYS,
    STEPS,
    SYNTHETIC,
    UPLOADED,
)
from labs.batching_replay.called import CalledParams
from labs.batching_replay.work import APART, PAGE, seconds_of, too_much
from labs.params import param
from labs.replay import CARDS

BOUNDS, COST, LIMITS, PICTURE = "What a card may hold", "What a step costs", "The limits", "The picture"
EVERYBODY, WATCHED = "all", "watched"
STOP, STOP_LABEL = "The stop condition", "Stop when p99 is above"
HAND_CARDS: Final = {"hand-2": "1 s a token, 2 s a step", "hand-3": "1 s a token, 3 s a step"}
SYNTHETIC_ROWS: Final = 25_000
SYNTHETIC_SPAN_S: Final = 24_999
FEWEST_LOADS, MOST_LOADS = 2, 8
CLOSE = 1e-6


class ReplayParams(CalledParams):
    """Settings of every view."""

    max_active: int = param(
        128, label="Active requests", help="Requests that hold a slot at the same time.", unit="requests",
        ge=1, le=1024, group=BOUNDS, **REPLAYS,
    )  # fmt: skip
    blocks: int | None = param(
        7424,
        label="Cache blocks",
        help="Blocks of 16 tokens, reserved at admission for prompt, output and drafts. Empty: no bound.",
        unit="blocks",
        ge=1,
        le=10_000_000,
        group=BOUNDS,
        **REPLAYS,
    )
    max_tokens: int | None = param(
        None,
        label="Active tokens",
        help="Tokens reserved at admission, over all active requests. Empty: no bound.",
        unit="tokens",
        ge=1,
        le=100_000_000,
        group=BOUNDS,
        **REPLAYS,
    )
    token_budget: int = param(
        512, label="Token budget", help="Tokens of one step under chunked prefill; decodes count.", unit="tokens",
        ge=1, le=65_536, group=BOUNDS, **REPLAYS,
    )  # fmt: skip
    queue_delay_s: Decimal | None = param(
        None,
        label="Longest wait for a slot",
        help="Who waits longer is shed: turned away, and told so. Empty: nobody is.",
        unit="s",
        ge=0,
        le=100_000,
        group=BOUNDS,
        **REPLAYS,
    )
    card: str = param(
        "a100",
        label="Card",
        help="Llama-3.1-8B in 16 bit on this card, by a closed form fitted to published step times.",
        choices={each.name: each.label for each in CARDS} | HAND_CARDS,
        group=COST,
        **REPLAYS,
    )
    step_overhead_ms: Decimal = param(
        Decimal(0), label="Scheduler overhead", help="Added to every step: choosing, sampling, Python.", unit="ms",
        ge=0, le=1000, group=COST, **REPLAYS,
    )  # fmt: skip
    step_longer: int = param(
        0, label="Steps longer by", help="Than the card's step times say; published ones miss 10 to 20 %.", unit="%",
        ge=0, le=100, group=COST, **REPLAYS,
    )  # fmt: skip
    price: Decimal = param(
        Decimal(2), label="Price of a card", help="Dollars an hour, also while it idles. Assumed.", unit="$/h",
        ge=0, le=1000, group=COST, **REPLAYS,
    )  # fmt: skip
    ttft_limit_s: Decimal = param(
        Decimal(3),
        label="First token within",
        help="The contract: p99 over all, and over the watched group, at or below this.",
        unit="s",
        ge="0.001",
        le=100_000,
        group=LIMITS,
        **REPLAYS,
    )
    tpot_limit_ms: Decimal | None = param(
        None, label="Time per output token", help="Mean after the first, a limit for each request. Empty: no limit.",
        unit="ms", ge=1, le=100_000, group=LIMITS, **REPLAYS,
    )  # fmt: skip
    e2e_limit_s: Decimal | None = param(
        None, label="Last token within", help="From arrival, a limit for each request. Empty: no limit.", unit="s",
        ge="0.001", le=100_000, group=LIMITS, **REPLAYS,
    )  # fmt: skip
    cost_limit: Decimal = param(
        Decimal("0.4"), label="Cost limit", help="Dollars for a million output tokens, idle time included.",
        unit="$ a million", ge=0, le=10_000, group=LIMITS, **REPLAYS,
    )  # fmt: skip
    stop_s: Decimal | None = param(
        None,
        label=STOP_LABEL,
        help="p99 first token of the last completions of B; above this B changes its order, once. Empty: never.",
        unit="s",
        ge="0.001",
        le=100_000,
        group=STOP,
        **PAIR,
    )
    stop_window: int = param(
        500, label="Last completions",
        help="So many completed requests make the p99 of the stop condition; fewer than 100 only tell their slowest.",
        unit="requests", ge=1, le=10_000, group=STOP, **PAIR,
    )  # fmt: skip
    stop_group: str = param(
        EVERYBODY,
        label="Whose completions",
        help="Who counts for the stop condition: all callers, or only the group whose tail is told apart.",
        choices={EVERYBODY: "all callers", WATCHED: "the watched group"},
        group=STOP,
        **PAIR,
    )
    fallback: str = param(
        "continuous", label="Fall back to", choices=POLICY_NAMES, group=STOP, **PAIR,
        help="The order that takes over from release B when the stop condition fires.",
    )  # fmt: skip
    sweep_low: Decimal = param(
        Decimal(3), label="Lowest load drawn", help="Where the picture begins.", unit="requests/s a card",
        ge="0.1", le=100, group=PICTURE, when=LOAD,
    )  # fmt: skip
    sweep_high: Decimal = param(
        Decimal("7.7"), label="Highest load drawn", help="Where the picture ends.", unit="requests/s a card",
        ge="0.1", le=100, group=PICTURE, when=LOAD,
    )  # fmt: skip
    sweep_points: int | None = param(
        None, label="Loads drawn",
        help="Closer towards the highest. Empty: as many as two seconds of work allow, at most 8.",
        unit="loads", ge=FEWEST_LOADS, le=12, group=PICTURE, when=LOAD,
    )  # fmt: skip
    first_step: int = param(
        1, label="First step shown", help="Twelve steps of release A from this one on, counted from 1.", unit="steps",
        ge=1, le=10_000_000, group=PICTURE, when=STEPS,
    )  # fmt: skip
    outputs: tuple[int, ...] = param(
        (6, 6, 6, 11, 2, 9, 7, 1),
        label="Output lengths",
        help="Requests that all wait at the start, one token a step.",
        ge=1,
        le=20,
        items=8,
        group=PICTURE,
        when=LANES,
    )
    slots: int = param(
        4, label="Slots", help="Requests in service at the same time.", unit="slots",
        ge=1, le=8, stops=tuple(range(1, 9)), group=PICTURE, when=LANES,
    )  # fmt: skip
    step: int = param(
        160, label="Shown up to step", help="Move it by one to see who leaves a slot and who enters.", unit="steps",
        ge=1, le=160, stops=(*range(1, 41), 160), group=PICTURE, when=LANES,
    )  # fmt: skip

    def problems(self) -> Mapping[str, str]:
        """Combinations that mean nothing, and work beyond what a run may do even apart."""
        if self.view == LANES:
            return {}
        found = dict(self._source_problems())
        if self.view == LOAD and self.sweep_low >= self.sweep_high:
            found["sweep_high"] = (
                f"Highest load drawn is {self.sweep_high:f}, not above the lowest, {self.sweep_low:f}. Type more."
            )
        if self.stop_s is not None and self.fallback == self.policy_b and self.view in (PAIR["when"], *PAIR["also"]):
            found["fallback"] = (
                f"Fall back to is {POLICY_NAMES[self.fallback]}, which release B already is. Choose another order, or "
                f"empty {STOP_LABEL}."
            )
        if self.seconds > APART.seconds + CLOSE:
            found["sweep_points" if self.view == LOAD and self.sweep_points else "requests"] = too_much(
                self.rows * self.runs, self.seconds
            )
        return found

    def _source_problems(self) -> Mapping[str, str]:
        if self.trace == UPLOADED and not self.file:
            return {"file": "Your file is empty. Give one in the form below, or choose other arrivals."}
        if self.trace == SYNTHETIC and self.start_s > SYNTHETIC_SPAN_S:
            return {
                "start_s": f"Window begins at is {self.start_s:f} s; the last request of this trace comes at "
                f"{SYNTHETIC_SPAN_S:,} s. Type less."
            }
        return {}

    @property
    def rows(self) -> int:
        """How many requests one run serves at most."""
        return self.requests if self.trace == UPLOADED else min(self.requests, SYNTHETIC_ROWS)

    @property
    def orders(self) -> tuple[tuple[str, ...], ...]:
        """The orders of each run at one load: two that are alike are one run, and one may hand over to another."""
        first: tuple[str, ...] = (self.policy_a,)
        second = (self.policy_b,) if self.stop_s is None else (self.policy_b, self.fallback)
        two = (first, self.draft_a) != (second, self.draft_b) and self.view in (PAIR["when"], *PAIR["also"])
        return (first, second) if two else (first,)

    @property
    def loads(self) -> int:
        """Loads drawn: as asked, else as many as the work allows."""
        if self.view != LOAD:
            return 1
        each = seconds_of(self.rows, self.orders, self.view)
        return self.sweep_points or max(FEWEST_LOADS, min(MOST_LOADS, int(PAGE.seconds / each + CLOSE)))

    @property
    def runs(self) -> int:
        """How many runs this view needs."""
        return len(self.orders) * self.loads

    @property
    def seconds(self) -> float:
        """The work of this view, counted before it is done."""
        return seconds_of(self.rows, self.orders, self.view) * self.loads

    @property
    def is_for_a_page(self) -> bool:
        """Whether a page can wait for it, as far as that is known before the runs."""
        return self.view == LANES or self.seconds <= PAGE.seconds + CLOSE

    @property
    def kept(self) -> int:
        """How many runs' worth of rows this view keeps; a step-by-step view keeps more of its run."""
        return self.runs + (self.view == STEPS)
