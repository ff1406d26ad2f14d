"""Cards that the batch is asked about: peaks as printed, and step times fitted to published measurements.
It refuses to know drafts and acceptance."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True)
class Card:
    """A device with Llama 3.1 8B in 16 bits on it.

    `peak_flops` in FLOP/s and `bandwidth` in bytes/s are the roofline. The fit, in ms: a step of n tokens of dense
    work for b sequences with kv cached tokens each takes the larger of `decode_fixed` + `decode_token` n and
    `prefill_fixed` + `prefill_token` n, and `cache_token` b kv.
    """

    label: str
    peak_flops: float
    bandwidth: float
    decode_fixed: float
    decode_token: float
    cache_token: float
    prefill_fixed: float
    prefill_token: float
    error: str

    def step_ms(self, tokens: int, sequences: int, context: int) -> float:
        """Milliseconds of a step by the fit."""
        decode = self.decode_fixed + self.decode_token * tokens
        prefill = self.prefill_fixed + self.prefill_token * tokens
        return max(decode, prefill) + self.cache_token * sequences * context

    @property
    def knee_tokens(self) -> float:
        """Tokens a step from which the fit follows the steeper line."""
        return (self.decode_fixed - self.prefill_fixed) / (self.prefill_token - self.decode_token)


BYTES_PER_WEIGHT: Final = 2
WEIGHT_BYTES: Final = 16.06e9
PEAKS: Final = "maker's figures, dense 16 bits: FLOP/s and bytes/s"
# The fits were made on decode steps of at most this many sequences.
MEASURED: Final = 256
FIT: Final = (
    "a step is the larger of two lines in its tokens, and a line in cached tokens on top: least squares on iteration "
    "times derived from aiconfigurator-core 0.12.0 (GEMM and attention tables of vLLM), without norms, activations, "
    "sampling and CPU time, so real steps are 10 to 20 % longer"
)
CARDS: Final[Mapping[str, Card]] = MappingProxyType(
    {
        "a100-80gb": Card(
            label="A100-SXM 80 GB",
            peak_flops=312e12,
            bandwidth=2.039e12,
            decode_fixed=10.74,
            decode_token=0.0235,
            cache_token=8.155e-5,
            prefill_fixed=5.21,
            prefill_token=0.0509,
            error="mean error 2.5 %, largest 10.3 %",
        ),
        "h100-80gb": Card(
            label="H100-SXM 80 GB",
            peak_flops=989e12,
            bandwidth=3.35e12,
            decode_fixed=6.08,
            decode_token=0.0093,
            cache_token=4.243e-5,
            prefill_fixed=3.26,
            prefill_token=0.0149,
            error="mean error 3.0 %, largest 8.4 %",
        ),
    }
)
