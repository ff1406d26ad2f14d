"""A Llama-shaped model in one GGUF file, read as the folder form would say it: config, tokenizer, tensors by name.
It refuses other families and ways to cut text that we have not compared with the original."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from labs.checkpoints.checkpoint import Checkpoint, check_rows, fingerprint
from labs.checkpoints.gguf_header import Block, Header, read_gguf
from labs.checkpoints.refused import BadCheckpoint
from labs.checkpoints.shape import library_config, read_shape
from labs.checkpoints.tensors import Tensor, check_tensors
from labs.checkpoints.vocabulary import read_vocabulary

_BYTES: Final = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
_DIGITS: Final = {"type": "Digits", "individual_digits": True}
# How text is cut before merging, by the name that the file gives it.
CUTS: Final = {"gpt-2": _BYTES, "smollm": {"type": "Sequence", "pretokenizers": [_DIGITS, _BYTES]}}
CONTROL: Final = 3
_PLAIN: Final = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
_NAMES: Final = {
    "token_embd": "model.embed_tokens",
    "output_norm": "model.norm",
    "output": "lm_head",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
_LAYER: Final = re.compile(r"blk\.(\d{1,4})\.(.+)", re.ASCII)


def open_gguf(path: Path) -> Checkpoint:
    """The checkpoint in a file; BadCheckpoint says what can't be taken."""
    header = read_gguf(path)
    tensors = {_renamed(name): _tensor(path, block) for name, block in header.tensors.items()}
    config = _config(header, tensors)
    shape = read_shape(config)
    tokenizer = _tokenizer(header.keys)
    vocabulary = read_vocabulary(tokenizer)
    check_rows(shape, vocabulary)
    expected = shape.tensors()
    check_tensors(tensors, expected)
    # A tensor that the shape does not ask for, such as factors of the positions, would change what the model says.
    if unknown := sorted(set(tensors) - set(expected)):
        raise BadCheckpoint(f"{path.name} holds {unknown[0]}, which models of this form do not have.")
    return Checkpoint(
        path=path,
        form="gguf",
        shape=shape,
        config=library_config(config),
        vocabulary=vocabulary,
        tokenizer=json.dumps(tokenizer),
        tensors=tensors,
        stop=header.keys.get("tokenizer.ggml.eos_token_id"),
        fingerprint=fingerprint([path]),
    )


def _renamed(name: str) -> str:
    stem, dot, part = name.rpartition(".")
    found = _LAYER.fullmatch(stem)
    if found:
        return f"model.layers.{found[1]}.{_NAMES.get(found[2], found[2])}{dot}{part}"
    return f"{_NAMES.get(stem, stem)}{dot}{part}"


def _tensor(path: Path, block: Block) -> Tensor:
    return Tensor(path.name, block.shape, str(block.kind), block.start, block.stored)


def _config(header: Header, tensors: Mapping[str, Tensor]) -> dict[str, Any]:
    keys = header.keys
    family = keys.get("general.architecture")
    if family != "llama":
        raise BadCheckpoint(f"The GGUF file holds the family {family!r:.40}; only llama can run from GGUF here.")
    scaling = keys.get("llama.rope.scaling.type", "none")
    if scaling != "none":
        raise BadCheckpoint(f"The GGUF file scales positions ({scaling!r:.40}), which is not read: take the folder.")
    embedding = tensors.get("model.embed_tokens.weight")
    heads = keys.get("llama.attention.head_count")
    return {
        "architectures": ["LlamaForCausalLM"],
        "vocab_size": embedding.shape[0] if embedding else None,
        "hidden_size": keys.get("llama.embedding_length"),
        "intermediate_size": keys.get("llama.feed_forward_length"),
        "num_hidden_layers": keys.get("llama.block_count"),
        "num_attention_heads": heads,
        "num_key_value_heads": keys.get("llama.attention.head_count_kv", heads),
        "head_dim": keys.get("llama.rope.dimension_count"),
        "max_position_embeddings": keys.get("llama.context_length"),
        "rms_norm_eps": keys.get("llama.attention.layer_norm_rms_epsilon", 1e-5),
        "rope_theta": keys.get("llama.rope.freq_base", 10_000.0),
        "tie_word_embeddings": "lm_head.weight" not in tensors,
    }


def _tokenizer(keys: Mapping[str, Any]) -> dict[str, Any]:
    """The same tokenizer as a tokenizer.json would say it."""
    kind, cut = keys.get("tokenizer.ggml.model"), keys.get("tokenizer.ggml.pre")
    if kind != "gpt2" or cut not in CUTS:
        allowed = " and ".join(CUTS)
        raise BadCheckpoint(
            f"The GGUF file has a tokenizer {kind!r:.40} that cuts text by {cut!r:.40}; gpt2 with {allowed} can run. "
            "Take the folder with tokenizer.json in place of the GGUF file."
        )
    try:
        tokens, merges = keys["tokenizer.ggml.tokens"], keys["tokenizer.ggml.merges"]
        control = [place for place, each in enumerate(keys["tokenizer.ggml.token_type"]) if each == CONTROL]
        extra = [{"id": place, "content": tokens[place], "special": True, **_PLAIN} for place in control]
        vocab = {token: place for place, token in enumerate(tokens)}
    except (KeyError, TypeError, IndexError) as problem:
        raise BadCheckpoint("The GGUF file lacks tokens, their kinds or merges: restore the file.") from problem
    return {
        "version": "1.0",
        "added_tokens": extra,
        "pre_tokenizer": CUTS[cut],
        "decoder": _BYTES,
        "model": {"type": "BPE", "vocab": vocab, "merges": [each.split(" ") for each in merges]},
    }
