"""Small model folders written by hand, without a model library, and a data folder for the command that takes them.
They refuse to run: weights are zeros."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from click.testing import CliRunner, Result

from app.cli import main
from labs.checkpoints.shape import read_shape
from labs.checkpoints.vocabulary import byte_letters
from labs.tinylm.tensor_file import write_tensors

CONFIG: dict[str, Any] = {
    "architectures": ["LlamaForCausalLM"],
    "vocab_size": 320,
    "hidden_size": 16,
    "intermediate_size": 24,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 512,
    "tie_word_embeddings": True,
    "eos_token_id": [256],
}
MERGES = (("t", "h"), ("th", "e"), ("a", "n"), ("Ġ", "the"))


def tokenizer_of(merges: tuple[tuple[str, str], ...] = MERGES, end: str = "<end>") -> dict[str, Any]:
    """A byte-level tokenizer.json: 256 bytes, an end token, a token for each merge."""
    vocab = byte_letters()
    vocab |= {left + right: 257 + rank for rank, (left, right) in enumerate(merges)}
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    plain = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    return {
        "version": "1.0",
        "added_tokens": [{"id": 256, "content": end, "special": True, **plain}],
        "pre_tokenizer": level,
        "decoder": level,
        "model": {"type": "BPE", "vocab": vocab, "merges": [list(each) for each in merges]},
    }


def write_model(folder: Path, tokenizer: dict[str, Any] | None = None, **config: Any) -> Path:
    """A whole folder with weights of zeros."""
    folder.mkdir(parents=True, exist_ok=True)
    found = CONFIG | config
    tensors = {name: np.zeros(shape, dtype=np.float32) for name, shape in read_shape(found).tensors().items()}
    (folder / "config.json").write_text(json.dumps(found), encoding="utf-8")
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer or tokenizer_of()), encoding="utf-8")
    (folder / "model.safetensors").write_bytes(write_tensors(tensors))
    return folder


def ran(data: Path, *arguments: str, fails: int = 0) -> Result:
    """`servelab` with a data folder; its exit code must be `fails`."""
    made = CliRunner().invoke(main, arguments, env={"SERVELAB_DATA": str(data)})
    assert made.exit_code == fails, made.output
    return made
