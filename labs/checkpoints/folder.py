"""A Hugging Face folder: which of its files are needed, and what their headers say.
It refuses pickle files, and files outside the folder; no file but config.json and tokenizer.json is read whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from labs.checkpoints.checkpoint import Checkpoint, check_rows, fingerprint
from labs.checkpoints.refused import BadCheckpoint, read_object
from labs.checkpoints.shape import library_config, read_shape
from labs.checkpoints.tensors import Tensor, check_tensors, read_header
from labs.checkpoints.vocabulary import read_vocabulary

CONFIG: Final = "config.json"
TOKENIZER: Final = "tokenizer.json"
WEIGHTS: Final = "model.safetensors"
INDEX: Final = "model.safetensors.index.json"
PICKLES: Final = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle")
CONVERT: Final = (
    'Where you trust it, convert it once: python -c "from transformers import AutoModelForCausalLM as M; '
    "M.from_pretrained('FOLDER').save_pretrained('NEW')\", and copy tokenizer.json beside it."
)


def open_folder(folder: Path) -> Checkpoint:
    """The checkpoint in a folder; BadCheckpoint says what is missing or can't be taken."""
    _check_files(folder)
    config = read_object(folder / CONFIG)
    shape = read_shape(config)
    vocabulary = read_vocabulary(read_object(folder / TOKENIZER))
    check_rows(shape, vocabulary)
    weights = _weight_files(folder)
    tensors: dict[str, Tensor] = {}
    for path in weights:
        tensors |= read_header(path)
    expected = shape.tensors()
    check_tensors(tensors, expected)
    return Checkpoint(
        path=folder,
        form="safetensors",
        shape=shape,
        config=library_config(config),
        vocabulary=vocabulary,
        tokenizer=(folder / TOKENIZER).read_text(encoding="utf-8"),
        tensors={name: tensors[name] for name in expected},
        stop=_stop(config, vocabulary.size),
        fingerprint=fingerprint([folder / CONFIG, folder / TOKENIZER, *weights]),
    )


def is_pickle(path: Path) -> bool:
    """Whether the file has a name that pickled weights have."""
    return path.suffix.lower() in PICKLES


def refuse_pickles(names: list[str]) -> BadCheckpoint:
    """The refusal of weights that can run code."""
    return BadCheckpoint(
        f"The weights are pickle files ({', '.join(names)}), which can run any code when they are opened, so they are "
        f"never opened here; safetensors files hold numbers only. {CONVERT}"
    )


def _check_files(folder: Path) -> None:
    has_weights = any((folder / name).is_file() for name in (WEIGHTS, INDEX))
    pickles = sorted(each.name for each in folder.iterdir() if is_pickle(each))
    if pickles and not has_weights:
        raise refuse_pickles(pickles)
    missing = [name for name in (CONFIG, TOKENIZER) if not (folder / name).is_file()]
    if not has_weights:
        missing.append(WEIGHTS)
    if missing:
        raise BadCheckpoint(
            f"The folder lacks {', '.join(missing)}. {CONFIG}, {TOKENIZER} and {WEIGHTS} (or its parts and {INDEX}) "
            "are needed."
        )


def _weight_files(folder: Path) -> list[Path]:
    """The one file, or the parts that the index names."""
    if (folder / WEIGHTS).is_file():
        return [folder / WEIGHTS]
    named = read_object(folder / INDEX).get("weight_map")
    if not isinstance(named, dict) or not named:
        raise BadCheckpoint(f"{INDEX} names no parts: restore the file.")
    parts = sorted({str(part) for part in named.values()})
    # A name with a folder in it could lead anywhere.
    strange = [part for part in parts if Path(part).name != part or not part.endswith(".safetensors")]
    if strange:
        raise BadCheckpoint(f"{INDEX} names {strange[0]!r:.60}, which is no safetensors file of this folder.")
    missing = [part for part in parts if not (folder / part).is_file()]
    if missing:
        raise BadCheckpoint(f"The folder lacks {', '.join(missing)}, which {INDEX} names: copy it too.")
    return [folder / part for part in parts]


def _stop(config: Mapping[str, Any], size: int) -> int | None:
    """The id that ends a text; the first where there are several."""
    found = config.get("eos_token_id")
    first = found[0] if isinstance(found, list) and found else found
    return first if isinstance(first, int) and not isinstance(first, bool) and 0 <= first < size else None
