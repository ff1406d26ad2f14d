"""Named mistakes about memory, units and averages: the number that each leads to, so that a question can offer it.
It refuses to know questions and right answers beyond the number it is given; speed is mistakes_speed's.

The first paragraph of each docstring is what a learner who made the mistake reads.
"""

from collections.abc import Sequence
from math import floor

from labs.arguments import (
    check_between,
    check_counts,
    check_counts_or_zero,
    check_finite_list,
    check_not_negative,
    check_positive,
    check_same_length,
)

GB = 10**9
GIB = 2**30


def as_gib(answer: float) -> float:
    """This is the number in GiB. A GB is 10 to the 9 bytes; a GiB is 2 to the 30, about 7 % more.

    answer is in GB; answer 10^9 / 2^30. Source: vectors as_gib, divided by hand.
    """
    check_not_negative(answer=answer)
    return answer * GB / GIB


def as_gb(answer: float) -> float:
    """This is the number in GB. A GiB is 2 to the 30 bytes; a GB is 10 to the 9, about 7 % less.

    answer is in GiB; answer 2^30 / 10^9. Source: vectors as_gb, multiplied by hand.
    """
    check_not_negative(answer=answer)
    return answer * GIB / GB


def bits_for_bytes(answer: float) -> float:
    """These are bits. Eight of them are a byte.

    8 answer. Source: vectors bits_for_bytes.
    """
    check_not_negative(answer=answer)
    return 8 * answer


def heads_for_kv_heads(answer: float, heads: int, kv_heads: int) -> float:
    """This counts the query heads. The cache holds only the key and value heads, which several query heads share.

    answer heads / kv_heads. Source: vectors heads_for_kv_heads.
    """
    check_not_negative(answer=answer)
    check_counts(heads=heads, kv_heads=kv_heads)
    return answer * heads / kv_heads


def keys_without_values(answer: float) -> float:
    """A factor of 2 is missing: every token keeps a key and a value.

    answer / 2. Source: vectors keys_without_values.
    """
    check_not_negative(answer=answer)
    return answer / 2


def one_layer_only(answer: float, layers: int) -> float:
    """This is one layer. Each layer keeps keys and values of its own.

    answer / layers. Source: vectors one_layer_only.
    """
    check_not_negative(answer=answer)
    check_counts(layers=layers)
    return answer / layers


def one_sequence_only(answer: float, sequences: int) -> float:
    """This is one sequence. Each sequence has a cache of its own, so the batch multiplies.

    answer / sequences. Source: vectors one_sequence_only.
    """
    check_not_negative(answer=answer)
    check_counts(sequences=sequences)
    return answer / sequences


def reserve_forgotten(device_gb: float, fixed_gb: float, unit_gb: float) -> int:
    """This fills the whole card. The part that is kept free has to come off first.

    floor((device - fixed) / unit), all in GB, 0 when the fixed part alone is too much.
    Source: vectors reserve_forgotten, by hand.
    """
    check_positive(device_gb=device_gb, unit_gb=unit_gb)
    check_not_negative(fixed_gb=fixed_gb)
    return max(0, floor((device_gb - fixed_gb) / unit_gb))


def fixed_part_forgotten(usable_gb: float, unit_gb: float) -> int:
    """The fixed part is missing. The weights are there before the first one comes.

    floor(usable / unit), both in GB. Source: vectors fixed_part_forgotten, by hand.
    """
    check_positive(unit_gb=unit_gb)
    check_not_negative(usable_gb=usable_gb)
    return floor(usable_gb / unit_gb)


def fixed_part_each(fixed_gb: float, unit_gb: float, count: int) -> float:
    """This pays the fixed part once for each. The weights are there once, whatever the count.

    count (fixed + unit), in GB. Source: vectors fixed_part_each, by hand.
    """
    check_not_negative(fixed_gb=fixed_gb, unit_gb=unit_gb)
    check_counts(count=count)
    return count * (fixed_gb + unit_gb)


def one_too_many(answer: int) -> int:
    """This is one too many. The last one fits only in part, and a part of one cannot be served: round down.

    answer + 1. Source: vectors one_too_many.
    """
    check_counts_or_zero(answer=answer)
    return answer + 1


def draft_cache_forgotten(answer: float, draft_gb: float) -> float:
    """The draft is missing. It keeps keys and values of its own for every sequence that it writes ahead for.

    answer - draft, both in GB, at least 0. Source: vectors draft_cache_forgotten, by hand.
    """
    check_not_negative(answer=answer, draft_gb=draft_gb)
    return max(0.0, answer - draft_gb)


def mean_for_p99(mean: float) -> float:
    """This is the mean. A mean does not know who waits longest; the p99 is what 99 of 100 stay within.

    The mean itself. Source: vectors mean_for_p99.
    """
    check_not_negative(mean=mean)
    return mean


def median_for_p99(median: float) -> float:
    """This is the median, which half of all stay within. The p99 is what 99 of 100 stay within.

    The median itself. Source: vectors median_for_p99.
    """
    check_not_negative(median=median)
    return median


def all_for_group(overall: float) -> float:
    """This is the number of all together. A small group hardly moves it, so the group needs its own.

    The overall number itself. Source: vectors all_for_group.
    """
    check_not_negative(overall=overall)
    return overall


def averaged_per_request(tokens: Sequence[float], seconds: Sequence[float]) -> float:
    """This averages over requests. A short answer then weighs as much as a long one; add the tokens, add the seconds,
    then divide.

    Mean of seconds / tokens, a list each, one entry a request. Source: vectors averaged_per_request, by hand.
    """
    check_finite_list("tokens", tokens)
    check_finite_list("seconds", seconds)
    check_same_length(tokens=tokens, seconds=seconds)
    for place, (count, time) in enumerate(zip(tokens, seconds, strict=True)):
        check_positive(**{f"tokens[{place}]": count})
        check_not_negative(**{f"seconds[{place}]": time})
    return sum(time / count for count, time in zip(tokens, seconds, strict=True)) / len(tokens)


def successes_only(inside: int, completed: int) -> float:
    """This divides by those that completed. Whoever was refused or gave up belongs into the count of all offered.

    inside / completed, 0 to 1. Source: vectors successes_only, by hand.
    """
    check_counts(completed=completed)
    check_between("inside", inside, 0, completed)
    check_counts_or_zero(inside=inside)
    return inside / completed


def shift_not_halved(answer: float) -> float:
    """This counts each moved part twice: once where it was taken away and once where it arrived. Halve it.

    2 answer, for a total-variation distance from 0 to 1. Source: vectors shift_not_halved.
    """
    check_between("answer", answer, 0, 1)
    return 2 * answer
