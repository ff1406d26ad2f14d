"""Token bytes as text that can be shown while it comes: whole characters only, and nothing past a stop string.
It refuses to know models; a token is the bytes it stands for."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


class TextStream:
    """Several tokens may come at once; each push gives what may be shown by now.

    Bytes of an unfinished character wait for the rest, and so does an ending that may become a stop string. After a
    stop string `is_stopped` is true and every later push gives nothing."""

    def __init__(self, token_bytes: Sequence[bytes], stops: Sequence[str] = ()) -> None:
        if not all(stops):
            raise ValueError("A stop string is empty: it would end the text before it begins.")
        self._bytes, self._stops = token_bytes, tuple(stops)
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._held = ""
        self.is_stopped = False

    def push(self, tokens: Iterable[int]) -> str:
        """Text that tokens make certain."""
        return self._release(self._decoder.decode(b"".join(self._bytes[token] for token in tokens)), last=False)

    def flush(self) -> str:
        """What was still held back, when no more tokens come; a character cut in two shows as U+FFFD."""
        return self._release(self._decoder.decode(b"", final=True), last=True)

    def _release(self, fresh: str, last: bool) -> str:
        if self.is_stopped:
            return ""
        text = self._held + fresh
        starts = [text.find(stop) for stop in self._stops if stop in text]
        if starts:
            self.is_stopped, self._held = True, ""
            return text[: min(starts)]
        held = 0 if last else self._unsure(text)
        self._held = text[len(text) - held :]
        return text[: len(text) - held]

    def _unsure(self, text: str) -> int:
        """Characters at the end that may be the beginning of a stop string."""
        return max(
            (size for stop in self._stops for size in range(1, len(stop)) if text.endswith(stop[:size])), default=0
        )


@dataclass(frozen=True)
class StopStrings:
    """Strings that end a text, found in the bytes of its tokens; a string may lie over several tokens and rounds."""

    token_bytes: Sequence[bytes]
    strings: tuple[str, ...]

    def kept(self, before: Sequence[int], fresh: Sequence[int]) -> int | None:
        """How many of the fresh tokens stay, up to the one that completes a string; None where none is complete."""
        wanted = [each.encode() for each in self.strings]
        longest = max(map(len, wanted), default=0)
        tail = b"".join(self.token_bytes[token] for token in before)
        for place, token in enumerate(fresh, 1):
            tail = tail[-longest:] + self.token_bytes[token]
            if any(each in tail for each in wanted):
                return place
        return None
