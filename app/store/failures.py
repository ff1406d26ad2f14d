"""Why something was not saved or not read, as a typed failure with a plain sentence for the person at the page.
It refuses to know tables, pages and retries; whoever catches a failure decides what goes on."""

from enum import StrEnum

from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, ProgrammingError


class Reason(StrEnum):
    """What is in the way; the value is the word that logs and the migration's process use."""

    FULL = "full"
    READ_ONLY = "read-only"
    LOCKED = "locked"
    GONE = "gone"
    DAMAGED = "damaged"
    NEWER = "newer"
    EMPTY = "empty"
    NO_KEY = "no-key"
    DISK = "disk"
    AWAY = "away"


CAUSES = {
    Reason.FULL: "the disk of this server is full",
    Reason.READ_ONLY: "this server may not write where answers are kept",
    Reason.LOCKED: "another program holds the file of answers",
    Reason.GONE: "the file of answers cannot be opened",
    Reason.DAMAGED: "the file of answers is damaged, and a backup must be put in its place",
    Reason.NEWER: "the file of answers comes from a newer Servelab, and this one must be updated first",
    Reason.EMPTY: "nothing has been saved on this server yet",
    Reason.NO_KEY: "this server can neither read nor make the key that signs cookies",
    Reason.DISK: "the disk of this server reports errors",
    Reason.AWAY: "the database of this server does not answer",
}
# Prefixes of SQLite's names of errors; https://www.sqlite.org/rescode.html lists them.
SQLITE_REASONS = {
    "SQLITE_FULL": Reason.FULL,
    "SQLITE_READONLY": Reason.READ_ONLY,
    "SQLITE_PERM": Reason.READ_ONLY,
    "SQLITE_BUSY": Reason.LOCKED,
    "SQLITE_LOCKED": Reason.LOCKED,
    "SQLITE_CANTOPEN": Reason.GONE,
    "SQLITE_CORRUPT": Reason.DAMAGED,
    "SQLITE_NOTADB": Reason.DAMAGED,
    "SQLITE_IOERR": Reason.DISK,
}
POSTGRES_DISK_FULL = "53100"
POSTGRES_READ_ONLY = "25006"


class Unavailable(Exception):
    """The store cannot do what was asked now; str() is the sentence, `reason` says which kind."""

    ending = ""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{CAUSES[reason][0].upper()}{CAUSES[reason][1:]}{self.ending}")
        self.reason = reason


class NotSaved(Unavailable):
    """A write that did not happen; nothing of it is in the store."""

    ending = ", so this was not saved. Lessons and labs go on working; send it again in a while."


class NotRead(Unavailable):
    """A read that did not happen; what is stored is untouched."""

    ending = ", so what was saved cannot be shown now. Lessons and labs go on working; open the page again in a while."


def reason_of(problem: DBAPIError) -> Reason | None:
    """The reason behind a database error, or None when the error is a bug of ours."""
    name = str(getattr(problem.orig, "sqlite_errorname", ""))
    for prefix, reason in SQLITE_REASONS.items():
        if name.startswith(prefix):
            return reason
    if name or isinstance(problem, IntegrityError | ProgrammingError) or not isinstance(problem, DatabaseError):
        return None
    return _postgres_reason(problem)


def _postgres_reason(problem: DBAPIError) -> Reason | None:
    state = getattr(problem.orig, "sqlstate", None)
    if state == POSTGRES_DISK_FULL:
        return Reason.FULL
    if state == POSTGRES_READ_ONLY:
        return Reason.READ_ONLY
    # Class 08 is a broken connection, 57P a server that stops; without a state none was reached.
    is_away = state is None or state.startswith(("08", "57P"))
    return Reason.AWAY if is_away and type(problem).__name__ == "OperationalError" else None
