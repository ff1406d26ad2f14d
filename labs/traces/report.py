"""What an import did: rows read, kept, cut and dropped with their reasons; memory stays flat however many fail.
It refuses to know why a row failed."""

from collections import Counter
from dataclasses import dataclass

LISTED = 100


@dataclass(frozen=True)
class ImportReport:
    """`read` = `kept` + all dropped; `cut` of the kept had their prompt shortened, which happens only on request.

    `dropped` lists (row, reason) for the first 100 rows of each reason, row as the line in the file; `reasons` counts
    them all.
    """

    form: str
    read: int
    kept: int
    cut: int
    dropped: tuple[tuple[int, str], ...]
    reasons: tuple[tuple[str, int], ...]
    notes: tuple[str, ...]

    def text(self) -> str:
        """Lines for a terminal."""
        gone = self.read - self.kept
        noun = "row" if self.read == 1 else "rows"
        said = [f"{self.form}: {self.read:,} {noun} read, {self.kept:,} kept, {self.cut:,} cut, {gone:,} dropped"]
        for reason, count in self.reasons:
            rows = [f"{row:,}" for row, why in self.dropped if why == reason][:10]
            more = f" and {count - len(rows):,} more" if count > len(rows) else ""
            said.append(f"  dropped {count:,}: {reason} (line {'; '.join(rows)}{more})")
        return "\n".join(said + [f"  note: {note}" for note in self.notes])

    def as_dict(self) -> dict[str, object]:
        """The form for JSON, keys as in the replay's `import`."""
        return {
            "form": self.form,
            "read": self.read,
            "kept": self.kept,
            "cut": self.cut,
            "dropped": [{"row": row, "reason": reason} for row, reason in self.dropped],
            "reasons": dict(self.reasons),
            "notes": list(self.notes),
        }


class Ledger:
    """Counts while reading; lists only the first rows of each reason."""

    def __init__(self) -> None:
        self._counts = Counter[str]()
        self._listed: list[tuple[int, str]] = []

    def drop(self, row: int, reason: str) -> None:
        """One row that is not kept."""
        self._counts[reason] += 1
        if self._counts[reason] <= LISTED:
            self._listed.append((row, reason))

    def report(self, form: str, kept: int, cut: int, notes: tuple[str, ...]) -> ImportReport:
        """The report, reasons by count and then by name."""
        reasons = tuple(sorted(self._counts.items(), key=lambda pair: (-pair[1], pair[0])))
        read = kept + self._counts.total()
        return ImportReport(form, read, kept, cut, tuple(self._listed), reasons, notes)
