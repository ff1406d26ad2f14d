"""Random settings of any lab, as text, inside what it declares; combinations that it refuses are left out.
It refuses to know any single lab."""

from decimal import Decimal

from hypothesis import assume
from hypothesis import strategies as st

from labs import BadParams, Lab, Params, Spec, as_text, describe, parse


def texts(spec: Spec) -> st.SearchStrategy[str]:
    """A text that the setting accepts by itself."""
    if spec.kind == "yesno":
        return st.sampled_from(("yes", "no"))
    if spec.kind == "choice":
        return st.sampled_from(tuple(spec.choices))
    if spec.kind == "choices":
        return st.lists(st.sampled_from(tuple(spec.choices)), unique=True, max_size=2).map(",".join)
    if spec.kind == "whole":
        return st.integers(int(spec.low), int(spec.high)).map(str) | st.just(as_text(spec.default))
    if spec.kind == "file":
        return st.just("")
    if spec.kind == "words":
        return st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=64).filter(
            lambda text: text.strip()
        )
    if spec.kind == "groups":
        return groups(spec)
    if spec.kind == "numbers":
        one = st.integers(int(spec.low), int(spec.high)).map(str) if spec.item == "whole" else decimals(spec)
        return st.lists(one, min_size=1, max_size=spec.items).map(",".join)
    return decimals(spec)


def decimals(spec: Spec) -> st.SearchStrategy[str]:
    return st.decimals(spec.low, spec.high, places=3).map(lambda value: as_text(Decimal(value)))


def groups(spec: Spec) -> st.SearchStrategy[str]:
    """One group a name, its acceptance in hundredths."""
    one = st.tuples(st.sampled_from(("english", "code", "rare", "unseen")), st.integers(0, 100), decimals(spec))
    listed = st.lists(one, min_size=1, max_size=spec.items, unique_by=lambda each: each[0])
    return listed.map(lambda found: ",".join(f"{name}:{share / 100}:{weight}" for name, share, weight in found))


@st.composite
def params_of(draw: st.DrawFn, lab: Lab) -> Params:
    """Settings of a lab: a few moved, the others as declared."""
    specs = {spec.name: spec for spec in describe(lab)}
    moved = draw(st.lists(st.sampled_from(tuple(specs)), unique=True, max_size=5))
    pairs = [(name, draw(texts(specs[name]))) for name in specs if name in moved and name not in lab.quick]
    given = [(name, text) for name, text in pairs if text or specs[name].kind == "choices"]
    try:
        return parse(lab, [*lab.quick.items(), *given])
    except BadParams:
        assume(False)
        raise
