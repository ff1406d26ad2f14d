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
    address, place = answer.headers["location"].split("#")
    result = ask(server, address.replace("ledger?", "ledger.json?")).json()
    assert result["facts"]["kv_bytes_per_token"]["value"] == 131072
    assert result["facts"]["max_sequences"]["value"] == 52
    # Who pasted goes on at the sentence of the result, which takes the focus, and finds what was read beside it.
    page = ask(server, address).text
    assert f'<p class="says" id="{place}" tabindex="-1"><strong>' in page
    assert '<p class="note">Your own shape: 32 layers with 32 query heads' in page.replace("\u00a0", " ")


def test_a_form_from_another_site_is_refused(server: str) -> None:
    answer = ask(
        server, "/labs/gpu-memory-ledger/files", form=[("config", "{}")], headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status == 403


@pytest.mark.parametrize("came_from", ["", "/labs/gpu-memory-ledger/files"])
def test_a_text_over_the_limit_is_refused_beside_the_box_with_the_settings_kept(server: str, came_from: str) -> None:
    form = [("settings", "mode=serving&context=8192"), ("config", "x" * 2_000_000)]
    headers = {"Referer": server.rstrip("/") + came_from} if came_from else {}
    answer = ask(server, "/labs/gpu-memory-ledger/files", form=form, headers=headers)
    assert answer.status == 422
    assert "<title>Error: " in answer.text
    said = answer.text.partition('<p class="error" id="config-error">')[2].partition("</p>")[0]
    assert said.startswith("The text is longer than the 1 MB that is read in one go, so it was neither read nor kept.")
    assert 'name="settings" value="mode=serving&amp;context=8192"' in answer.text
    assert 'value="8192"' in answer.text
    assert '<a href="#config">' in answer.text


def test_the_settings_of_a_text_over_the_limit_are_those_of_the_page_it_came_from(server: str) -> None:
    form = [("config", "x" * 2_000_000), ("settings", "mode=serving&context=1024")]
    headers = {"Referer": f"{server}labs/gpu-memory-ledger?mode=serving&context=8192"}
    answer = ask(server, "/labs/gpu-memory-ledger/files", form=form, headers=headers)
    assert answer.status == 422
    assert 'name="settings" value="mode=serving&amp;context=8192"' in answer.text
