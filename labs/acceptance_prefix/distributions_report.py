"""The view by probabilities as a result: sentence, facts and figures for a close and a far draft.
It refuses to compute: it compares and words what labs/acceptance_prefix/judged.py gives."""

from dataclasses import replace

from labs.acceptance_prefix.columns import TYPED
from labs.acceptance_prefix.distributions_rows import drafts_table, lenience_table, output_table, tokens_table
from labs.acceptance_prefix.judged import Judged, judge
from labs.acceptance_prefix.settings import AcceptanceParams
from labs.acceptance_prefix.wording import amount
from labs.lab import Fact, Figure, Line, Result

NOTES = (
    "The shift, also called total variation, is half the sum of the differences between output and target, token by "
    "token. At lenience 0.2 the far draft of the defaults gives 0.2, 0.3 and 0.5 where the target has 0.6, 0.3 and "
    "0.1: differences of 0.4, 0 and 0.4, so a shift of 0.4.",
    "A shift of 0.4 means that 40 of 100 tokens would have to change to make the output's shares those of the "
    "target. An average over all callers hides it when the far draft serves few of them.",
    "An equality rule, which accepts a drafted token only when a sample of the target happens to equal it, keeps the "
    "output exact too and accepts far less.",
)


def report(params: AcceptanceParams) -> Result:
    """The result for two drafts of one target at one lenience."""
    close = judge(params.target_probs, params.close_probs, params.lenience)
    far = judge(params.target_probs, params.far_probs, params.lenience)
    says, because = _sentence(params, close, far)
    tables = (
        drafts_table(params, close, far),
        output_table(params, close, far),
        tokens_table(params, close, far),
        lenience_table(params),
    )
    return Result(says, because, _facts(params, close, far), tables, _figures(params, close, far), NOTES)


def _sentence(params: AcceptanceParams, close: Judged, far: Judged) -> tuple[str, str]:
    if params.lenience == 1:
        says = (
            f"The close draft is accepted {amount(close.accepted)} of the time and the far draft "
            f"{amount(far.accepted)}, and what comes out is the target's own distribution"
        )
        return says, "a refused token is replaced by one drawn from what the target has left over"
    says = (
        f"Lenience {amount(float(params.lenience))} accepts {amount(far.accepted)} of the far draft instead of "
        f"{amount(far.exact)}, and its output is {amount(far.shift)} away from the target"
    )
    if far.shift == 0:
        return says, "the far draft is the target's own distribution, so that none of its tokens is ever refused"
    where = "inside" if far.shift <= float(params.gate) else "outside"
    because = (
        "tokens now pass that the target would have refused, and nothing puts them right afterwards: "
        f"{where} the gate of {amount(float(params.gate))}, while the close draft is {amount(close.shift)} away"
    )
    return says, because


def _facts(params: AcceptanceParams, close: Judged, far: Judged) -> dict[str, Fact]:
    facts = {"answer": _share(far.accepted, "Accepted share, far draft", "spec_lenient_alpha")}
    for name, judged in (("close", close), ("far", far)):
        told = f"{name} draft"
        facts |= {
            f"{name}_accepted": _share(judged.accepted, f"Accepted share, {told}", "spec_lenient_alpha"),
            f"{name}_alpha": _share(judged.exact, f"Acceptance of the exact rule, {told}", "spec_rejection"),
            f"{name}_shift": replace(
                _share(judged.shift, f"Shift from the target, {told}", "spec_output_shift"), asked=3
            ),
            f"{name}_equality": _share(judged.equality, f"Equal to a sample of the target, {told}", "spec_rejection"),
            f"{name}_one_shot": _share(
                judged.one_shot, f"Kept by classical rejection, {told}", "spec_one_shot_rejection_alpha"
            ),
            f"{name}_inside": Fact(judged.shift <= float(params.gate), "", f"Inside the gate, {told}", source=TYPED),
        }
    facts["lenience"] = Fact(float(params.lenience), "", "Lenience", "assumed", asked=2, source=TYPED)
    facts["gate"] = Fact(float(params.gate), "", "Gate", "assumed", asked=2, source=TYPED)
    return facts


def _share(value: float, label: str, formula: str) -> Fact:
    return Fact(value, "", label, asked=2, formula=formula, source=TYPED)


def _why(params: AcceptanceParams, close: Judged, far: Judged) -> str:
    if params.lenience == 1:
        return "the exact rule puts every refusal right"
    if far.shift == close.shift == 0:
        return "both drafts are the target's own distribution"
    if far.shift == close.shift:
        return "as much of what each drafts too often now passes"
    more, less = ("far", "close") if far.shift > close.shift else ("close", "far")
    return f"more of what the {more} draft drafts too often now passes than of what the {less} one does"


def _figures(params: AcceptanceParams, close: Judged, far: Judged) -> tuple[Figure, ...]:
    if params.lenience == 1:
        bars = "Both outputs stand on the target's bars, because the exact rule loses nothing."
    elif far.shift == close.shift == 0:
        bars = "Both outputs stand on the target's bars, because both drafts are the target's own distribution."
    else:
        bars = (
            f"The far draft's output is {amount(far.shift)} and the close draft's {amount(close.shift)} away from the "
            "target, because lenience lets the drafts' own shares through."
        )
    line = (
        f"At lenience {amount(float(params.lenience))} the shift is {amount(far.shift)} for the far draft and "
        f"{amount(close.shift)} for the close one, because {_why(params, close, far)}."
    )
    return (
        Figure(
            name="output",
            kind="bar",
            table="output",
            x="token",
            y=("target", "close", "far"),
            summary=bars,
            x_title="Token",
            y_title="Probability that it comes out",
        ),
        Figure(
            name="lenience",
            kind="line",
            table="lenience",
            x="lenience",
            y=("close_shift", "far_shift"),
            summary=line,
            x_title="Lenience",
            y_title="Shift from the target",
            lines=(Line("gate", "gate"),),
        ),
    )
