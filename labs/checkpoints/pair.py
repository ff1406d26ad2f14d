"""A registered target with a draft, as the decoder's runs take it; everything is checked before a weight is read.
It refuses to know where names are kept on pages, and imports no model library until a model is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from importlib.util import find_spec
from typing import Final

from labs.checkpoints.checkpoint import Checkpoint
from labs.checkpoints.memory import available_bytes, check_memory, gigabytes, whole_need, whole_seconds
from labs.checkpoints.refused import BadCheckpoint
from labs.checkpoints.registry import Registered, Registry
from labs.checkpoints.vocabulary import difference
from labs.checkpoints.words import CheckpointWords
from labs.decoding.cannot_run import CannotRun
from labs.decoding.drafters import Drafter, LookupDrafter, NetDrafter
from labs.decoding.family import DRAFTS, Engine
from labs.decoding.models import Model
from labs.reading import quote
from labs.tinylm import propose

INSTALL: Final = "pip install -e '.[models]'"
LIBRARIES: Final = ("torch", "transformers", "tokenizers", "safetensors")
# Drafts that need no second model.
ALONE: Final = ("lookup", "self")


@dataclass(frozen=True)
class RegisteredPair:
    """A target by its name, and a draft: lookup, self or another registered name. CannotRun when the draft's tokens
    are not the target's, or a file is not as it was."""

    target_entry: Registered
    draft_entry: Registered | None = None

    def __post_init__(self) -> None:
        target = self._target
        if self.draft_entry is None:
            return
        names = (self.target_entry.name, self.draft_entry.name)
        found = difference(target.vocabulary, self._draft.vocabulary, names)
        if found:
            raise BadCheckpoint(
                f"{names[1]} can't draft for {names[0]}, since their tokenizers differ: {found}. A draft's ids must "
                "mean the same to its target."
            )

    @property
    def name(self) -> str:
        """The target's name."""
        return self.target_entry.name

    @property
    def drafts(self) -> tuple[str, ...]:
        """What can draft."""
        return (*ALONE, self.draft_entry.name) if self.draft_entry else ALONE

    @property
    def stop(self) -> int | None:
        """The id that ends a text."""
        return self._target.stop

    @cached_property
    def words(self) -> CheckpointWords:
        """The tokenizer of both."""
        return CheckpointWords(self._target)

    def check(self, engine: Engine, draft: str) -> None:
        """CannotRun when a library is missing, the engine is another, or memory is too small for what is asked."""
        if engine.name != "torch":
            raise CannotRun(f"The model {self.name} runs on the engine torch: choose --engine torch.")
        if engine.precision != "float32":
            raise CannotRun(f"The model {self.name} computes in float32 only: leave --precision out.")
        check_libraries(self.name, self._taking(draft))
        if engine.device == "cpu":
            check_memory(self._said(draft), self._taking(draft), available_bytes())

    def before(self, draft: str) -> str:
        """What loading costs, in words."""
        taking = self._taking(draft)
        need, seconds = gigabytes(whole_need(taking)), whole_seconds(taking)
        return f"Loading {self._said(draft)}: about {need} of memory and {seconds:.0f} s"

    def target(self, engine: Engine) -> Model:
        """The target, loaded."""
        return load(self.name, self._target, engine)

    def drafter(self, engine: Engine, name: str, target: Model) -> Drafter:
        """The draft of that name, loaded; `self` shares the target's weights."""
        if name == "lookup":
            return LookupDrafter(name, propose, target.vocabulary)
        if name == "self":
            return NetDrafter(name, target)
        return NetDrafter(name, load(name, self._draft, engine))

    def versions(self) -> dict[str, str]:
        """Of the libraries that compute, for the record of a run."""
        return {"transformers": version("transformers")}

    @cached_property
    def _target(self) -> Checkpoint:
        return self.target_entry.open()

    @cached_property
    def _draft(self) -> Checkpoint:
        assert self.draft_entry is not None
        return self.draft_entry.open()

    def _taking(self, draft: str) -> list[Checkpoint]:
        return [self._target] if draft in ALONE else [self._target, self._draft]

    def _said(self, draft: str) -> str:
        return self.name if draft in ALONE else f"{self.name} with {draft}"


def pair_of(registry: Registry, target: str, draft: str) -> RegisteredPair:
    """The pair of two names; CannotRun for a name that is not registered, a moved folder or other tokens."""
    return RegisteredPair(*entries_of(registry, target, draft))


def refuse_bad_pair(registry: Registry, target: str, draft: str) -> None:
    """CannotRun for a name that is not registered or for other tokens. Files are opened only where that must be told,
    so that a page may ask; whether they are still as they were is asked when a run begins."""
    entry, other = entries_of(registry, target, draft)
    if other is not None and not other.has_tokens_of(entry):
        RegisteredPair(entry, other)


def entries_of(registry: Registry, target: str, draft: str) -> tuple[Registered, Registered | None]:
    """The entries of two names, None for a draft that needs no model; CannotRun for a name that is not registered."""
    entry = registry.get(target)
    if draft in ALONE:
        return entry, None
    known = registry.all()
    if draft not in known:
        others = [name for name in known if name != target]
        why = " That one belongs to the pair that ships, which has another tokenizer." if draft in DRAFTS else ""
        raise CannotRun(
            f'There is no draft "{quote(draft)}" for {target}.{why} There are {", ".join([*ALONE, *others])}.'
        )
    return entry, known[draft]


def check_libraries(name: str, checkpoints: list[Checkpoint]) -> None:
    """CannotRun, with the command, when a library that the model needs is not installed."""
    wanted = [*LIBRARIES, *(["gguf"] if any(each.form == "gguf" for each in checkpoints) else [])]
    missing = [each for each in wanted if find_spec(each) is None]
    if missing:
        raise CannotRun(
            f"The model {name} needs {', '.join(missing)}, which are not installed here; {INSTALL} does it."
        )


def state_of(entry: Registered) -> tuple[bool, str]:
    """Whether a registered model can run here now, and what is to be said of it; nothing is loaded."""
    try:
        found = entry.open()
        check_libraries(entry.name, [found])
        check_memory(entry.name, [found], available_bytes())
    except CannotRun as problem:
        return False, f"can't run. {problem}"
    size = f"{found.shape.parameters / 1e6:,.1f} million parameters"
    return True, f"can run: {size}, about {gigabytes(whole_need([found]))} of memory."


def load(name: str, checkpoint: Checkpoint, engine: Engine) -> Model:
    """A model on the engine's device, in float32; BadCheckpoint when the library refuses what config.json says."""
    from labs.checkpoints.transformers_models import TransformersModel

    try:
        return TransformersModel(name, checkpoint, engine.device)
    except (KeyError, TypeError, ValueError) as problem:
        raise BadCheckpoint(
            f"{name}: transformers can't build it from its config.json ({problem!r:.200})."
        ) from problem
