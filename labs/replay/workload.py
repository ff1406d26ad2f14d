"""The requests of a replay as parallel columns: compact, immutable by custom, ordered by (arrival, id).
It refuses to know where they came from (traces) and how they are scheduled."""

from collections.abc import Sequence
from dataclasses import dataclass, field

NEVER = -1


@dataclass(frozen=True)
class Workload:
    """One entry a request in every column, in order of (arrival, row).

    `arrival` in ticks of 1 us from the first row, `prompt` and `output` in tokens (output at least 0);
    `tenant` and `group` are indices into `tenants` and `groups`; `priority`: a lower number is more urgent;
    `patience` in ticks until the caller gives up waiting for the first token, `cancel` in ticks from arrival until
    the caller hangs up whatever happened; NEVER where there is none. `row` is the line in the source file.
    """

    arrival: Sequence[int]
    prompt: Sequence[int]
    output: Sequence[int]
    row: Sequence[int]
    tenant: Sequence[int] = ()
    group: Sequence[int] = ()
    priority: Sequence[int] = ()
    patience: Sequence[int] = ()
    cancel: Sequence[int] = ()
    tenants: tuple[str, ...] = ("all",)
    groups: tuple[str, ...] = ("all",)
    notes: tuple[str, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.arrival)
