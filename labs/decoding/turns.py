"""Which loop runs a wish: captured rounds where a network drafts on CUDA, the general loop for everything else.
It refuses to load torch where the general loop does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from labs.decoding.decoder import Plain, Turn, plainly, speculate
from labs.decoding.drafters import Drafter, NetDrafter
from labs.decoding.gamma import FixedGamma, Gamma
from labs.decoding.models import Model
from labs.decoding.requests import Request


def turns_of(
    target: Model, drafter: Drafter, requests: Sequence[Request], gamma: Gamma, lenience: float, device: str
) -> Iterator[Turn]:
    """Turns of drafted decoding. Captured rounds draw drafts by q itself, so a wrong draw takes the general loop."""
    is_right = all(each.drawn_with is None for each in requests)
    if device == "cuda" and is_right and isinstance(drafter, NetDrafter) and isinstance(gamma, FixedGamma):
        from labs.decoding.device_round import speculate_on_device
        from labs.decoding.torch_models import TorchModel

        if isinstance(target, TorchModel) and isinstance(drafter.model, TorchModel):
            return speculate_on_device(target, drafter.model, requests, gamma.gamma, lenience)
    return speculate(target, drafter, requests, gamma, lenience)


def steps_of(target: Model, requests: Sequence[Request], device: str) -> Iterator[Plain]:
    """Steps of plain decoding."""
    if device == "cuda":
        from labs.decoding.device_round import plainly_on_device
        from labs.decoding.torch_models import TorchModel

        if isinstance(target, TorchModel):
            return plainly_on_device(target, requests)
    return plainly(target, requests)
