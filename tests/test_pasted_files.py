"""A config.json pasted into the ledger's page: values in an address, or a refusal beside the box with the text kept.
What its keys mean is tested with the lab; this is the way there and back."""

import json
from html import unescape

import pytest

from tests.asking import ask


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "1",
        "null",
        '{"a": 1}',
        "{" * 2000,
        "[" * 100_000,
        "x" * 200_000,
        '{"hidden_size": "big"}',
        "\x00",
        "<script>",
    ],
    ids=[
        "empty",
        "broken",
        "list",
        "number",
        "null",
        "no keys",
        "nested",
        "deep",
        "huge",
        "wrong type",
        "zero",
        "markup",
    ],
)
def test_a_bad_config_is_refused_beside_the_box_and_kept(server: str, text: str) -> None:
    answer = ask(server, "/labs/gpu-memory-ledger/files", form=[("settings", "mode=serving"), ("config", text)])
    assert answer.status == 422
    assert 'id="config-error"' in answer.text
    assert "<title>Error: " in answer.text
    assert text[:100] in unescape(answer.text)


def test_a_pasted_config_becomes_an_address_that_keeps_the_other_settings(server: str) -> None:
    config = {
        "model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
        "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256, "tie_word_embeddings": False,
    }  # fmt: skip
    form = [("settings", "mode=serving&context=8192"), ("config", json.dumps(config))]
    answer = ask(server, "/labs/gpu-memory-ledger/files", form=form)
    assert answer.status == 303
    assert "context=8192" in answer.headers["location"]
    result = ask(server, answer.headers["location"].replace("ledger?", "ledger.json?")).json()
    assert result["facts"]["kv_bytes_per_token"]["value"] == 131072
    assert result["facts"]["max_sequences"]["value"] == 52


def test_a_form_from_another_site_is_refused(server: str) -> None:
    answer = ask(
        server, "/labs/gpu-memory-ledger/files", form=[("config", "{}")], headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status == 403


def test_a_body_over_the_limit_is_refused_in_words(server: str) -> None:
    answer = ask(server, "/labs/gpu-memory-ledger/files", form=[("config", "x" * 2_000_000)])
    assert answer.status == 413
