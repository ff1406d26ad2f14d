"""The come-back code: five words that bring a learner back on another browser; only a slow hash of it is kept.
It refuses to know learners, tables and who asks how often."""

import hashlib
import re
import secrets
from functools import cache
from importlib.resources import files

NUM_WORDS = 5
SALT = "code_salt"
# 50 bits are in a code, so a guess must cost: 16 MiB and some 50 ms each.
SCRYPT_COST, SCRYPT_BLOCK, SCRYPT_BYTES = 2**14, 8, 64 * 1024 * 1024


@cache
def words() -> tuple[str, ...]:
    """The 1,024 words of the list."""
    return tuple(files("app.store").joinpath("words.txt").read_text(encoding="ascii").split())


def new_code() -> str:
    """Five words drawn by the system's source of randomness, with blanks between."""
    return " ".join(secrets.choice(words()) for _ in range(NUM_WORDS))


def tidy_code(typed: str) -> str | None:
    """A typed code in its one form: capitals, commas, hyphens and extra blanks do not matter. None when it is none."""
    found = re.findall(r"[a-z]+", typed[:200].lower())
    return " ".join(found) if len(found) == NUM_WORDS and set(found) <= set(words()) else None


def code_hash(code: str, salt: str) -> str:
    """The hash that is stored, in 64 hexadecimal digits; `code` is in its one form, `salt` is this installation's."""
    made = hashlib.scrypt(
        code.encode(), salt=salt.encode(), n=SCRYPT_COST, r=SCRYPT_BLOCK, p=1, maxmem=SCRYPT_BYTES, dklen=32
    )
    return made.hex()
