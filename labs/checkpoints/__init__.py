"""Models that a user brings: a Hugging Face folder or a GGUF file, checked by its headers and run by transformers.
The door of the room: a model library is loaded only when a model is asked for."""

from __future__ import annotations

from labs.checkpoints.checkpoint import Checkpoint
from labs.checkpoints.memory import available_bytes, check_memory, gigabytes, needs_of, whole_need, whole_seconds
from labs.checkpoints.pair import ALONE, INSTALL, RegisteredPair, check_libraries, pair_of, refuse_bad_pair, state_of
from labs.checkpoints.refused import BadCheckpoint
from labs.checkpoints.registry import FILE, Registered, Registry, located, open_path

__all__ = [
    "ALONE",
    "FILE",
    "INSTALL",
    "BadCheckpoint",
    "Checkpoint",
    "Registered",
    "RegisteredPair",
    "Registry",
    "available_bytes",
    "check_libraries",
    "check_memory",
    "gigabytes",
    "located",
    "needs_of",
    "open_path",
    "pair_of",
    "refuse_bad_pair",
    "state_of",
    "whole_need",
    "whole_seconds",
]
