"""All settings of the lab: beside what is asked first the bounds of a card, its cost, the limits, the views' own.
It refuses to compute; it counts the work of a run before the run."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from labs.batching_replay.asked import (
    LANES,
    LOAD,
    PAIR,
    REPLAYS,
    STEPS,
    SYNTHETIC,
    UPLOADED,
)
from labs.batching_replay.stopping import StopParams
from labs.batching_replay.work import MOST_ROWS
from labs.params import param
from labs.replay import CARDS

BOUNDS, COST, LIMITS, PICTURE = "What a card may hold", "What a step costs", "The limits", "The picture"
HAND_CARDS: Final = {"hand-2": "1 s a token, 2 s a step", "hand-3": "1 s a token, 3 s a step"}
SYNTHETIC_ROWS: Final = 25_000
SYNTHETIC_SPAN_S: Final = 24_999
# Measured: 8 to 12 us a request and replay; two seconds are what a person waits for without a progress bar.
MOST_REPLAYED: Final = 200_000
SECONDS_A_REQUEST: Final = 1e-5


class ReplayParams(StopParams):
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
    sweep_low: Decimal = param(
        Decimal(3), label="Lowest load drawn", help="Where the picture begins.", unit="requests/s a card",
        ge="0.1", le=100, group=PICTURE, when=LOAD,
    )  # fmt: skip
    sweep_high: Decimal = param(
        Decimal("7.7"), label="Highest load drawn", help="Where the picture ends.", unit="requests/s a card",
        ge="0.1", le=100, group=PICTURE, when=LOAD,
    )  # fmt: skip
    sweep_points: int = param(
        4, label="Loads drawn", help="Each is two replays of all requests; they lie closer towards the highest.",
        unit="loads", ge=2, le=12, group=PICTURE, when=LOAD,
    )  # fmt: skip
    first_step: int = param(
        1, label="First step shown", help="Twelve steps of release A from this one on, counted from 1.", unit="step",
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
        """Combinations that mean nothing, and work above two seconds, counted before it is done."""
        if self.view == LANES:
            return {}
        found = dict(self._source_problems())
        if self.view == LOAD and self.sweep_low >= self.sweep_high:
            found["sweep_high"] = (
                f"Highest load drawn is {self.sweep_high:f}, not above the lowest, {self.sweep_low:f}. Type more."
            )
        if self.replayed > MOST_REPLAYED:
            found["sweep_points" if self.view == LOAD else "requests"] = (
                f"This is {self.replayed:,} requests to replay, about {self.replayed * SECONDS_A_REQUEST:.1f} s of "
                f"work; {MOST_REPLAYED:,} are allowed on a page. Lower Requests, or the loads drawn."
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
    def replayed(self) -> int:
        """How many requests are served in all the runs of this view."""
        if self.view == LANES:
            return 0
        rows = self.requests if self.trace == UPLOADED else min(self.requests, SYNTHETIC_ROWS)
        return rows * self.runs

    @property
    def runs(self) -> int:
        """How many runs this view needs."""
        two = (self.policy_a, self.draft_a, None) != (self.policy_b, self.draft_b, self.stop_s)
        sides = 2 if two and self.view in (PAIR["when"], *PAIR["also"]) else 1
        return sides * (self.sweep_points if self.view == LOAD else 1)

    @property
    def most_rows(self) -> int:
        """Rows of the tape that each of these runs may write."""
        return MOST_ROWS // self.runs
