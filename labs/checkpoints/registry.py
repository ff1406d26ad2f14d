"""The names that people gave to models of their own, in one file of the data folder.
It refuses to keep a copy of weights: a name is a path, and what its files looked like when it was added."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from labs.checkpoints.checkpoint import Checkpoint
from labs.checkpoints.folder import is_pickle, open_folder, refuse_pickles
from labs.checkpoints.gguf_file import open_gguf
from labs.checkpoints.refused import BadCheckpoint, read_object
from labs.decoding.cannot_run import CannotRun
from labs.decoding.family import DRAFTS
from labs.reading import quote

FILE: Final = "models.json"
NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}", re.ASCII)
# Names that mean something else where a model is chosen.
TAKEN: Final = (*DRAFTS, "target", "servelab")


@dataclass(frozen=True)
class Registered:
    """A name, where its files lie, their fingerprint when it was added, and the digest of its tokenizer then; that is
    empty for a name of an older version."""

    name: str
    path: str
    fingerprint: str
    added: str
    tokens: str = ""

    def has_tokens_of(self, other: Registered) -> bool:
        """Whether both were added with one tokenizer, which is known without opening a file."""
        return bool(self.tokens) and self.tokens == other.tokens

    def open(self) -> Checkpoint:
        """The model as it lies there now. The path is not in the words of a refusal: pages show them to learners."""
        path = Path(self.path)
        if not path.exists():
            raise BadCheckpoint(
                f"{self.name}: its files are no longer where they were when it was added. Put them back, or add it "
                f"again: servelab models add {self.name} PATH"
            )
        try:
            found = open_path(path)
        except OSError as problem:
            raise BadCheckpoint(f"{self.name}: its files can't be read ({problem.strerror}).") from problem
        except BadCheckpoint as problem:
            raise BadCheckpoint(f"{self.name}: {problem}") from problem
        if found.fingerprint != self.fingerprint:
            raise BadCheckpoint(
                f"{self.name}: its files have changed since it was added. If that is meant, add it again: "
                f"servelab models add {self.name} PATH"
            )
        return found


@dataclass(frozen=True)
class Registry:
    """The models of one data folder."""

    data: Path

    def all(self) -> dict[str, Registered]:
        """Every model by name, in the order of names; empty when none was ever added."""
        path = self.data / FILE
        if not path.is_file():
            return {}
        listed = read_object(path).get("models")
        try:
            found = [Registered(**each) for each in listed or ()]
        except TypeError as problem:
            raise BadCheckpoint(f"{FILE} in the data folder can't be read: delete it and add the models.") from problem
        return {each.name: each for each in sorted(found, key=lambda each: each.name)}

    def get(self, name: str) -> Registered:
        """One model; CannotRun with the names that there are."""
        found = self.all()
        if name not in found:
            there = f"There are {', '.join(found)}." if found else "None is registered: servelab models add NAME PATH"
            raise CannotRun(f'There is no model "{quote(name)}". {there}')
        return found[name]

    def add(self, name: str, path: Path) -> Registered:
        """Check the model and keep its name, in the place of an older one of that name. BadCheckpoint, OSError."""
        if not NAME.fullmatch(name) or name in TAKEN:
            raise BadCheckpoint(
                f'The name "{quote(name)}" can\'t be taken. A name has up to 40 small letters, digits and . _ - and is '
                f"none of {', '.join(TAKEN)}."
            )
        checkpoint = open_path(path)
        today, tokens = datetime.now(UTC).date().isoformat(), checkpoint.vocabulary.digest
        added = Registered(name, str(path.absolute()), checkpoint.fingerprint, today, tokens)
        self._write({**self.all(), name: added})
        return added

    def remove(self, name: str) -> None:
        """Forget a name; its files stay. CannotRun when there is none."""
        self.get(name)
        self._write({kept: each for kept, each in self.all().items() if kept != name})

    def _write(self, models: Mapping[str, Registered]) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"models": [asdict(each) for each in models.values()]}, indent=1, ensure_ascii=False) + "\n"
        handle, name = tempfile.mkstemp(dir=self.data, prefix="models-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                out.write(text)
            # Replacing is atomic, so that a reader never sees half a file.
            Path(name).replace(self.data / FILE)
        finally:
            Path(name).unlink(missing_ok=True)


def open_path(path: Path) -> Checkpoint:
    """The model in a folder or a GGUF file."""
    if path.is_dir():
        return open_folder(path)
    if not path.exists():
        raise BadCheckpoint(f"There is no {path}: give a folder, a GGUF file, or an installed package with one.")
    if is_pickle(path):
        raise refuse_pickles([path.name])
    if path.suffix.lower() != ".gguf":
        raise BadCheckpoint(f"{path.name} is neither a folder nor a GGUF file; a folder holds config.json and weights.")
    return open_gguf(path)


def located(given: str) -> Path:
    """A path as given, or the one GGUF file of the installed package of that name, which is looked up and not run."""
    path = Path(given).expanduser()
    if path.exists() or path.name != given:
        return path
    try:
        files = distribution(given).files or []
    except (PackageNotFoundError, ValueError):
        return path
    found = [Path(str(each.locate())) for each in files if each.suffix.lower() == ".gguf"]
    if len(found) != 1:
        raise BadCheckpoint(f"The package {given} holds {len(found)} GGUF files; exactly one is needed. Give its path.")
    return found[0]
