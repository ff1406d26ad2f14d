"""The shipped pair by name: groups, drafts, engines, and what is missing where one can't run here.
It refuses to decode; torch is loaded only for the engine that needs it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

from labs.decoding.cannot_run import CannotRun
from labs.decoding.clock import ClockName
from labs.decoding.drafters import Drafter, LookupDrafter, NetDrafter, TableDrafter
from labs.decoding.models import Model
from labs.reading import quote
from labs.tinylm import END, load_tokenizer, load_trigram, propose

GROUPS: Final = ("english", "code", "rare", "unseen", "repetitive")
DRAFTS: Final = ("distilled", "plain", "trigram", "lookup", "self")
ENGINES: Final = ("numpy", "torch")
DEVICES: Final = ("cpu", "cuda")
PRECISIONS: Final = ("float32", "bfloat16")
INSTALL: Final = "pip install -e '.[torch]'"


@dataclass(frozen=True)
class Engine:
    """The library that computes and where: numpy on the CPU, or torch on the CPU or a CUDA device.

    In bfloat16, torch only, two tokens are often equally likely to the last bit, and one row and several are other
    products: greedy drafted text may then part from plain text at such a tie. Law and rule stay in double."""

    name: str = "numpy"
    device: str = "cpu"
    precision: str = "float32"

    def __post_init__(self) -> None:
        _known("engine", self.name, ENGINES)
        _known("device", self.device, DEVICES)
        _known("precision", self.precision, PRECISIONS)
        if self.name == "numpy" and self.device != "cpu":
            raise CannotRun("The engine numpy runs on the cpu only: choose --engine torch for cuda.")
        if self.name == "numpy" and self.precision != "float32":
            raise CannotRun("The engine numpy computes in float32 only: choose --engine torch for bfloat16.")

    @property
    def clock(self) -> ClockName:
        """Processor time where the processor computes, since other programs move the wall; else the wall."""
        return "cpu" if self.device == "cpu" else "wall"

    def check(self) -> None:
        """CannotRun when the library or the device is not here."""
        if self.name == "torch" and find_spec("torch") is None:
            raise CannotRun(f"The engine torch needs PyTorch, which is not installed. Install it with: {INSTALL}")
        if self.device == "cuda":
            import torch

            if not torch.cuda.is_available():
                raise CannotRun("No CUDA device is here: choose the device cpu.")

    def model(self, name: str) -> Model:
        """A network of the family on this engine."""
        if self.name == "numpy":
            from labs.decoding.numpy_models import numpy_model

            return numpy_model(name)
        from labs.decoding.torch_models import torch_model

        return torch_model(name, self.device, self.precision)


def target_on(engine: Engine) -> Model:
    """The target."""
    engine.check()
    return engine.model("target")


def drafter_on(engine: Engine, name: str) -> Drafter:
    """The draft of that name; `self` is the target drafting for itself, which must always be accepted.

    A one-layer draft runs in numpy, in float32, beside a target in torch on the CPU, where it is several times
    quicker."""
    _known("draft", name, DRAFTS)
    if name == "trigram":
        return TableDrafter(name, load_trigram().row)
    if name == "lookup":
        return LookupDrafter(name, propose, load_tokenizer().num_tokens)
    if name == "self":
        return NetDrafter(name, engine.model("target"))
    return NetDrafter(name, (engine if engine.device == "cuda" else Engine()).model(name))


def stop_token() -> int:
    """The id that ends a text."""
    return END


def _known(what: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise CannotRun(f'There is no {what} "{quote(value)}". There are {", ".join(allowed)}.')
