"""What the replay oracle is asked and what it writes down: a request, and the settings of a replica.
It refuses to import anything of the project and to compute."""

from dataclasses import dataclass, field


@dataclass
class Request:
    id: int
    arrival: int
    prompt: int
    output: int
    priority: int = 0
    patience: int = -1
    cancel: int = -1
    group: int = 0
    phase: str = "future"  # future, waiting, prefill, decode, ended
    outcome: str = "open"
    admitted: int = -1
    first: int = -1
    ended: int = -1
    released: int = -1
    prefilled: int = 0
    discarded: int = 0
    steps: int = 0
    tokens: list[int] = field(default_factory=list)


@dataclass
class Settings:
    policy: str
    max_active: int
    token_budget: int
    max_tokens: int | None = None
    blocks: int | None = None
    block_size: int = 16
    queue_delay: int | None = None
    step_overhead: int = 0
    until: int | None = None
    subticks: int = 1
    fixed: tuple[int, int] | None = None  # a prompt token, a decode step
    linear: tuple[int, int, int, int, int, int] | None = (
        None  # decode fixed, token, context; prefill fixed, token, pair
    )
    gamma: int = 0
    alpha: tuple[float | None, ...] = ()
    draft_step: int = 0
    fallback: tuple[str, int, int, int | None] | None = None  # policy, window, limit, place of the watched group
