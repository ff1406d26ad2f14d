"""What the lab asks first: the view, the arrivals, and the two releases that serve them.
It refuses to compute, and to know bounds, costs and limits (labs/batching_replay/settings.py)."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from labs.params import Params, param
from labs.replay import POLICIES

LOAD, COMPARE, TIME, STEPS, LANES, REQUESTS = "load", "compare", "time", "steps", "lanes", "requests"
VIEWS: Final = {
    LOAD: "First token against load",
    COMPARE: "Two releases compared",
    TIME: "Queue over time",
    STEPS: "Step by step",
    LANES: "Slots and steps",
    REQUESTS: "Request by request",
}
PAIR: Final[Mapping[str, Any]] = {"when": COMPARE, "also": (LOAD, TIME, REQUESTS)}
REPLAYS: Final[Mapping[str, Any]] = {"when": COMPARE, "also": (LOAD, TIME, STEPS, REQUESTS)}
ARRIVALS, RELEASES, DRAFTING = "The arrivals", "The two releases", "Drafting"
SYNTHETIC, UPLOADED = "synthetic-conversation", "file"
TRACES: Final = {
    SYNTHETIC: "Synthetic conversation",
    "long-prompt": "One prompt of 30,000 tokens",
    "four": "Four requests, by hand",
    "five": "Five requests, by hand",
    UPLOADED: "The file given below",
}
POLICY_NAMES: Final = {
    "static": "Static, padded",
    "static-unpadded": "Static, not padded",
    "continuous": "Continuous, first come",
    "spf": "Continuous, shortest first",
    "chunked": "Chunked prefill",
}
assert list(POLICY_NAMES) == list(POLICIES)


class AskedParams(Params):
    """View, arrivals, releases and their drafting."""

    view: str = param(
        LOAD,
        label="View",
        help="Which side of the two runs is shown; the runs are the same.",
        choices=VIEWS,
        switch=True,
    )
    load: Decimal | None = param(
        Decimal("7.2"),
        label="Load",
        help="Arrivals are drawn together or apart to this rate; empty keeps them as recorded.",
        unit="requests/s a card",
        ge="0.1",
        le=100,
        stops=("1", "2", "3", "4", "5", "5.5", "6", "6.5", "7", "7.2", "7.5", "8", "9", "10"),
        group=ARRIVALS,
        **REPLAYS,
    )
    trace: str = param(
        SYNTHETIC,
        label="Arrivals",
        help="Who comes when, with how many tokens. The conversation: 25,000, fitted to published quantiles.",
        choices=TRACES,
        group=ARRIVALS,
        **REPLAYS,
    )
    file: str | None = param(
        None,
        label="Your file",
        help="Used when the arrivals are the file given below; the name is the SHA-256 of its bytes.",
        group=ARRIVALS,
        **REPLAYS,
        file=True,
    )
    start_s: Decimal = param(
        Decimal(0),
        label="Window begins at",
        help="Arrivals before this moment of the recording are left out.",
        unit="s",
        ge=0,
        le=4_000_000,
        group=ARRIVALS,
        **REPLAYS,
    )
    requests: int = param(
        25_000,
        label="Requests",
        help="At most so many, counted from the beginning of the window.",
        unit="requests",
        ge=1,
        le=100_000,
        group=ARRIVALS,
        **REPLAYS,
    )
    overlay: bool = param(
        False,
        label="Draw what the trace lacks",
        help="Tenant, group, priority (lower is more urgent) and patience, from a seed. Assumed, not measured.",
        group=ARRIVALS,
        **REPLAYS,
    )
    seed: int = param(
        1, label="Seed of the drawing", help="The same seed draws the same callers.", ge=0, le=2**31 - 1,
        group=ARRIVALS, **REPLAYS,
    )  # fmt: skip
    policy_a: str = param(
        "continuous",
        label="Release A",
        help="How the first release picks who is served next: first come, shortest prompt, whole batches, chunks.",
        choices=POLICY_NAMES,
        group=RELEASES,
        **REPLAYS,
    )
    policy_b: str = param(
        "spf",
        label="Release B",
        help="How the second release picks who is served next, on the same arrivals.",
        choices=POLICY_NAMES,
        group=RELEASES,
        **PAIR,
    )
    draft_a: bool = param(
        False,
        label="Release A drafts",
        help="Yes: a cheap draft proposes tokens, exact checking keeps the target's distribution.",
        group=DRAFTING,
        **REPLAYS,
    )
    draft_b: bool = param(False, label="Release B drafts", help="As for release A.", group=DRAFTING, **PAIR)
    gamma: int = param(
        3, label="Tokens drafted a step", help="Each is checked by the target in one pass with the others.",
        unit="tokens", ge=1, le=16, group=DRAFTING, **REPLAYS,
    )  # fmt: skip
    alpha: float = param(
        0.7, label="Acceptance", help="Chance that a drafted token is accepted, in every group not named below.",
        ge=0, le=1, group=DRAFTING, **REPLAYS,
    )  # fmt: skip
    alpha_code: float | None = param(
        0.8, label="Acceptance, code", help="For the group code; empty: the group does not draft.",
        ge=0, le=1, group=DRAFTING, **REPLAYS,
    )  # fmt: skip
    alpha_rare: float | None = param(
        0.4, label="Acceptance, rare", help="For the group rare; empty: the group does not draft.",
        ge=0, le=1, group=DRAFTING, **REPLAYS,
    )  # fmt: skip
    draft_ms: Decimal = param(
        Decimal(2),
        label="One drafted position",
        help="Time the draft takes for one more token of the whole batch. Assumed.",
        unit="ms",
        ge=0,
        le=1000,
        group=DRAFTING,
        **REPLAYS,
    )
