"""What a release that goes out breaks of the contract, by the numbers of the lesson's own runs.
It refuses to judge a release that the lesson did not run; it says so.
"""

from app.course.fallbacks import names
from app.course.lesson import ContractLine
from app.course.plain import plain
from labs import number, quote


def contract_words(contract: tuple[ContractLine, ...], release: str) -> str:
    """How the named release stands against each line, and what to write; empty without a contract or a name."""
    if not contract or not release.strip():
        return ""
    known = dict.fromkeys(name for line in contract for name, *_ in line.releases)
    held = [name for name in known if names(name, release)]
    # R11 on eleven cards is not R11.
    meant = [name for name in held if not any(name != other and names(name, other) for other in held)]
    if not meant:
        return (
            f'Which lines of the contract "{quote(release)}" breaks is not known here; this lesson ran '
            f"{', '.join(known)}. Write into your note which lines it keeps, and how anybody can check that."
        )
    said = [_standing(contract, name) for name in meant]
    if any(release.strip().casefold() != name.casefold() for name in meant):
        said.append("If yours differs from that, write how yours was checked.")
    return " ".join(said)


def breaks(contract: tuple[ContractLine, ...], name: str) -> tuple[str, ...]:
    """The lines that a release of the lesson breaks, each with its number and its limit in words."""
    return tuple(
        f"{plain(line.says)} is {words}, and at most {number(float(line.most))} {line.unit}".rstrip() + " is allowed"
        for line in contract
        for known, value, words in line.releases
        if known == name and value > line.most
    )


def _standing(contract: tuple[ContractLine, ...], name: str) -> str:
    broken, lines = breaks(contract, name), sum(any(name == each[0] for each in line.releases) for line in contract)
    if not broken:
        return f"As this lesson computed it, {name} keeps all {lines} lines of the contract."
    return (
        f"As this lesson computed it, {name} breaks {len(broken)} of {lines} lines of the contract: "
        f"{'; '.join(broken)}. Write into your note why it may go out all the same and when it falls back, or name "
        "another release."
    )
