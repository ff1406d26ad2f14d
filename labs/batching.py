"""Batching by hand-sized traces, and the time of one decode step from bytes and bandwidth.
It refuses to know seconds: a trace counts in any whole unit of time."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from labs.arguments import check_counts, check_counts_or_zero, check_list, check_positive, check_whole, found
from labs.replay import Bounds, FixedCost, Run, Workload, replay
from labs.replay.steps import iterations, step_ends, token_times

Request = tuple[str, int, int, int]
MS = 1000.0


def _serve(
    policy: str,
    requests: Sequence[Request],
    prefill_cost_per_token: int,
    decode_step_cost: int,
    max_in_service: int,
    token_budget: int | None,
) -> tuple[list[str], Run]:
    """Names in order of service, and the run: a request is (id, arrival, prompt, output)."""
    check_counts(decode_step_cost=decode_step_cost, max_in_service=max_in_service)
    check_counts_or_zero(prefill_cost_per_token=prefill_cost_per_token)
    _check_requests(requests)
    ordered = sorted(requests, key=lambda request: (request[1], request[0]))
    names = [request[0] for request in ordered]
    arrival, prompt, output = ([int(request[place]) for request in ordered] for place in (1, 2, 3))
    bounds = Bounds(max_active=max_in_service) if token_budget is None else Bounds(max_in_service, token_budget)
    workload = Workload(arrival, prompt, output, row=range(len(names)))
    cost = FixedCost(prefill_cost_per_token, decode_step_cost)
    return names, replay(workload, policy, bounds, cost, keep_chunks=True)


def _check_requests(requests: Sequence[Request]) -> None:
    check_list("requests", requests, "[id, arrival, prompt, output]")
    for index, request in enumerate(requests):
        if not isinstance(request, list | tuple) or len(request) != 4 or not isinstance(request[0], str):
            raise ValueError(f"requests[{index}] is {found(request)}; it must be [id, arrival, prompt, output].")
        for part, value in zip(("arrival", "prompt", "output"), request[1:], strict=True):
            check_whole(f"requests[{index}] {part}", value, 0)


def trace_tokens(
    policy: str,
    requests: Sequence[Request],
    prefill_cost_per_token: int,
    decode_step_cost: int,
    max_in_service: int,
    token_budget: int | None,
) -> dict[str, dict[str, Any]]:
    """Per request: when it was admitted, when each token came, and when its slot was free again."""
    names, run = _serve(policy, requests, prefill_cost_per_token, decode_step_cost, max_in_service, token_budget)
    ends = step_ends(run)
    return {
        name: {
            "admitted": run.columns.admitted[index],
            "token_times": token_times(run, index, ends),
            "finish": run.columns.released[index],
        }
        for index, name in enumerate(names)
    }


def trace_iterations(
    policy: str,
    requests: Sequence[Request],
    prefill_cost_per_token: int,
    decode_step_cost: int,
    max_in_service: int,
    token_budget: int | None,
) -> list[list[Any]]:
    """[start, end, kind, {request: prompt tokens}, [decoding requests]] of each iteration, in service order."""
    names, run = _serve(policy, requests, prefill_cost_per_token, decode_step_cost, max_in_service, token_budget)
    return [
        [
            each.start,
            each.end,
            each.kind,
            {names[index]: tokens for index, tokens in each.chunks},
            [names[index] for index in each.decoding],
        ]
        for each in iterations(run)
    ]


def trace_metrics(
    policy: str,
    requests: Sequence[Request],
    prefill_cost_per_token: int,
    decode_step_cost: int,
    max_in_service: int,
    token_budget: int | None,
) -> dict[str, Any]:
    """Times of a trace; e2e here runs to the release of the slot, and gaps are pooled over all requests."""
    names, run = _serve(policy, requests, prefill_cost_per_token, decode_step_cost, max_in_service, token_budget)
    columns, arrival, ends = run.columns, run.workload.arrival, step_ends(run)
    ttft = {name: columns.first[index] - arrival[index] for index, name in enumerate(names)}
    e2e = {name: columns.released[index] - arrival[index] for index, name in enumerate(names)}
    times = [token_times(run, index, ends) for index in range(len(names))]
    gaps = [later - earlier for each in times for earlier, later in pairwise(each)]
    makespan = max(columns.released)
    output_tokens = sum(len(each) for each in times)
    return {
        "ttft": ttft,
        "e2e": e2e,
        "mean_ttft": sum(ttft.values()) / len(ttft),
        "mean_e2e": sum(e2e.values()) / len(e2e),
        "max_gap": max(gaps, default=None),
        "mean_gap": sum(gaps) / len(gaps) if gaps else None,
        "makespan": makespan,
        "output_tokens": output_tokens,
        "throughput": output_tokens / makespan,
    }


def decode_step_ms(batch: int, kv_bytes_per_sequence: float, weight_bytes: float, total_bandwidth: float) -> float:
    """A decode step that only reads: the caches of the batch and the weights once, over the bandwidth in bytes/s."""
    check_counts(batch=batch)
    check_positive(
        kv_bytes_per_sequence=kv_bytes_per_sequence, weight_bytes=weight_bytes, total_bandwidth=total_bandwidth
    )
    return (batch * kv_bytes_per_sequence + weight_bytes) / total_bandwidth * MS


def decode_tokens_per_s(batch: int, kv_bytes_per_sequence: float, weight_bytes: float, total_bandwidth: float) -> float:
    """Tokens a second when each step gives one token to each of the batch."""
    return batch / decode_step_ms(batch, kv_bytes_per_sequence, weight_bytes, total_bandwidth) * MS


def decode_step_ms_general(
    batch: int,
    kv_bytes_per_sequence: float,
    weight_bytes: float,
    params: float,
    total_bandwidth: float,
    total_flops: float,
) -> float:
    """The cache read, and the larger of 2 x batch x params multiply-adds and the read of the weights."""
    check_counts(batch=batch)
    check_positive(
        kv_bytes_per_sequence=kv_bytes_per_sequence,
        weight_bytes=weight_bytes,
        params=params,
        total_bandwidth=total_bandwidth,
        total_flops=total_flops,
    )
    cache = batch * kv_bytes_per_sequence / total_bandwidth
    dense = max(2 * batch * params / total_flops, weight_bytes / total_bandwidth)
    return (cache + dense) * MS
