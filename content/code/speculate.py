"""How many drafted tokens count? The target's own tokens decide, position by position."""


def accepted_prefix(draft: list[int], target: list[int]) -> int:
    """Drafted tokens that may stay: those before the first one that differs."""
    accepted = 0
    for drafted, wanted in zip(draft, target, strict=False):
        if drafted != wanted:
            break  # the next drafts were guessed behind a wrong token
        accepted += 1
    return accepted


for draft, target in (([4, 8, 1], [4, 8, 9]), ([3, 2, 7], [6, 2, 7])):
    print("draft", *draft, "| target", *target, "| accepted", accepted_prefix(draft, target))
