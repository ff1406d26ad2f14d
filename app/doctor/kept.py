"""What is kept: the data folder and its room, the file of answers, the key that signs cookies.
It refuses to make or mend any of them."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from app.config import Settings
from app.doctor.line import MEGABYTE, Line
from app.listen import is_loopback
from app.store import FILE_NAME, NotRead, Reason, Store
from app.store.schema import HEAD, REVISIONS
from app.web.signing import KEY_FILE, OTHERS, read_key
from labs import count

# With less no backup fits beside the answers; with still less a save soon fails.
LITTLE_MB, NO_MB = 500, 20


def data_folder(settings: Settings) -> Line:
    folder, name = settings.data, "Data folder"
    do = "Choose another with --data FOLDER or SERVELAB_DATA, or give this user the right to write there."
    if not folder.exists():
        if os.access(_there(folder), os.W_OK | os.X_OK):
            return Line(name, "ok", f"{folder} is not there yet; the server makes it.")
        return Line(name, "bad", f"{folder} is not there and cannot be made.", do)
    if not folder.is_dir():
        return Line(name, "bad", f"{folder} is a file, not a folder.", do)
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix="doctor-"):
            return Line(name, "ok", f"{folder} can be written.")
    except OSError as problem:
        return Line(name, "bad", f"{folder} cannot be written ({problem.strerror}), so no answer is saved.", do)


def space(settings: Settings) -> Line:
    return judged_space(shutil.disk_usage(_there(settings.data)).free)


def judged_space(free_bytes: int) -> Line:
    free = free_bytes // MEGABYTE
    says = f"{free:,} MB are free where the data folder lies."
    if free < NO_MB:
        return Line("Space", "bad", says, "Make room, or choose another folder; answers soon cannot be saved.")
    if free < LITTLE_MB:
        return Line("Space", "note", says, f"Make room before it matters; under {NO_MB} MB saving is in danger.")
    return Line("Space", "ok", says)


def answers(settings: Settings) -> Line:
    if settings.database_url:
        return _answers_elsewhere(settings.database_url)
    path = settings.data / FILE_NAME
    if not path.exists():
        return Line("Answers", "ok", "None are saved yet; the first one makes the file.")
    do = "Put a backup in its place, as the README says, and start again."
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as connection:
            # Only a connection that may write takes its two helper files away again when it closes.
            connection.execute("PRAGMA query_only=ON")
            (found,) = connection.execute("PRAGMA quick_check").fetchone()
            if found != "ok":
                return Line("Answers", "bad", f"{path} is damaged: {found}.", do)
            (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            (number,) = connection.execute("SELECT count(*) FROM attempt").fetchone()
    except (sqlite3.Error, TypeError) as problem:
        return Line("Answers", "bad", f"{path} cannot be read: {problem}.", do)
    if revision not in REVISIONS:
        return Line("Answers", "bad", f"{path} comes from a newer Servelab.", "Update this one first.")
    older = "" if revision == HEAD else " The next start brings its tables up to date; make a backup first."
    return Line("Answers", "ok", f"{count(number, 'record')} in {path.name}, undamaged.{older}")


def key(settings: Settings) -> Line:
    if settings.secret_key:
        return Line("Cookie key", "ok", "Taken from SERVELAB_SECRET_KEY.")
    path = settings.data / KEY_FILE
    if not path.exists():
        return Line("Cookie key", "ok", "Not made yet; the first answer makes it.")
    try:
        read_key(path)
        is_exposed = os.name == "posix" and bool(path.stat().st_mode & OTHERS)
    except OSError as problem:
        return Line("Cookie key", "bad", f"{path} cannot be used ({problem.strerror}).", "Mend it or set the setting.")
    if is_exposed:
        state = "note" if is_loopback(settings.host) else "bad"
        return Line("Cookie key", state, f"Other users can read {path}.", f"Run: chmod 600 '{path}'")  # type: ignore[arg-type]
    return Line("Cookie key", "ok", "There, and for this user alone.")


def _answers_elsewhere(url: str) -> Line:
    store = Store(url)
    try:
        with store.reading():
            return Line("Answers", "ok", "In PostgreSQL, which answers.")
    except NotRead as problem:
        if problem.reason is Reason.EMPTY:
            return Line("Answers", "ok", "In PostgreSQL, which answers; the start makes the tables.")
        return Line("Answers", "bad", str(problem), "Start the database, or correct SERVELAB_DATABASE_URL.")
    finally:
        store.close()


def _there(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(each for each in (folder, *folder.parents) if each.exists())
