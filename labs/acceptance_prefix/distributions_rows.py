"""The tables of the view by probabilities: each draft in a row, each token in a row, and the same over lenience.
It refuses to word sentences for the whole."""

from collections.abc import Sequence
from decimal import Decimal

from labs.acceptance_prefix.columns import ITEM, STATE, WORDS, Row
from labs.acceptance_prefix.judged import Forgiven, Judged, forgive
from labs.acceptance_prefix.settings import AcceptanceParams
from labs.acceptance_prefix.wording import amount
from labs.lab import Column, Table
from labs.speculation_rejection import spec_rejection

TOKEN = Column("token", "Token", type="text")


def _share(name: str, label: str) -> Column:
    return Column(name, label)


def drafts_table(params: AcceptanceParams, close: Judged, far: Judged) -> Table:
    """Accepted share, shift and gate of both drafts, beside what other rules would accept."""
    columns = (
        ITEM,
        _share("accepted", "Accepted"),
        _share("alpha", "Exact rule"),
        _share("equality", "Equality rule"),
        _share("one_shot", "Classical rejection"),
        _share("shift", "Shift"),
        STATE,
        WORDS,
    )
    rows = (_draft_row("Close draft", close, params), _draft_row("Far draft", far, params))
    return Table("drafts", f"What is accepted and what it costs at lenience {params.lenience:f}", columns, rows)


def _draft_row(item: str, judged: Judged, params: AcceptanceParams) -> Row:
    state = "inside the gate" if judged.shift <= float(params.gate) else "outside the gate"
    if params.lenience == 1:
        words = "exact: the output is the target's, whatever the draft"
    elif judged.shift == 0:
        words = "no shift: the lenience changed nothing here"
    else:
        gained = amount(judged.accepted - judged.exact)
        words = f"{gained} more accepted, paid with {amount(judged.shift)} of the target's shares"
    shares = (judged.accepted, judged.exact, judged.equality, judged.one_shot, judged.shift)
    return (item, *shares, state, words)


def output_table(params: AcceptanceParams, close: Judged, far: Judged) -> Table:
    """How often each token comes out with each draft, beside the target."""
    columns = (
        TOKEN,
        _share("target", "Target"),
        _share("close", "Output, close draft"),
        _share("far", "Output, far draft"),
        WORDS,
    )
    rows = tuple(
        (f"token {place}", float(wanted), near, distant, _output_words(float(wanted), near, distant))
        for place, (wanted, near, distant) in enumerate(
            zip(params.target_probs, close.output, far.output, strict=True), start=1
        )
    )
    return Table("output", "How often each token comes out", columns, rows)


def _output_words(wanted: float, near: float, distant: float) -> str:
    told = []
    for name, value in (("close", near), ("far", distant)):
        if value != wanted:
            told.append(f"{name} draft {amount(abs(value - wanted))} too {'often' if value > wanted else 'seldom'}")
    return ", ".join(told) or "as the target has it"


def tokens_table(params: AcceptanceParams, close: Judged, far: Judged) -> Table:
    """Each token of each draft: both probabilities, the chance that it is accepted, and the residual."""
    columns = (
        ITEM,
        _share("p", "Target p"),
        _share("q", "Draft q"),
        _share("chance", "Accepted if drafted"),
        _share("residual", "Drawn after a refusal"),
        WORDS,
    )
    rows: list[Row] = []
    for name, probs, judged in (("Close", params.close_probs, close), ("Far", params.far_probs, far)):
        residual = judged.residual or (None,) * len(probs)
        for place, (p, q) in enumerate(zip(params.target_probs, probs, strict=True)):
            words = _token_words(float(p), float(q), judged.chances[place], residual[place])
            item = f"{name} draft, token {place + 1}"
            rows.append((item, float(p), float(q), judged.chances[place], residual[place], words))
    return Table(
        "tokens", "Each token: how often it is accepted, and what replaces a refused one", columns, tuple(rows)
    )


def _token_words(p: float, q: float, chance: float | None, residual: float | None) -> str:
    never = "the draft never proposes it, so there is nothing to accept" if chance is None else ""
    nothing = "nothing is ever refused, so there is nothing to draw" if residual is None else ""
    if chance is None or residual is None:
        return "; ".join(each for each in (never, nothing) if each)
    if chance < 1:
        return "drafted too often: some are refused"
    if p >= q:
        return "drafted no more often than the target wants: always accepted"
    return "drafted too often, and all of them pass: the lenience lets them"


def lenience_table(params: AcceptanceParams) -> Table:
    """Accepted share and shift of both drafts over lenience."""
    columns = (
        Column("lenience", "Lenience"),
        _share("close_accepted", "Close, accepted"),
        _share("far_accepted", "Far, accepted"),
        _share("close_shift", "Close draft"),
        _share("far_shift", "Far draft"),
    )
    swept = sorted({Decimal(each) / 20 for each in range(1, 21)} | {params.lenience})
    close, far = (
        _over(params.target_probs, params.close_probs, swept),
        _over(params.target_probs, params.far_probs, swept),
    )
    rows = tuple(
        (float(lenience), one.accepted, other.accepted, one.shift, other.shift)
        for lenience, one, other in zip(swept, close, far, strict=True)
    )
    return Table("lenience", "The same over lenience", columns, rows, now=swept.index(params.lenience))


def _over(target: Sequence[Decimal], draft: Sequence[Decimal], swept: Sequence[Decimal]) -> list[Forgiven]:
    """One draft at each lenience; what does not depend on it is computed once."""
    p, q = [float(each) for each in target], [float(each) for each in draft]
    residual = spec_rejection(p, q)["residual"]
    return [forgive(p, q, residual, float(lenience)) for lenience in swept]
