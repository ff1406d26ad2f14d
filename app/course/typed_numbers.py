"""Numbers as people type them: separators, decimal commas, powers of ten, blanks, units of the same kind.
It refuses to judge them; what cannot be read is told, for it is not a wrong answer.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

MOST: Final = 64
MOST_EXPONENT: Final = 99
SPACES: Final = re.compile(r"[\s\u00a0\u2009\u202f_']+")
NUMBER: Final = re.compile(r"(?P<digits>[+-]?[\d.,]*\d[\d.,]*)(?:[eE](?P<power>[+-]?\d{1,3}))?(?P<unit>.*)", re.ASCII)
GROUPED: Final = re.compile(r"[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*", re.ASCII)
DOUBTFUL: Final = re.compile(
    r"^[~$+\-\u2212]*(?P<whole>[1-9]\d{0,2})(?P<mark>[.,])(?P<part>\d{3})(?![\d.,eE])", re.ASCII
)
BYTES: Final = {name: 10 ** (3 * place) for place, name in enumerate(("B", "kB", "MB", "GB", "TB", "PB"))}
IBYTES: Final = {name: 2 ** (10 * place) for place, name in enumerate(("KiB", "MiB", "GiB", "TiB", "PiB"), 1)}
SECONDS: Final = {"s": "1", "ms": "0.001", "us": "0.000001", "µs": "0.000001", "min": "60", "h": "3600"}
# Unit -> what it measures and how many of the smallest it is.
UNITS: Final[Mapping[str, tuple[str, Decimal]]] = {
    **{name: ("memory", Decimal(size)) for name, size in (*BYTES.items(), *IBYTES.items())},
    **{name: ("time", Decimal(size)) for name, size in SECONDS.items()},
    "%": ("share", Decimal("0.01")),
    "": ("share", Decimal(1)),
}
ALIASES: Final[Mapping[str, str]] = {
    "b": "B", "byte": "B", "bytes": "B", "kb": "kB", "mb": "MB", "gb": "GB", "tb": "TB", "kib": "KiB", "mib": "MiB",
    "gib": "GiB", "tib": "TiB", "sec": "s", "second": "s", "seconds": "s", "minutes": "min", "hours": "h",
    "percent": "%", "$": "$",
}  # fmt: skip


class NotRead(ValueError):
    """What was typed is no number here; the text says what was found and what to type."""


def read_number(text: str, unit: str = "") -> Decimal:
    """The number in `unit`. `1,234` and `1 234` are thousands, `0,5` and `1,5` have a decimal comma. Raises NotRead."""
    typed = text.strip()
    if not typed:
        raise NotRead(f"Nothing is typed here. Type a number{_of(unit)}.")
    if len(typed) > MOST:
        raise NotRead(f"{len(typed)} characters are too many for a number; {MOST} are allowed.")
    tight = SPACES.sub("", typed).removeprefix("$").removeprefix("~").replace("\u2212", "-")
    match = NUMBER.fullmatch(tight)
    digits = _plain(match["digits"]) if match else None
    if match is None or digits is None or abs(int(match["power"] or 0)) > MOST_EXPONENT:
        raise NotRead(f'"{_shown(typed)}" was not read as a number. Type one such as 1234.5 or 1.2e9{_of(unit)}.')
    value = Decimal(digits).scaleb(int(match["power"] or 0))
    return value * _factor(match["unit"], unit, typed)


def read_as(text: str, unit: str, answer: Decimal) -> Decimal:
    """As `read_number`, for an answer whose kind is known: half the world writes `60.060` for 60,060 and half `1,428`
    for 1.428. Where that mark decides between a whole number and a broken one, it is asked for and not guessed."""
    value = read_number(text, unit)
    match = DOUBTFUL.search(SPACES.sub("", text))
    if match and (match["mark"] == ".") == (answer == answer.to_integral_value()):
        whole, broken = match["whole"] + match["part"], f"{match['whole']}.{match['part']}"
        # With a fourth decimal the point is one everywhere.
        broken += "0" if match["mark"] == "." else ""
        raise NotRead(
            f'"{_shown(text.strip())}" is {whole} in some countries and {broken} in others. Type one of these.'
        )
    return value


def undoubted(text: str) -> str:
    """What `read_as` asks about, written so that it means what `read_number` takes it for; any other text as it is."""
    tight = SPACES.sub("", text)
    match = DOUBTFUL.search(tight)
    if match is None:
        return text
    rest = tight[match.end("part") :]
    if match["mark"] == ".":
        return f"{tight[: match.end('part')]}0{rest}"
    return f"{tight[: match.start('mark')]}{match['part']}{rest}"


def _plain(digits: str) -> str | None:
    """Digits with a point at most; None when the separators make no sense."""
    sign, bare = (digits[0], digits[1:]) if digits[0] in "+-" else ("", digits)
    last = max(bare.rfind("."), bare.rfind(","))
    if last < 0:
        return sign + bare
    if GROUPED.fullmatch(bare) and not (bare.count(".") == 1 and "," not in bare):
        return sign + bare.replace(",", "").replace(".", "")
    whole, part = bare[:last], bare[last + 1 :]
    if not part.isdigit() and part:
        return None
    if ("." in whole or "," in whole) and not GROUPED.fullmatch(whole):
        return None
    if bare[last] in whole:
        return None
    plain = whole.replace(",", "").replace(".", "")
    return f"{sign}{plain or '0'}.{part or '0'}"


def _factor(given: str, wanted: str, typed: str) -> Decimal:
    """How many of the wanted unit one of the given is; a blank unit is the wanted one."""
    if not given or _is_same_word(given, wanted):
        return Decimal(1)
    named, into = ALIASES.get(given.lower(), given), ALIASES.get(wanted.lower(), wanted)
    if named == into:
        return Decimal(1)
    if named in UNITS and into in UNITS and UNITS[named][0] == UNITS[into][0]:
        return UNITS[named][1] / UNITS[into][1]
    raise NotRead(f'The unit "{_shown(given)}" in "{_shown(typed)}" does not fit here. Type a number{_of(wanted)}.')


def _is_same_word(given: str, wanted: str) -> bool:
    one, other = SPACES.sub("", given).casefold(), SPACES.sub("", wanted).casefold()
    return one == other or (len(one) > 2 and one.rstrip("s") == other.rstrip("s"))


def _of(unit: str) -> str:
    return f", in {unit}" if unit else ""


def _shown(text: str) -> str:
    shown = "".join(each if each.isprintable() else "?" for each in text[:24])
    return shown + ("…" if len(text) > 24 else "")
