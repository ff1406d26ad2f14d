"""A kept result run again: the same, or made with another version and which numbers differ, old and new.
It refuses to decide where and how often a lab runs; the run is passed in."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.release.kept import BadAddress, Kept, Number, Numbers, from_json, numbers_of, read_address
from labs import BadParams, Lab, Params, Result, Scalar, TooMuchAtOnce, digest, number

Run = Callable[[Lab, Params], Result]
NOTHING = "not there"


@dataclass(frozen=True)
class Difference:
    """One number that is another now; both in words with their units."""

    name: str
    then: str
    now: str


@dataclass(frozen=True)
class Again:
    """What came of the second run. `is_same` says that the digest is that of then, or each named number is."""

    is_same: bool
    says: str
    differences: tuple[Difference, ...] = ()


def run_again(kept: Kept, run: Run) -> Again:
    """Run the address of a kept result again and compare."""
    try:
        lab, params = read_address(kept.address)
        result = run(lab, params)
    except TooMuchAtOnce:
        return Again(False, "It takes longer to run again than a page may: `servelab verify` does it in a terminal.")
    except BadAddress as bad:
        return Again(False, f"It cannot be run again here: {bad}")
    except BadParams as bad:
        return Again(False, f"It cannot be run again here: {' '.join(error.message for error in bad.errors)}")
    return compare(kept, lab, params, result)


def compare(kept: Kept, lab: Lab, params: Params, result: Result) -> Again:
    """The kept result against a run of the lab as it is now."""
    made = f"Made with version {kept.version}; version {lab.version} gives"
    if str(lab.version) == kept.version:
        made = f"Made with version {kept.version} and run again with it"
    is_same = digest(lab, params, result) == kept.digest
    try:
        then = from_json(kept.numbers)
    except ValueError as unread:
        return Again(is_same, f"{made}: the same." if is_same else f"{made}: another digest. {unread}")
    if then is None:
        unkept = "another digest. The numbers of then were not kept, so none can be named."
        return Again(is_same, f"{made}: {'the same.' if is_same else unkept}")
    return _told(made, is_same, then, numbers_of(lab, params, result))


def _told(made: str, is_same: bool, then: Numbers, now: Numbers) -> Again:
    """Units are compared even when the digest, which leaves them out, is the same."""
    found = (*_facts(then.facts, now.facts), *_settings(then.settings, now.settings), *_tables(then.tables, now.tables))
    if not found and is_same:
        return Again(True, f"{made}: the same.")
    if not found:
        added = sorted((now.facts.keys() - then.facts.keys()) | (now.settings.keys() - then.settings.keys()))
        if added:
            return Again(True, f"{made}: the same numbers as then. New since: {', '.join(added)}.")
        return Again(False, f"{made}: another digest, though each number is the same. The kept digest was changed.")
    return Again(
        False, f"{made}: {'1 number differs' if len(found) == 1 else f'these {len(found)} numbers differ'}.", found
    )


def _facts(then: Mapping[str, Number], now: Mapping[str, Number]) -> Iterator[Difference]:
    for name, old in then.items():
        new = now.get(name)
        if new is None:
            yield Difference(old.label, _words(old), NOTHING)
        elif (old.value, old.unit) != (new.value, new.unit):
            is_seen = _words(old) != _words(new)
            yield Difference(new.label, _words(old, is_seen), _words(new, is_seen))


def _settings(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Difference]:
    """An address holds only what differs from the defaults, so a new default moves an old result."""
    for name, old in then.items():
        if name not in now:
            yield Difference(f"setting {name}", str(old), NOTHING)
        elif now[name] != old:
            yield Difference(f"setting {name}", str(old), str(now[name]))


def _tables(then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Difference]:
    for name, old in then.items():
        if now.get(name) != old:
            said = "other rows" if name in now else NOTHING
            yield Difference(f"table {name}", "its rows of then", said)


def _words(each: Number, is_rounded: bool = True) -> str:
    """Rounded for the eye, or in full where that would hide the difference."""
    return f"{_value(each.value, is_rounded)} {each.unit}".strip()


def _value(value: Scalar, is_rounded: bool) -> str:
    if value is None:
        return "not defined"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    return number(value) if is_rounded else repr(value)
