"""What a replay writes down: one entry a request in each column, and one row an iteration on the tape.
It refuses to judge any of it."""

from array import array

from labs.replay.policy import Chunk
from labs.replay.workload import NEVER

TAPE_COLUMNS = ("start", "rest", "steps", "first", "growth", "sequences", "verified", "prefill")


class Columns:
    """Ticks, or NEVER: admitted; first token (end of the prompt where no output is wanted); ended, when the outcome
    came about; released, when slot and memory returned. Counts: prefilled prompt tokens; output tokens produced, and
    discarded because the caller left in the step that made them; decode steps delivered; `joined`, the number of
    decode steps the replica had made when the first token came."""

    def __init__(self, size: int) -> None:
        zeros, nevers = array("q", bytes(8 * size)), array("q", [NEVER]) * size
        self.outcome = bytearray(size)
        self.admitted, self.first, self.ended, self.released = nevers, nevers[:], nevers[:], nevers[:]
        self.prefilled, self.produced, self.discarded = zeros, zeros[:], zeros[:]
        self.joined, self.steps = zeros[:], zeros[:]

    def end(self, index: int, outcome: int, tick: int) -> None:
        """Write how and when a request ended."""
        self.outcome[index] = outcome
        self.ended[index] = tick


class Tape:
    """A row an iteration, or a run of equal decode steps: start in ticks and the rest in sub-ticks; decode steps (0
    where no request decoded); duration of the first, and how much longer each next one is, in sub-ticks; sequences
    decoding, tokens verified a step, and prompt tokens. `chunks` names the prompts when that was asked for."""

    def __init__(self, subticks: int, keep_chunks: bool) -> None:
        self.subticks = subticks
        self.rows = array("q")
        self.chunks: list[tuple[Chunk, ...]] | None = [] if keep_chunks else None

    @property
    def size(self) -> int:
        """Rows written."""
        return len(self.rows) // len(TAPE_COLUMNS)

    def write(self, row: tuple[int, int, int, int, int, int, int, int], chunks: list[Chunk]) -> None:
        """One row, its columns in the order of TAPE_COLUMNS."""
        self.rows.extend(row)
        if self.chunks is not None:
            self.chunks.append(tuple(chunks))
