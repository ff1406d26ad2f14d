"""Shortest prompt first: continuous batching whose queue is ordered by prompt length, then arrival and id.
It refuses to age: a long prompt waits as long as shorter ones keep coming."""

from labs.replay.policies.continuous import plan
from labs.replay.policy import Policy


def rank(prompt: int) -> int:
    """The prompt length itself."""
    return prompt


SPF = Policy("spf", "shortest prompt first, at every step boundary", plan, rank=rank)
