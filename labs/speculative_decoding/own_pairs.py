"""Pairs of a user's own models as the form offers them, and a pair that can't be refused before a run is asked for.
It refuses to load models and to open their files where the registry knows enough."""

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Final

from labs.checkpoints import ALONE, Registry, refuse_bad_pair
from labs.decoding import CannotRun
from labs.lab import Files
from labs.offers import Offered
from labs.params import BadParams, FieldError
from labs.reading import MAX_TEXT
from labs.speculative_decoding.asked import pair_names
from labs.speculative_decoding.settings import LIVE, NUMPY, PairParams

NONE_HERE: Final = "None is registered here: servelab models add NAME PATH."
ALONE_TITLE: Final = "Without a second model"
# Pairs grow as the square of models; more than this nobody reads, and every page of the form would carry them.
MOST_LISTED: Final = 60
TOO_LONG: Final = f"Pairs of names that have more than {MAX_TEXT} characters together are left out."


def offered(files: Files) -> Offered:
    """Every pair of registered models, those with one tokenizer first, then models alone, then what is refused."""
    try:
        found = Registry(files.data).all()
    except CannotRun as problem:
        return Offered((), str(problem))
    pairs = [(f"{one.name}+{two.name}", two.has_tokens_of(one)) for one, two in permutations(found.values(), 2)]
    groups = {
        "One tokenizer": [name for name, is_one in pairs if is_one],
        ALONE_TITLE: [f"{name}+{draft}" for name in found for draft in ALONE],
        "Tokenizers differ: refused": [name for name, is_one in pairs if not is_one],
    }
    fitting = {title: [each for each in names if len(each) <= MAX_TEXT] for title, names in groups.items()}
    listed = _first(fitting)
    says = [TOO_LONG] if fitting != groups else [] if found else [NONE_HERE]
    if listed != fitting:
        here, total = (sum(map(len, each.values())) for each in (listed, fitting))
        says.append(
            f"{here} of {total:,} pairs are listed. Any other is asked for in the address: pair=TARGET%2BDRAFT."
        )
    return Offered(tuple((title, _shown(names)) for title, names in listed.items() if names), " ".join(says))


def _first(groups: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """As many as may be listed; what needs no second model always is, since that grows with the models only."""
    alone = groups[ALONE_TITLE]
    left = max(0, MOST_LISTED - len(alone))
    listed = {}
    for title, names in groups.items():
        listed[title] = names if names is alone else names[:left]
        left -= 0 if names is alone else len(listed[title])
    return listed


def _shown(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((name, name.replace("+", " + ")) for name in names)


def refuse(params: PairParams, files: Files) -> None:
    """BadParams beside the field for a name that is not registered or a draft with other tokens."""
    if params.view != LIVE or params.pair is None:
        return
    if params.device == NUMPY:
        says = "A pair of your own runs on PyTorch. Choose that, or leave the pair out."
        raise BadParams([FieldError("device", says)])
    try:
        refuse_bad_pair(Registry(files.data), *pair_names(params.pair))
    except CannotRun as problem:
        raise BadParams([FieldError("pair", str(problem))]) from problem
