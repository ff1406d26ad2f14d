"""Named mistakes about drafts, steps, rates and prices: the number that each leads to, so that a question can offer it.
It refuses to know questions and right answers beyond the number it is given; memory and averages are mistakes'.

The first paragraph of each docstring is what a learner who made the mistake reads.
"""

from collections.abc import Sequence
from math import ceil

from labs.arguments import (
    check_between,
    check_count_list,
    check_counts,
    check_counts_or_zero,
    check_not_negative,
    check_positive,
    check_same_length,
    check_whole,
)

LONGEST_DRAFT = 10_000


def bonus_token_forgotten(answer: float) -> float:
    """The target's own token is missing: every round gives one more than the drafts that stay.

    answer - 1, in tokens a round. Source: vectors bonus_token_forgotten.
    """
    check_between("answer", answer, 1, 10**6)
    return answer - 1


def alpha_times_gamma(alpha: float, gamma: int) -> float:
    """This counts every draft by itself, alpha times how many. A draft stays only if all before it stayed, so the
    chances multiply: alpha, alpha squared, and so on.

    1 + alpha gamma, in tokens a round. Source: vectors alpha_times_gamma, by hand.
    """
    check_between("alpha", alpha, 0, 1)
    check_whole("gamma", gamma, 0, LONGEST_DRAFT)
    return 1 + alpha * gamma


def every_draft_kept(gamma: int) -> int:
    """This keeps every draft. That is the most a round can give, and it takes an acceptance of 1.

    gamma + 1, in tokens a round. Source: vectors every_draft_kept.
    """
    check_whole("gamma", gamma, 0, LONGEST_DRAFT)
    return gamma + 1


def accepted_over_drafted(answer: float, gamma: int) -> float:
    """This is the share of drafts that stay. It is below alpha, because behind the first refusal nothing is checked.

    (1 + a + ... + a^g - 1) / g for alpha `answer`. Source: vectors accepted_over_drafted, by hand.
    """
    check_between("answer", answer, 0, 1)
    check_whole("gamma", gamma, 1, LONGEST_DRAFT)
    return float(sum(answer**place for place in range(1, gamma + 1)) / gamma)


def later_match_counted(draft: Sequence[int], target: Sequence[int]) -> int:
    """This counts matches behind the first difference. They continue a text that nobody will read.

    Places at which two equally long lists agree. Source: vectors later_match_counted, by hand.
    """
    check_count_list("draft", draft, 0)
    check_count_list("target", target, 0)
    check_same_length(draft=draft, target=target)
    return sum(one == other for one, other in zip(draft, target, strict=True))


def draft_cost_forgotten(answer: float, gamma: int, c: float) -> float:
    """The price of drafting is missing: the draft runs once for each proposed token, before the target checks.

    answer (gamma c + 1), a speedup; c is a draft step over a target step. Source: vectors draft_cost_forgotten.
    """
    check_not_negative(answer=answer, c=c)
    check_whole("gamma", gamma, 0, LONGEST_DRAFT)
    return answer * (gamma * c + 1)


def check_forgotten(tokens: float, gamma: int, c: float) -> float:
    """The price of checking is missing: the target runs once in every round.

    tokens / (gamma c), a speedup; c is a draft step over a target step. Source: vectors check_forgotten, by hand.
    """
    check_not_negative(tokens=tokens)
    check_counts(gamma=gamma)
    check_positive(c=c)
    return tokens / (gamma * c)


def decode_per_request(outputs: Sequence[int]) -> int:
    """This runs a step for each token of each request. One step serves every slot at the same time.

    The sum of the outputs, as steps. Source: vectors decode_per_request, by hand.
    """
    check_count_list("outputs", outputs, 1)
    return sum(outputs)


def never_idle(outputs: Sequence[int], slots: int) -> int:
    """This shares the tokens out evenly. A request cannot be split over slots, so at the end some stand idle.

    ceil(sum of outputs / slots), in steps. Source: vectors never_idle, by hand.
    """
    check_count_list("outputs", outputs, 1)
    check_counts(slots=slots)
    return ceil(sum(outputs) / slots)


def static_for_continuous(outputs: Sequence[int], slots: int) -> int:
    """This waits for the longest of each batch. Continuous batching lets the next one in at once.

    Sum of the largest of each `slots` outputs in order, in steps. Source: vectors static_for_continuous, by hand.
    """
    check_count_list("outputs", outputs, 1)
    check_counts(slots=slots)
    return sum(max(outputs[start : start + slots]) for start in range(0, len(outputs), slots))


def first_token_in_pace(answer: float, ttft: float, tokens: int) -> float:
    """The wait for the first token is in it. The time per token begins behind the first token.

    (ttft + (tokens - 1) answer) / tokens, in the unit of both times. Source: vectors first_token_in_pace, by hand.
    """
    check_not_negative(answer=answer, ttft=ttft)
    check_counts(tokens=tokens)
    return (ttft + (tokens - 1) * answer) / tokens


def service_for_wait(service_s: float) -> float:
    """This is the time of the work alone. The caller also waits for those who were there before.

    The service time itself, in seconds. Source: vectors service_for_wait.
    """
    check_not_negative(service_s=service_s)
    return service_s


def one_card_paid(answer: float, cards: int) -> float:
    """This pays for one card. All cards run the whole hour.

    answer / cards, in dollars. Source: vectors one_card_paid.
    """
    check_not_negative(answer=answer)
    check_counts(cards=cards)
    return answer / cards


def prompts_sold(answer: float, prompt_tokens: float, output_tokens: float) -> float:
    """This divides by prompt tokens too. The contract is a price of output tokens.

    answer output / (prompt + output), in dollars a million. Source: vectors prompts_sold, by hand.
    """
    check_not_negative(answer=answer, prompt_tokens=prompt_tokens)
    check_positive(output_tokens=output_tokens)
    return answer * output_tokens / (prompt_tokens + output_tokens)


def cards_rounded_down(answer: int) -> int:
    """This is one card short. Part of a card cannot be rented, and the peak still has to be served: round up.

    answer - 1, at least 0. Source: vectors cards_rounded_down.
    """
    check_counts_or_zero(answer=answer)
    return max(0, answer - 1)
