"""Values from outside, read strictly from text, all faults told at once in the reader's words.
It refuses to know forms, pages and what a lab computes."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from difflib import get_close_matches
from typing import TypeVar

from labs.params import LISTS, BadParams, FieldError, Group, ParamKind, Params, Spec, Value, describe
from labs.units import count

P = TypeVar("P", bound=Params)
MAX_TEXT = 64
MAX_DECIMALS = 12
# More of them on one page help nobody.
MOST_UNKNOWN = 12
WHOLE = re.compile(r"-?(0|[1-9]\d*)", re.ASCII)
SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)
WORDS = re.compile(r"[ -~]+", re.ASCII)
NAME = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)
DECIMAL = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?", re.ASCII)
# As many people write a half; `_number` puts the nought before the point.
BEGINS_WITH_POINT = re.compile(r"-?\.\d", re.ASCII)
OTHER_MARKS = re.compile(r"[0-9a-z][;| \t]+[-.0-9a-z]", re.ASCII)


class Refused(ValueError):
    """One value that cannot be read; the text is the sentence for the reader."""


def parse(params: type[P], pairs: Iterable[tuple[str, str]]) -> P:
    """The parameters from (name, text) pairs; BadParams with every fault of every value at once."""
    given: dict[str, list[str]] = {}
    for name, text in pairs:
        given.setdefault(name, []).append(text)
    specs = {spec.name: spec for spec in describe(params)}
    values: dict[str, Value] = {}
    errors: list[FieldError] = []
    for spec in specs.values():
        if spec.name in given:
            try:
                values[spec.name] = read(spec, given[spec.name])
            except Refused as refused:
                errors.append(FieldError(spec.name, str(refused)))
    errors += _all_unknown([name for name in given if name not in specs], specs)
    if errors:
        raise BadParams(errors)
    run = params(**values)
    problems = run.problems()
    if problems:
        raise BadParams(FieldError(name, sentence) for name, sentence in problems.items())
    return run


def _all_unknown(names: Sequence[str], specs: Mapping[str, Spec]) -> list[FieldError]:
    errors = [FieldError(quote(name), _unknown(name, specs)) for name in names[:MOST_UNKNOWN]]
    more = len(names) - len(errors)
    if more:
        errors.append(FieldError(quote(names[-1]), f"{count(more, 'more name')} like these are no settings of it."))
    return errors


def _unknown(name: str, specs: Mapping[str, Spec]) -> str:
    near = get_close_matches(name[:MAX_TEXT], specs, n=1)
    hint = f'Did you mean "{near[0]}"?' if near else f"It has {', '.join(specs)}."
    return f'This lab has no setting "{quote(name)}". {hint}'


def quote(text: str) -> str:
    """At most 40 characters of what was given, safe to show: control characters become escapes."""
    shown = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text[:40])
    return shown + ("…" if len(text) > 40 else "")


def read(spec: Spec, texts: list[str]) -> Value:
    """The value of one parameter from what was given for it; Refused with the sentence to show."""
    if spec.kind == "choices":
        return _choices(spec, texts)
    if spec.kind in LISTS and texts != [""]:
        return _list(spec, [each for text in texts for each in _parted(text)])
    if len(texts) > 1:
        raise Refused(f"{spec.label} was given {len(texts)} times. Give it once.")
    text = texts[0]
    if text == "":
        if spec.optional:
            return None
        raise Refused(f"{spec.label} is empty. {allowed(spec)}")
    if len(text) > MAX_TEXT:
        raise Refused(f"{spec.label} has {len(text):,} characters; {MAX_TEXT} are allowed. {allowed(spec)}")
    if spec.kind == "yesno":
        if text in ("yes", "no"):
            return text == "yes"
        raise Refused(f'{spec.label} is "{quote(text)}". {allowed(spec)}')
    if spec.kind == "file":
        return _file(spec, text)
    if spec.kind == "words":
        return _words(spec, text)
    return _choice(spec, text) if spec.kind == "choice" else _number(spec, text)


def _file(spec: Spec, text: str) -> str:
    if not SHA256.fullmatch(text):
        raise Refused(f'{spec.label} is "{quote(text)}", which names no file. {allowed(spec)}')
    return text


def _words(spec: Spec, text: str) -> str:
    if not WORDS.fullmatch(text) or text.isspace():
        raise Refused(f'{spec.label} is "{quote(text)}". {allowed(spec)}')
    return text


def _parted(text: str) -> list[str]:
    """The values of a list: commas part them, and blanks beside a comma are of no account."""
    first, *others = text.split(",")
    if not others:
        return [first]
    *between, last = others
    return [first.rstrip(" "), *(each.strip(" ") for each in between), last.lstrip(" ")]


def _list(spec: Spec, texts: list[str]) -> tuple[int | Decimal | Group, ...]:
    """The values of a list, each read as strictly as a single one and refused by its place."""
    joined = next((each for each in texts if len(each) <= MAX_TEXT and OTHER_MARKS.search(each)), None)
    if joined is not None:
        raise Refused(f'{spec.label} has "{quote(joined)}". Commas part the {spec.kind}. {allowed(spec)}')
    if len(texts) > spec.items:
        raise Refused(f"{spec.label} has {len(texts):,} values; {spec.items} are allowed. {allowed(spec)}")
    if spec.kind == "numbers":
        places = (f"{spec.label}, number {place}," for place in range(1, len(texts) + 1))
        return tuple(_part(spec, place, text) for place, text in zip(places, texts, strict=True))
    groups = tuple(_group(spec, text) for text in texts)
    names = [each.name for each in groups]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise Refused(f"{spec.label} names {quote(twice[0])} twice. {allowed(spec)}")
    return groups


def _group(spec: Spec, text: str) -> Group:
    if len(text) > MAX_TEXT:
        raise Refused(f"{spec.label}: a group has {len(text):,} characters; {MAX_TEXT} are allowed. {allowed(spec)}")
    name, *numbers = text.split(":")
    if len(numbers) != 2 or not NAME.fullmatch(name):
        raise Refused(f'{spec.label} has "{quote(text)}", which is not name:acceptance:weight. {allowed(spec)}')
    weight = replace(spec, item="decimal")
    share = replace(weight, low=Decimal(0), high=Decimal(1))
    accepted = _part(share, f"{spec.label}, acceptance of {name},", numbers[0])
    weighs = _part(weight, f"{spec.label}, weight of {name},", numbers[1])
    return Group(name, Decimal(accepted), Decimal(weighs))


def _part(spec: Spec, place: str, text: str) -> int | Decimal:
    """One number of a list, read as a parameter of its own that is named by its place."""
    kind: ParamKind = "whole" if spec.item == "whole" else "decimal"
    value = read(replace(spec, kind=kind, label=place, optional=False), [text])
    if not isinstance(value, int | Decimal):
        raise TypeError(f"{place} was read as {value!r}, which is no number of a list")
    return value


def _number(spec: Spec, text: str) -> Value:
    pattern = WHOLE if spec.kind == "whole" else DECIMAL
    written = text.replace(".", "0.", 1) if BEGINS_WITH_POINT.match(text) else text
    if not pattern.fullmatch(written):
        raise Refused(f'{spec.label} is "{quote(text)}", which is {_not_a_number(spec, text)}. {allowed(spec)}')
    number = Decimal(written)
    if not spec.low <= number <= spec.high:
        raise Refused(f"{spec.label} is {quote(text)}, out of range. {allowed(spec)}")
    if number == 0:
        number = Decimal(0)
    if spec.kind == "decimal" and number != round(number, MAX_DECIMALS):
        raise Refused(f"{spec.label} is {quote(text)}, finer than {MAX_DECIMALS} decimals. {allowed(spec)}")
    if spec.kind == "whole":
        return int(number)
    return number if spec.kind == "decimal" else float(number)


def _not_a_number(spec: Spec, text: str) -> str:
    whole = spec.kind == "whole" and DECIMAL.fullmatch(text)
    if whole:
        return "not written as a whole number"
    if text != text.strip():
        return "written with a space"
    if text.startswith("+"):
        return "written with a plus sign"
    if "," in text:
        return "not a number here: write a decimal point, and no separators"
    return "not a whole number" if spec.kind == "whole" else "not a number"


def _choice(spec: Spec, text: str) -> str:
    if text in spec.choices:
        return text
    near = get_close_matches(text, spec.choices, n=1)
    hint = f' Did you mean "{near[0]}"?' if near else ""
    raise Refused(f'{spec.label} is "{quote(text)}".{hint} {allowed(spec)}')


def _choices(spec: Spec, texts: list[str]) -> tuple[str, ...]:
    chosen = [each for text in texts for each in _parted(text) if each]
    if len(chosen) > len(spec.choices) or len(set(chosen)) < len(chosen):
        raise Refused(f"{spec.label} names something twice. {allowed(spec)}")
    for each in chosen:
        _choice(spec, each)
    return tuple(each for each in spec.choices if each in chosen)


def allowed(spec: Spec) -> str:
    """What may be given, as an instruction."""
    if spec.kind == "yesno":
        return "Choose yes or no."
    if spec.kind == "file":
        return "Give a file in the form below, or the 64 hexadecimal digits of one given earlier."
    if spec.kind == "words":
        return f"Type at most {MAX_TEXT} letters, digits and signs of plain ASCII, in one line."
    if spec.kind in ("choice", "choices"):
        return f"Choose {'one of' if spec.kind == 'choice' else 'from'} {', '.join(spec.choices)}."
    if spec.kind == "groups":
        return f"Type 1 to {spec.items} groups as name:acceptance:weight, with commas between."
    if spec.kind == "numbers":
        each = f"{'whole numbers' if spec.item == 'whole' else 'numbers'} from {spec.low:,f} to {spec.high:,f}"
        return f"Type 1 to {spec.items} {each}, with commas between."
    noun = "a whole number" if spec.kind == "whole" else "a number"
    unit = f" {spec.unit}" if spec.unit else ""
    return f"Type {noun} from {spec.low:,f} to {spec.high:,f}{unit}."
