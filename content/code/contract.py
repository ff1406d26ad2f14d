"""The contract as a test: each release is held against every line, and a group with too few callers is not inside."""

LIMIT_S, LIMIT_DOLLARS, GATE, FEWEST = 3.0, 0.40, 0.02, 100

# p99 first token of all and of the rare group in s, dollars a million tokens, shift of the rare group, rare callers
RELEASES = {
    "R11": (0.81, 0.82, 0.432, 0.0, 992),
    "R12": (3.51, 18.79, 0.360, 0.0, 992),
    "R13": (2.50, 2.25, 0.323, 0.0, 992),
    "R13, two minutes only": (2.50, 2.25, 0.323, 0.0, 40),
}


def broken_lines(all_s: float, rare_s: float, dollars: float, shift: float, callers: int) -> list[str]:
    """The lines of the contract that do not hold; unknown is not inside."""
    return [
        line
        for line, holds in (
            ("tail", all_s <= LIMIT_S),
            ("rare tail", callers >= FEWEST and rare_s <= LIMIT_S),
            ("cost", dollars <= LIMIT_DOLLARS),
            ("gate", shift <= GATE),
        )
        if not holds
    ]


for name, measured in RELEASES.items():
    broken = broken_lines(*measured)
    print(f"{name}: {'keeps the contract' if not broken else 'breaks ' + ', '.join(broken)}")
