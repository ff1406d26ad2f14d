"""What training keeps on a device: states under ZeRO, optimizer bytes, checkpointed segments, and how busy it is.
It refuses to know the activation coefficients (activation_memory) and the step-by-step ledger (ledger).
"""

from labs.arguments import check_counts, check_not_negative, check_positive, check_whole


def zero_state_gb(params_billion: float, dp: int) -> dict[str, float]:
    """GB a device for P billion parameters: none 16P; stage1 4P + 12P/N; stage2 2P + 14P/N; stage3 16P/N.

    N = dp data-parallel devices; 16 = 2 weights + 2 gradients + 12 optimizer bytes.
    Source: ZeRO, arXiv:1910.02054, section 5 and Table 1.
    """
    check_positive(params_billion=params_billion)
    check_counts(dp=dp)
    return {
        "none": 16 * params_billion,
        "stage1": 4 * params_billion + 12 * params_billion / dp,
        "stage2": 2 * params_billion + 14 * params_billion / dp,
        "stage3": 16 * params_billion / dp,
    }


def zero_max_params_billion(device_gb: float, mp: int, dp: int) -> dict[str, float]:
    """Billions of parameters whose states fill mp devices of device_gb each: `zero_state_gb` solved for P.

    mp = model-parallel degree. Source: ZeRO, arXiv:1910.02054, Table 2.
    """
    check_positive(device_gb=device_gb)
    check_counts(mp=mp, dp=dp)
    budget_gb = device_gb * mp
    return {
        "none": budget_gb / 16,
        "stage1": budget_gb / (4 + 12 / dp),
        "stage2": budget_gb / (2 + 14 / dp),
        "stage3": budget_gb * dp / 16,
    }


def zero_comm_volume_in_params() -> dict[str, int]:
    """Elements each device moves per parameter and step: 2 plain or stages 1 and 2, 3 in stage 3.

    Source: ZeRO, arXiv:1910.02054, section 7.
    """
    return {"none": 2, "stage1": 2, "stage2": 2, "stage3": 3}


def adam_state_bytes(
    params: int,
    weight_bytes_pp: float,
    grad_bytes_pp: float,
    master_bytes_pp: float,
    m_bytes_pp: float,
    v_bytes_pp: float,
) -> float:
    """params x (weight + gradient + master copy + first + second moment bytes per parameter), in bytes.

    Source: ZeRO, arXiv:1910.02054, section 3.1 (16 in mixed precision); vectors adam.
    """
    check_counts(params=params)
    check_positive(weight_bytes_pp=weight_bytes_pp)
    check_not_negative(grad_bytes_pp=grad_bytes_pp, master_bytes_pp=master_bytes_pp)
    check_not_negative(m_bytes_pp=m_bytes_pp, v_bytes_pp=v_bytes_pp)
    return params * (weight_bytes_pp + grad_bytes_pp + master_bytes_pp + m_bytes_pp + v_bytes_pp)


def segment_checkpoint_units(layers: int, segments: int, boundary_units: float, layer_units: float) -> float:
    """k boundary + ceil(L / k) layer, in multiples of s b h bytes: all k boundaries kept, one segment live.

    Source: Chen et al. 2016, arXiv:1604.06174, section 4; vectors segments.
    """
    check_counts(layers=layers)
    check_whole("segments", segments, 1, layers)
    check_not_negative(boundary_units=boundary_units, layer_units=layer_units)
    layers_per_segment = -(-layers // segments)
    return segments * boundary_units + layers_per_segment * layer_units


def transformer_activation_elements_12(
    layers: int, hidden: int, batch: int, seq_len: int, bytes_per_element: float
) -> float:
    """12 L h B S q, in bytes: a rule of thumb of 12 elements a layer, token and hidden value.

    Source: ZeRO, arXiv:1910.02054, section 3.2; vector act.rule12.
    """
    check_counts(layers=layers, hidden=hidden, batch=batch, seq_len=seq_len)
    check_positive(bytes_per_element=bytes_per_element)
    return 12 * layers * hidden * batch * seq_len * bytes_per_element


def model_flops_utilisation(
    B: int, L: int, s: int, h: int, v: int, seconds: float, gpus: int, peak_tflops: float
) -> float:
    """72 B L s h^2 (1 + s / 6h + v / 12hL) / (seconds x devices x peak), a fraction of the peak.

    B sequences of s tokens, hidden h, vocabulary v; only the operations the model needs are counted.
    Source: Korthikanti et al. 2022, arXiv:2205.05198, appendix and Table 5.
    """
    check_counts(B=B, L=L, s=s, h=h, v=v, gpus=gpus)
    check_positive(seconds=seconds, peak_tflops=peak_tflops)
    flops = 72 * B * L * s * h**2 * (1 + s / (6 * h) + v / (12 * h * L))
    return flops / (seconds * gpus * peak_tflops * 1e12)


def hardware_flops_utilisation(
    B: int, L: int, s: int, h: int, v: int, seconds: float, gpus: int, peak_tflops: float
) -> float:
    """`model_flops_utilisation` with s / 3h in place of s / 6h: recomputed attention counts as work too.

    Source: Korthikanti et al. 2022, arXiv:2205.05198, appendix and Table 5.
    """
    check_counts(B=B, L=L, s=s, h=h, v=v, gpus=gpus)
    check_positive(seconds=seconds, peak_tflops=peak_tflops)
    flops = 72 * B * L * s * h**2 * (1 + s / (3 * h) + v / (12 * h * L))
    return flops / (seconds * gpus * peak_tflops * 1e12)
