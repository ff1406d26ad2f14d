"""Static batching, padded: a batch is filled when the server is idle and runs until its longest output is done.
It refuses to admit anyone meanwhile; finished slots idle and their memory stays taken."""

from labs.replay.policy import Chunk, Policy, admit_waiting, whole_prompts
from labs.replay.server import Server


def plan(server: Server) -> list[Chunk]:
    """A new batch when no slot is taken, first come first served, its prompts in one iteration."""
    if server.active == 0:
        admit_waiting(server)
    return whole_prompts(server)


STATIC = Policy("static", "batches that run until their longest output is done", plan, padded=True, holds=True)
