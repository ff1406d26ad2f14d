"""How much of a draft is useful."""


def accepted_prefix(draft: list[int], target: list[int]) -> int:
    """The length of the common beginning."""
    count = 0
    for ours, theirs in zip(draft, target, strict=True):
        if ours != theirs:
            break
        count += 1
    return count


print(accepted_prefix([4, 8, 1], [4, 8, 9]))
