"""What a lesson asks beside the releases: their names, and a stop condition after which B goes on in another order.
It refuses to compute; the engine has the stop (labs/replay/watch.py)."""

from decimal import Decimal

from labs.batching_replay.asked import PAIR, POLICY_NAMES, REPLAYS, AskedParams
from labs.batching_replay.naming import CHOICES, PLAIN
from labs.params import param

STOP, NAMES = "A stop condition", "The names"


class StopParams(AskedParams):
    """Names and stop condition."""

    names: str = param(
        PLAIN, label="Names of the releases", help="How the two are called in every sentence and table.",
        choices=CHOICES, group=NAMES, **REPLAYS,
    )  # fmt: skip
    stop_s: Decimal | None = param(
        None,
        label="Release B stops at",
        help="When p99 first token over its last completions is above this, it goes on as the fallback. Empty: never.",
        unit="s",
        ge="0.001",
        le=100_000,
        group=STOP,
        **PAIR,
    )
    stop_window: int = param(
        200, label="Completions looked at", help="The stop looks at the last so many, once there are so many.",
        unit="requests", ge=1, le=10_000, group=STOP, **PAIR,
    )  # fmt: skip
    stop_policy: str = param(
        "continuous", label="Fallback", help="The order in which release B goes on after the stop.",
        choices=POLICY_NAMES, group=STOP, **PAIR,
    )  # fmt: skip
