"""Quotients that several topics share.
It refuses to know what is divided by what.
"""

from labs.arguments import LARGEST_NUMBER, SMALLEST_NUMBER, check_not_negative, check_positive


def ratio(a: float, b: float) -> float:
    """a / b, without unit. Source: vectors achieved.pub, fa.ratio."""
    # Tables ask for hundreds, and nearly all of them are plain floats.
    if not (type(a) is type(b) is float and 0 <= a <= LARGEST_NUMBER and SMALLEST_NUMBER <= b <= LARGEST_NUMBER):
        check_not_negative(a=a)
        check_positive(b=b)
    return a / b


def spec_speedup_from_times(baseline_ms: float, method_ms: float) -> float:
    """Time of the baseline over time of the method (both ms): above 1 the method is faster.

    Source: vectors throughput_gain (arXiv:2205.05198, Table 5).
    """
    check_positive(baseline_ms=baseline_ms, method_ms=method_ms)
    return baseline_ms / method_ms
