"""Small random models saved by the library itself, as folders and as GGUF: what a user would bring, made on the spot.
They refuse to be good at anything; large random weights keep their greedy choices apart."""

import copy
import json
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import torch
import transformers

from tests.own_models import tokenizer_of

SHAPE = {
    "hidden_size": 32,
    "intermediate_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 256,
    "initializer_range": 0.4,
    "eos_token_id": None,
    "bos_token_id": None,
}
ROWS = 288


def save(folder: Path, architecture: str = "LlamaForCausalLM", seed: int = 1, part: str = "1GB", **config: Any) -> Any:
    """A random model in a folder, with a tokenizer of 261 tokens; the model itself comes back."""
    kind = getattr(transformers, architecture)
    torch.manual_seed(seed)
    net = kind(kind.config_class(**(SHAPE | {"vocab_size": ROWS, "head_dim": 8} | config))).eval()
    if part == "1GB":
        net.save_pretrained(folder)
    else:
        # In the half-width form and in parts, as large models are.
        net.load_state_dict({name: each.bfloat16().float() for name, each in net.state_dict().items()})
        copy.deepcopy(net).bfloat16().save_pretrained(folder, max_shard_size=part)
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer_of()), encoding="utf-8")
    return net


def save_gguf(path: Path, net: Any, merges: list[str], tokens: list[str], packed: bool = False) -> None:
    """The Llama-shaped net as a GGUF file; `packed` stores its products in eight bits, blocks of 32."""
    config, writer = net.config, gguf.GGUFWriter(path, "llama")
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_rope_dimension_count(config.head_dim)
    writer.add_rope_freq_base(10_000.0)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(tokens)
    writer.add_token_merges(merges)
    writer.add_token_types([3 if token == "<end>" else 1 for token in tokens])
    writer.add_eos_token_id(256)
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.LLAMA, config.num_hidden_layers)
    heads = {"q_proj": config.num_attention_heads, "k_proj": config.num_key_value_heads}
    for name, tensor in net.state_dict().items():
        array = tensor.float().numpy()
        if (found := heads.get(name.split(".")[-2])) is not None:
            array = turned(array, found)
        kind = gguf.GGMLQuantizationType.Q8_0 if packed and array.ndim == 2 else gguf.GGMLQuantizationType.F32
        stem = names.get_name(name.removesuffix(".weight"))
        writer.add_tensor(f"{stem}.weight", gguf.quantize(array, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def turned(array: Any, heads: int) -> Any:
    """Each head's rows as the file wants them, row by row: 0, half, 1, half + 1 and so on."""
    size = array.shape[0] // heads
    pairs = [(place, place + size // 2) for place in range(size // 2)]
    order = [head * size + place for head in range(heads) for pair in pairs for place in pair]
    return np.ascontiguousarray(array[order])
