"""What attention computes, moves and remembers: operations, traffic to memory, and the softmax taken block by block.
It refuses to know devices and times: intensities go to hardware, cache sizes to kv_cache.
"""

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import TypedDict

from labs.arguments import (
    check_counts,
    check_counts_or_zero,
    check_finite_list,
    check_flags,
    check_list,
    check_positive,
    check_same_length,
)


class SoftmaxState(TypedDict):
    """Running maximum, normaliser and accumulator relative to that maximum, and the output so far."""

    m: float
    l: float  # noqa: E741 - the name in the paper and in the vectors
    acc: float
    out: float


class OnlineSoftmax(TypedDict):
    """The state after each block, the final output and the log of the sum of exponentials."""

    steps: list[SoftmaxState]
    out: float
    logsumexp: float


def attention_forward_flops(batch: int, heads: int, seq_len: int, head_dim: int, causal: bool) -> int:
    """4 b h n^2 d, halved when causal, in FLOP: scores and values, one multiply-add is 2.

    Source: FlashAttention-2, arXiv:2307.08691, section 4.1; vectors flops.fwd.
    """
    check_counts(batch=batch, heads=heads, seq_len=seq_len, head_dim=head_dim)
    check_flags(causal=causal)
    full = 4 * batch * heads * seq_len**2 * head_dim
    return full // 2 if causal else full


def attention_fwd_bwd_flops(batch: int, heads: int, seq_len: int, head_dim: int, causal: bool) -> float:
    """3.5 times `attention_forward_flops`, in FLOP: the backward pass has five products for the forward pass's two.

    Source: FlashAttention-2, arXiv:2307.08691, section 4.1; vectors flops.fwdbwd.
    """
    return 3.5 * attention_forward_flops(batch, heads, seq_len, head_dim, causal)


def score_matrix_bytes(batch: int, heads: int, seq_len: int, bytes_per_element: float) -> float:
    """b h n^2 q, in bytes: one score matrix written out. Source: vectors scores."""
    check_counts(batch=batch, heads=heads, seq_len=seq_len)
    check_positive(bytes_per_element=bytes_per_element)
    return batch * heads * seq_len**2 * bytes_per_element


def standard_attention_hbm_elements(N: int, d: int) -> int:
    """4 N d + 4 N^2, in elements moved per head: q, k, v, output once; scores and weights written and read.

    Source: FlashAttention, arXiv:2205.14135, algorithm 0; vectors io.standard.
    """
    check_counts(N=N, d=d)
    return 4 * N * d + 4 * N**2


def flash1_forward_hbm_elements(N: int, d: int, sram_elements: int) -> dict[str, int]:
    """Bc = ceil(M / 4d), Br = min(Bc, d), Tc = ceil(N / Bc); elements 2 N d + Tc (3 N d + 4 N), moved per head.

    Keys and values once; in each of Tc outer steps q is read, output read and written, two statistics read and written.
    Source: FlashAttention, arXiv:2205.14135, algorithm 1; vectors io.flash1.
    """
    check_counts(N=N, d=d, sram_elements=sram_elements)
    columns = -(-sram_elements // (4 * d))
    steps = -(-N // columns)
    return {"Bc": columns, "Br": min(columns, d), "Tc": steps, "elements": 2 * N * d + steps * (3 * N * d + 4 * N)}


def flash2_forward_hbm_elements(N: int, d: int, Br: int) -> dict[str, int]:
    """Tr = ceil(N / Br); elements 2 N d + N + 2 N d Tr, moved per head: keys and values once per block of queries.

    Source: FlashAttention-2, arXiv:2307.08691, algorithm 1; vectors io.flash2.
    """
    check_counts(N=N, d=d, Br=Br)
    steps = -(-N // Br)
    return {"Tr": steps, "elements": 2 * N * d + N + 2 * N * d * steps}


def flash_io_ratio(N: int, d: int, sram_elements: int) -> float:
    """Elements of `standard_attention_hbm_elements` over `flash1_forward_hbm_elements`. Source: vectors io.ratio."""
    return standard_attention_hbm_elements(N, d) / flash1_forward_hbm_elements(N, d, sram_elements)["elements"]


def _absorb(state: SoftmaxState | None, scores: Sequence[float], values: Sequence[float]) -> SoftmaxState:
    old_max = max(scores) if state is None else state["m"]
    new_max = max(old_max, *scores)
    rescale = exp(old_max - new_max)
    weights = [exp(score - new_max) for score in scores]
    normaliser = (state["l"] * rescale if state else 0.0) + sum(weights)
    weighted = sum(weight * value for weight, value in zip(weights, values, strict=True))
    accumulator = (state["acc"] * rescale if state else 0.0) + weighted
    return SoftmaxState(m=new_max, l=normaliser, acc=accumulator, out=accumulator / normaliser)


def online_softmax(scores: Sequence[float], values: Sequence[float], block: int) -> OnlineSoftmax:
    """Softmax-weighted mean of values, `block` scores at a time: l and acc rescaled by exp(old max - new max).

    Source: FlashAttention, arXiv:2205.14135, section 3.1; vectors online_softmax.
    """
    check_finite_list("scores", scores)
    check_finite_list("values", values)
    check_same_length(scores=scores, values=values)
    check_counts(block=block)
    steps = [_absorb(None, scores[:block], values[:block])]
    for start in range(block, len(scores), block):
        steps.append(_absorb(steps[-1], scores[start : start + block], values[start : start + block]))
    last = steps[-1]
    return OnlineSoftmax(steps=steps, out=last["out"], logsumexp=last["m"] + log(last["l"]))


def merge_partials(parts: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Join outputs of separate ranges of keys, each {m, l, out} normalised by itself, weighted by l exp(m).

    Source: FlashAttention, arXiv:2205.14135, section 3.1; vectors merge.
    """
    check_list("parts", parts, "{m, l, out}")
    if not all(isinstance(part, Mapping) for part in parts):
        raise ValueError("parts has something else than {m, l, out}; each part must hold these three numbers.")
    for name in ("m", "l", "out"):
        check_finite_list(f"parts {name}", [part.get(name) for part in parts])
    check_positive(**{f"parts[{index}] l": part["l"] for index, part in enumerate(parts)})
    highest = max(part["m"] for part in parts)
    weights = [part["l"] * exp(part["m"] - highest) for part in parts]
    total = sum(weights)
    out = sum(weight * part["out"] for weight, part in zip(weights, parts, strict=True)) / total
    return {"m": highest, "l": total, "out": out}


def decode_attention_intensity(q_heads: int, kv_heads: int, bytes_per_element: float) -> float:
    """4 H / (2 H_kv q), in FLOP per byte: one new token over a long cache; batch and length cancel.

    Source: vectors intensity.decode.
    """
    check_counts(q_heads=q_heads, kv_heads=kv_heads)
    check_positive(bytes_per_element=bytes_per_element)
    return 4 * q_heads / (2 * kv_heads * bytes_per_element)


def mla_decode_intensity(heads: int, kv_lora_rank: int, qk_rope_head_dim: int, bytes_per_element: float) -> float:
    """H (2 (r + rope) + 2 r) / ((r + rope) q), in FLOP per byte: scores over r + rope, values over r, one latent.

    Source: DeepSeek-V2, arXiv:2405.04434, section 2.1 (absorbed form); vector intensity.decode.deepseek-v3.mla.
    """
    check_counts(heads=heads, kv_lora_rank=kv_lora_rank, qk_rope_head_dim=qk_rope_head_dim)
    check_positive(bytes_per_element=bytes_per_element)
    width = kv_lora_rank + qk_rope_head_dim
    return heads * (2 * width + 2 * kv_lora_rank) / (width * bytes_per_element)


def causal_pairs(new_tokens: int, cached_tokens: int, window: int | None) -> int:
    """Query-key pairs of new tokens after cached ones; each sees itself and what is before it, at most `window` in all.

    window None means no window. Source: vectors causal.
    """
    check_counts(new_tokens=new_tokens)
    check_counts_or_zero(cached_tokens=cached_tokens)
    if window is not None:
        check_counts(window=window)
    total = cached_tokens + new_tokens
    longest = total if window is None else min(window, total)
    # The first queries see fewer keys than the window: cached + 1, cached + 2, ... up to it.
    growing = max(0, min(new_tokens, longest - cached_tokens))
    ramp = growing * cached_tokens + growing * (growing + 1) // 2
    return ramp + (new_tokens - growing) * longest
