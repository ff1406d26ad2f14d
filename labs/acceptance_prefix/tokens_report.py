"""The token view as a result: a verdict a position in words, the same as tiles, and the sentence.
It refuses to judge: labs/acceptance_prefix/tokens.py does."""

from labs.acceptance_prefix.columns import STATE, TYPED, WORDS, Row
from labs.acceptance_prefix.settings import AcceptanceParams
from labs.acceptance_prefix.tokens import ACCEPTED, ADDED, REJECTED, UNCHECKED, Place, Verdict, judge_tokens
from labs.lab import Column, Fact, Figure, Result, Table
from labs.units import count

MARKS = {ACCEPTED: "✓", REJECTED: "✗", UNCHECKED: "–", ADDED: "+"}
NOTES = (
    "Comparing tokens is the rule of greedy decoding. When tokens are drawn by chance the rule compares probabilities, "
    "and the useful part of a draft is still the part before the first refusal.",
)


def report(params: AcceptanceParams) -> Result:
    """The result for two lists of tokens."""
    verdict = judge_tokens(params.draft_tokens, params.target_tokens)
    says, because = _sentence(verdict)
    return Result(says, because, _facts(verdict), (_verdicts(verdict), _tiles(verdict)), (_figure(verdict),), NOTES)


def _sentence(verdict: Verdict) -> tuple[str, str]:
    says = f"{verdict.accepted} of {count(verdict.drafted, 'drafted token')} count"
    says += "s" if verdict.drafted == 1 else ""
    differs = verdict.first_difference
    if differs is not None:
        because = (
            f"checking stops at the first difference: at position {differs.position} the draft has {differs.draft} and "
            f"the target {differs.target}"
        )
        if verdict.late:
            later = "the match after it does" if verdict.late == 1 else f"the {verdict.late} matches after it do"
            because += f", and {later} not count: it was drafted to follow a wrong token"
            because = because.replace(": it was", ": they were") if verdict.late > 1 else because
        return says, because
    if verdict.accepted < verdict.drafted:
        return says, f"the target's list ends after {count(verdict.accepted, 'token')}, so nothing more can be compared"
    return says, "each equals the target's token in its place" + (
        ", and the target's next token comes with the same pass" if verdict.added else ""
    )


def _facts(verdict: Verdict) -> dict[str, Fact]:
    def tokens(value: int, label: str, formula: str = "prefix_match_length") -> Fact:
        return Fact(value, "tokens", label, formula=formula, source=TYPED)

    prefix = tokens(verdict.accepted, "Drafted tokens that count")
    checked = sum(place.state in (ACCEPTED, REJECTED) for place in verdict.places)
    useful = verdict.accepted / verdict.drafted
    return {
        "answer": prefix,
        "prefix_length": prefix,
        "drafted": Fact(verdict.drafted, "tokens", "Drafted tokens", "assumed", source=TYPED),
        "checked": tokens(checked, "Positions compared"),
        "unchecked": tokens(verdict.drafted - checked, "Positions not checked"),
        "late_matches": tokens(verdict.late, "Later matches, which do not count", ""),
        "added_tokens": tokens(verdict.added, "Tokens of the target's own", ""),
        "round_tokens": tokens(verdict.accepted + verdict.added, "Tokens that the round gives", ""),
        "useful_share": Fact(useful, "", "Accepted over drafted", asked=2, formula="ratio", source=TYPED),
    }


def _verdicts(verdict: Verdict) -> Table:
    columns = (
        Column("position", "Position", type="whole"),
        Column("draft", "Draft", type="whole"),
        Column("target", "Target", type="whole"),
        STATE,
        WORDS,
    )
    rows: tuple[Row, ...] = tuple(
        (place.position, place.draft, place.target, place.state, _words(place)) for place in verdict.places
    )
    return Table("verdicts", "The verdict on each position", columns, rows)


def _words(place: Place) -> str:
    if place.state == ACCEPTED:
        return "equal, and so was everything before it"
    if place.state == REJECTED:
        return f"different: the target's {place.target} takes this place and checking stops"
    if place.state == ADDED:
        return "nothing was drafted here: the same pass of the target gives one token more"
    if place.would_match:
        return "a later match does not count: it was drafted to follow another token"
    return "not compared: the target's list ended" if place.target is None else "not compared: checking has stopped"


def _tiles(verdict: Verdict) -> Table:
    columns = (
        Column("item", "Tile", type="text"),
        Column("tile", "Token and mark", type="text"),
        Column("lane", "Whose", type="text"),
        Column("places", "Places", type="whole"),
        STATE,
        WORDS,
    )
    rows: list[Row] = []
    for lane in ("draft", "target"):
        for place in verdict.places:
            token = place.draft if lane == "draft" else place.target
            if token is not None:
                state = ADDED if lane == "target" and place.state == REJECTED else place.state
                rows.append((f"{lane} {place.position}", f"{token} {MARKS[state]}", lane, 1, state, _words(place)))
    return Table("tiles", "The same as tiles, from left to right", columns, tuple(rows))


def _figure(verdict: Verdict) -> Figure:
    kept = count(verdict.accepted, "tile")
    differs = verdict.first_difference
    stop = f"position {differs.position} differs" if differs else "no position differs"
    return Figure(
        name="tiles",
        kind="stacked",
        table="tiles",
        x="tile",
        y=("places",),
        summary=f"{kept} of the draft {'is' if verdict.accepted == 1 else 'are'} accepted, because {stop}.",
        x_title="Position in the text",
        y_title="",
        group="lane",
        state="state",
    )
