"""What a device can do at best (roofline, ridge, floors) and what its hours cost.
It refuses to know any device by name and any price list: peaks, bandwidths and prices are arguments.
"""

from labs.arguments import check_counts, check_not_negative, check_positive


def ridge_point(peak_tflops: float, bandwidth_tbps: float) -> float:
    """peak / bandwidth, in FLOP per byte (TFLOP/s over TB/s): below it memory is the limit, above it arithmetic.

    Source: Williams et al. 2009, the roofline model; vectors ridge.
    """
    check_positive(peak_tflops=peak_tflops, bandwidth_tbps=bandwidth_tbps)
    return peak_tflops / bandwidth_tbps


def roofline(peak_tflops: float, bandwidth_tbps: float, intensity: float) -> float:
    """min(peak, bandwidth x intensity), in TFLOP/s; intensity in FLOP per byte.

    Source: Williams et al. 2009, the roofline model; vectors roofline.
    """
    check_positive(peak_tflops=peak_tflops, bandwidth_tbps=bandwidth_tbps, intensity=intensity)
    return min(peak_tflops, bandwidth_tbps * intensity)


def tensor_peak_tflops(clock_mhz: float, fma_per_core_per_clock: int, cores: int) -> float:
    """clock x fused multiply-adds x 2 x cores, in TFLOP/s; one multiply-add is 2 FLOP.

    Source: vectors peak.pub.
    """
    check_positive(clock_mhz=clock_mhz)
    check_counts(fma_per_core_per_clock=fma_per_core_per_clock, cores=cores)
    return clock_mhz * 1e6 * fma_per_core_per_clock * 2 * cores / 1e12


def decode_floor_ms(weight_bytes: float, bandwidth_tbps: float) -> float:
    """weights / bandwidth, in ms per decode step: each step reads every weight once, the cache is left out.

    Source: vectors floor.
    """
    check_positive(weight_bytes=weight_bytes, bandwidth_tbps=bandwidth_tbps)
    return weight_bytes / (bandwidth_tbps * 1e12) * 1e3


def matmul_intensity(m: int, n: int, k: int, bytes_per_element: float) -> float:
    """2 m n k / (q (m k + k n + m n)), in FLOP per byte: each of the three matrices is moved once.

    Source: vectors intensity.
    """
    check_counts(m=m, n=n, k=k)
    check_positive(bytes_per_element=bytes_per_element)
    return 2 * m * n * k / (bytes_per_element * (m * k + k * n + m * n))


def critical_batch(peak_tflops: float, bandwidth_tbps: float, bytes_per_weight: float) -> float:
    """peak q / (2 bandwidth), in tokens: the batch at which reading weights and multiplying take equal time.

    Source: vectors critical_batch and ridge.pub.tpu-v5e.
    """
    check_positive(peak_tflops=peak_tflops, bandwidth_tbps=bandwidth_tbps, bytes_per_weight=bytes_per_weight)
    return peak_tflops * bytes_per_weight / (2 * bandwidth_tbps)


def cost_per_million_tokens(price_per_gpu_hour: float, gpus: int, tokens_per_second: float) -> float:
    """price x devices / (rate x 3600) x 1e6, in currency per million tokens. Source: vectors cost."""
    check_not_negative(price_per_gpu_hour=price_per_gpu_hour)
    check_counts(gpus=gpus)
    check_positive(tokens_per_second=tokens_per_second)
    return price_per_gpu_hour * gpus / (tokens_per_second * 3600) * 1e6


def fleet_cost_per_day(nodes: float, gpus_per_node: int, price_per_gpu_hour: float) -> float:
    """nodes x devices x price x 24, in currency per day; nodes may be a daily mean, so not whole.

    Source: vector cost.pub.fleet_day.
    """
    check_positive(nodes=nodes)
    check_counts(gpus_per_node=gpus_per_node)
    check_not_negative(price_per_gpu_hour=price_per_gpu_hour)
    return nodes * gpus_per_node * price_per_gpu_hour * 24


def profit_margin(revenue: float, cost: float) -> float:
    """(revenue - cost) / cost, as a fraction of the cost. Source: vector cost.pub.margin."""
    check_not_negative(revenue=revenue)
    check_positive(cost=cost)
    return (revenue - cost) / cost


def token_revenue(
    cached_input_tokens: float,
    uncached_input_tokens: float,
    output_tokens: float,
    price_cached: float,
    price_uncached: float,
    price_output: float,
) -> float:
    """Sum of tokens x price / 1e6 over the three kinds; prices in currency per million tokens.

    Source: vector cost.pub.revenue.
    """
    check_not_negative(cached_input_tokens=cached_input_tokens, uncached_input_tokens=uncached_input_tokens)
    check_not_negative(output_tokens=output_tokens, price_cached=price_cached)
    check_not_negative(price_uncached=price_uncached, price_output=price_output)
    cached = cached_input_tokens * price_cached
    uncached = uncached_input_tokens * price_uncached
    return (cached + uncached + output_tokens * price_output) / 1e6


def blended_cost(
    input_tokens: float,
    output_tokens: float,
    prefill_tokens_per_s: float,
    decode_tokens_per_s: float,
    price_per_hour: float,
) -> dict[str, float]:
    """hours, cost and cost per million output tokens when prefill and decode hours are bought apart at one price.

    hours = input / (prefill rate x 3600) + output / (decode rate x 3600). Source: vectors cost.blended.
    """
    check_not_negative(input_tokens=input_tokens, price_per_hour=price_per_hour)
    check_positive(output_tokens=output_tokens)
    check_positive(prefill_tokens_per_s=prefill_tokens_per_s, decode_tokens_per_s=decode_tokens_per_s)
    hours = (input_tokens / prefill_tokens_per_s + output_tokens / decode_tokens_per_s) / 3600
    cost = hours * price_per_hour
    return {"hours": hours, "cost": cost, "cost_per_million_output": cost / output_tokens * 1e6}
