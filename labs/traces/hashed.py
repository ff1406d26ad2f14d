"""Mooncake (ms, blocks of 512 prompt tokens) and qwen-bailian (s, blocks of 16): JSONL with a list of block ids.
It refuses to know prefixes: the ids are checked for their number and let go."""

from labs.traces.cells import Dropped, nanoseconds, tokens
from labs.traces.form import Head, Reader, Row, json_cells

NEEDED = {"timestamp", "input_length", "output_length", "hash_ids"}


def recognise(head: Head) -> Reader | None:
    """The reader when the first object has hash_ids; a chat_id tells qwen-bailian from Mooncake."""
    keys = set(head.names)
    if not head.is_json or not keys >= NEEDED:
        return None
    if "chat_id" in keys:
        return Reader("qwen-bailian JSONL", _Blocks(block=16, digits=9).read)
    return Reader("Mooncake JSONL", _Blocks(block=512, digits=6).read)


class _Blocks:
    def __init__(self, block: int, digits: int) -> None:
        self.block, self.digits = block, digits
        self.reason = f"hash_ids has not one id for each started block of {block} prompt tokens"

    def read(self, line: str) -> Row:
        found = json_cells(line)
        arrival = nanoseconds(found.get("timestamp"), "timestamp", self.digits)
        prompt = tokens(found.get("input_length"), "input_length", 1)
        output = tokens(found.get("output_length"), "output_length", 0)
        ids = found.get("hash_ids")
        if not isinstance(ids, list) or len(ids) != -(-prompt // self.block):
            raise Dropped(self.reason)
        return arrival, prompt, output
