"""Continuous batching: at every step boundary finished requests leave and waiting ones enter.
It refuses to split a prompt: admitted prompts run whole in an iteration of their own, and decodes wait for it."""

from labs.replay.policy import Chunk, Policy, admit_waiting, whole_prompts
from labs.replay.server import Server


def plan(server: Server) -> list[Chunk]:
    """Admit while slots and memory last; the prompts of those admitted, whole."""
    if server.waiting:
        admit_waiting(server)
    return whole_prompts(server) if server.prefilling else []


CONTINUOUS = Policy("continuous", "first come, first served, at every step boundary", plan)
