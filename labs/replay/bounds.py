"""What a replica may hold and how long it may take: the typed limits of a replay.
It refuses to know policies, costs and requests."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bounds:
    """Limits of one replica; None is no limit. Times are ticks.

    `max_active` requests in service at once; `token_budget` tokens of one chunked iteration; `max_tokens` and
    `blocks` (of `block_size` tokens) bound what is reserved at admission, worst case: prompt + output + drafts.
    `queue_delay`: who waits longer for admission is shed. `step_overhead` is added to every iteration.
    `until` ends the run: an iteration that would end later is not run, and who is not done stays open.
    """

    max_active: int = 128
    token_budget: int = 512
    max_tokens: int | None = None
    blocks: int | None = None
    block_size: int = 16
    queue_delay: int | None = None
    step_overhead: int = 0
    until: int | None = None

    def __post_init__(self) -> None:
        for name in ("max_active", "token_budget", "block_size", "max_tokens", "blocks"):
            _at_least(name, getattr(self, name), 1)
        for name in ("queue_delay", "step_overhead", "until"):
            _at_least(name, getattr(self, name), 0)

    def blocks_for(self, tokens: int) -> int:
        """Whole blocks that hold so many tokens."""
        return -(-tokens // self.block_size)


class TooLong(ValueError):
    """A run with more decode steps than its ceiling, or a step longer than can be written down."""


class TooManyRows(TooLong):
    """A run whose tape is above its ceiling: very many small steps. `share` of its prompt tokens, 0 to 1, were computed
    or given up by then, so that whoever catches it can tell how long the whole would be."""

    def __init__(self, sentence: str, share: float) -> None:
        super().__init__(sentence)
        self.share = share


@dataclass(frozen=True)
class Ceiling:
    """The most work of a replay: `rows` of its tape, each worked out by itself, and `steps` decode steps in all."""

    rows: int
    steps: int

    def __post_init__(self) -> None:
        _at_least("rows", self.rows, 1)
        _at_least("steps", self.steps, 1)


@dataclass(frozen=True)
class Fallback:
    """A stop condition: when the p99 of the time to first token over the last `window` completions is above
    `ttft_limit` ticks, the policy changes to `policy`, once, at a step boundary. `group` names the one group whose
    completions count; None counts everybody's."""

    policy: str
    window: int
    ttft_limit: int
    group: str | None = None

    def __post_init__(self) -> None:
        _at_least("window", self.window, 1)
        _at_least("ttft_limit", self.ttft_limit, 0)


def _at_least(name: str, value: int | None, least: int) -> None:
    if value is not None and value < least:
        raise ValueError(f"{name} is {value}. It must be {least} or more.")
