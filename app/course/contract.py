"""What a release that goes out breaks of the contract, by the numbers of the lesson's own runs.
It refuses to judge a release that the lesson did not run; it says so.
"""

from app.course.lesson import ContractLine, Evidence
from app.course.plain import plain
from app.course.releases import known_release
from labs import number, quote


def contract_words(block: Evidence, release: str) -> str:
    """How the named release stands against each line, and what to write; empty without a contract or a name."""
    if not block.contract or not release.strip():
        return ""
    name = known_release(block, release)
    ran = tuple(dict.fromkeys(name for line in block.contract for name, *_ in line.releases))
    if name not in ran:
        return (
            f'Which lines of the contract "{quote(release)}" breaks is not known here; this lesson ran '
            f"{', '.join(ran)}. Name one of these and nothing beside it, or write into your note which lines yours "
            "keeps, and how anybody can check that."
        )
    return _standing(block.contract, name)


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
