"""The secret that signs cookies: SERVELAB_SECRET_KEY, or a key file in the data folder that is made on first need.
It refuses to invent a key that is not kept, since a restart would then lose every learner."""

import errno
import hashlib
import os
import secrets
import stat
from pathlib import Path

from itsdangerous import BadSignature, Signer

from app.config import MIN_SECRET_LENGTH, Settings
from app.listen import is_loopback
from app.store import NotSaved, Reason

KEY_FILE = "cookie-key"
KEY_BYTES = 32
OTHERS = stat.S_IRWXG | stat.S_IRWXO


class KeyExposed(Exception):
    """The key file cannot be trusted on a network; the message says what to do."""


class Seal:
    """Signs and reads the cookie's text. The key is read once, so that a lost file does not change it meanwhile."""

    def __init__(self, settings: Settings) -> None:
        self._path = settings.data / KEY_FILE
        self._key = settings.secret_key

    def has_key(self) -> bool:
        """Whether there is a key, without making one."""
        if self._key is None:
            try:
                self._key = read_key(self._path)
            except OSError:
                return False
        return True

    def make_key(self) -> None:
        """Make the key file when there is no key yet. Raises NotSaved."""
        if self._key is None:
            try:
                self._key = keep_key(self._path)
            except OSError as problem:
                raise NotSaved(Reason.NO_KEY) from problem

    def cookie_name(self) -> str:
        """Another one for each key: browsers share cookies among the ports of a host, and servers must not clash."""
        assert self._key is not None
        return f"servelab-{hashlib.sha256(b'name:' + self._key.encode()).hexdigest()[:8]}"

    def sign(self, text: str) -> str:
        return self._signer().sign(text).decode()

    def unsign(self, signed: str) -> str | None:
        """The text, or None when this server did not sign it."""
        try:
            return self._signer().unsign(signed).decode()
        except (BadSignature, UnicodeError):
            return None

    def _signer(self) -> Signer:
        assert self._key is not None
        return Signer(self._key, salt="servelab.learner", digest_method=hashlib.sha256, key_derivation="hmac")


def key_in_danger(settings: Settings) -> str | None:
    """A warning about the key, or None. Raises KeyExposed when others can reach this server and the key is not safe.

    Beyond this machine the key file is as good as the setting, but only when it exists and no other user can read it.
    """
    if settings.secret_key:
        return None
    path = settings.data / KEY_FILE
    try:
        keep_key(path)
        is_exposed = os.name == "posix" and bool(path.stat().st_mode & OTHERS)
    except OSError as problem:
        words = f"The key file {path} cannot be used ({problem.strerror}), so no answers are saved."
    else:
        if not is_exposed:
            return None
        words = f"Other users of this machine can read the key file {path}. Run: chmod 600 '{path}'"
    if is_loopback(settings.host):
        return words
    raise KeyExposed(f"{words} Listening on {settings.host} needs a safe key: mend that, or set SERVELAB_SECRET_KEY.")


def read_key(path: Path) -> str:
    """The key in a file. Raises OSError, also when the file holds no key."""
    key = path.read_text(encoding="ascii", errors="replace").strip()
    if len(key) < MIN_SECRET_LENGTH:
        raise OSError(errno.EINVAL, "it holds no key; delete it and a new one is made", str(path))
    return key


def keep_key(path: Path) -> str:
    """The key in a file, made now when there is none. Raises OSError."""
    if not path.exists():
        _write_key(path)
    return read_key(path)


def _write_key(path: Path) -> None:
    """Write a key under another name first, so that an interrupted start leaves no half of one."""
    part = path.with_name(f"{KEY_FILE}.{secrets.token_hex(4)}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        # Unlike a rename, a link fails where another start was first; its key is the one.
        os.link(part, path)
    except FileExistsError:
        return
    finally:
        part.unlink(missing_ok=True)
