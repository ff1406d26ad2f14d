"""Named sets of values to start from.
It refuses to hold anything but text, as an address would."""

from collections.abc import Mapping
from typing import Final

SERVING: Final = {"mode": "serving"}

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "The course's card": {"microbatch": "16"},
    "The last microbatch that fits": {"microbatch": "54"},
    "One sample too many": {"microbatch": "55"},
    "Llama 3 8B on one A100": SERVING | {"model": "llama-3-8b", "card": "a100-80gb", "sequences": "104"},
    "The same, twice the context": SERVING | {"sequences": "52", "context": "8192"},
    "Helpline: Llama 3.1 8B, 64 callers at once": SERVING | {"model": "llama-3.1-8b", "sequences": "64"},
    "70B: the weights alone do not fit": SERVING | {"model": "llama-3.1-70b", "sequences": "1"},
    "70B in 4 bits on the same card": SERVING | {"model": "llama-3.1-70b", "weight_bits": "4", "sequences": "16"},
    "No grouped heads: Llama 2 7B": SERVING | {"model": "llama-2-7b", "sequences": "26"},
    "One cached head: Falcon 7B": SERVING | {"model": "falcon-7b", "context": "2048", "sequences": "512"},
    "A small model on a desktop card": SERVING
    | {"model": "qwen2.5-0.5b", "card": "rtx-4090-24gb", "context": "32768", "sequences": "40"},
    "Pages of 16 at an odd length": SERVING | {"sequences": "104", "context": "4097", "paged": "yes"},
    "A card sold in GiB": SERVING | {"card": "mi325x-256gib", "sequences": "256"},
}
