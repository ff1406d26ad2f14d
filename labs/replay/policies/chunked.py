"""Chunked prefill: every iteration has a token budget; decodes come first, prompts share what is left.
It refuses to stall a decode: a long prompt is spread over iterations beside it."""

from labs.replay.policy import Chunk, Policy
from labs.replay.server import Server


def plan(server: Server) -> list[Chunk]:
    """Unfinished prompts in service order, then newly admitted ones, within the budget the decodes leave."""
    budget = server.bounds.token_budget - server.decode_tokens
    if budget <= 0:
        return []
    prompt, done = server.prompt, server.done
    chunks: list[Chunk] = []
    for index in server.prefilling:
        if budget == 0:
            return chunks
        take = min(prompt[index] - done[index], budget)
        chunks.append((index, take))
        budget -= take
    while budget and (head := server.head()) is not None and server.fits(head):
        server.admit(head)
        take = min(prompt[head], budget)
        chunks.append((head, take))
        budget -= take
    return chunks


CHUNKED = Policy("chunked", "a token budget an iteration, long prompts in chunks beside the decodes", plan, mixes=True)
