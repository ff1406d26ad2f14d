"""Text to ids and back with the tokenizer of a checkpoint; the library tokenizers cuts text, we know the bytes.
It refuses chat templates: text goes on from what is given, with the first token that the tokenizer itself puts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from labs.checkpoints.checkpoint import Checkpoint
from labs.checkpoints.refused import BadCheckpoint


class CheckpointWords:
    """The tokenizer that a target and its draft share."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self._text = checkpoint.tokenizer
        self.token_bytes: tuple[bytes, ...] = checkpoint.vocabulary.token_bytes

    @cached_property
    def _cutter(self) -> Any:
        from tokenizers import Tokenizer

        try:
            return Tokenizer.from_str(self._text)
        except Exception as problem:  # the library raises nothing narrower
            raise BadCheckpoint(f"The library tokenizers can't read tokenizer.json: {problem}") from problem

    def encode(self, text: str) -> list[int]:
        """Ids of text."""
        return list(self._cutter.encode(text).ids)

    def decode(self, ids: Iterable[int]) -> str:
        """Text of ids; a character cut in two shows as U+FFFD."""
        return b"".join(self.token_bytes[each] for each in ids).decode("utf-8", errors="replace")
