"""A family of very small language models: one target, drafts that guess for it, and how they were made.
The door of the room: torch is loaded only when a network is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labs.tinylm.lookup import propose
from labs.tinylm.tokenizer import END, Tokenizer

if TYPE_CHECKING:
    from labs.tinylm.model import TinyGPT
    from labs.tinylm.numpy_model import NumpyGPT
    from labs.tinylm.trigram import Trigram
    from labs.tinylm.weights import Manifest

__all__ = [
    "END",
    "Tokenizer",
    "held_out",
    "load_model",
    "load_numpy_model",
    "load_tokenizer",
    "load_trigram",
    "propose",
    "read_manifest",
]


def load_tokenizer() -> Tokenizer:
    """The 1,024 entries that every member shares."""
    from labs.tinylm import weights

    return weights.load_tokenizer()


def load_model(name: str) -> TinyGPT:
    """`target`, `distilled` or `plain`, in float32 on the CPU; needs the torch extra."""
    from labs.tinylm import weights

    return weights.load_model(name)


def load_numpy_model(name: str) -> NumpyGPT:
    """The same member in numpy, for a few rows: the quickest form on a CPU; needs no torch."""
    from labs.tinylm import weights

    return weights.load_numpy_model(name)


def load_trigram() -> Trigram:
    """The table draft; needs no torch."""
    from labs.tinylm import weights

    return weights.load_trigram()


def held_out() -> dict[str, tuple[str, ...]]:
    """Documents a group that no member was trained on, about 20 kB each."""
    from labs.tinylm import weights

    return weights.held_out()


def read_manifest() -> Manifest:
    """Digests, shapes, recipes, steps and held-out losses of every member."""
    from labs.tinylm import weights

    return weights.read_manifest()
