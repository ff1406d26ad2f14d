"""Where each number of a result comes from, as the page says it: its formula, the lab's cases, files at a commit.
What the sources are is each lab's own matter."""

import re
from pathlib import Path

import pytest

from app import create_app
from app.config import Settings
from app.web.sources import sourced
from labs import get_lab, parse

BLOB = "https://github.com/owner/name/blob/0a1b2c3d/some/file.py"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    client = create_app(Settings(data=Path(tmp_path_factory.mktemp("data")))).test_client()
    paths = (
        "/labs/gpu-memory-ledger?mode=serving",
        "/reference?topic=gpu-memory-ledger",
        "/reference?topic=parameters",
    )
    return {path: client.get(path).text for path in paths}


def test_each_modelled_number_leads_to_the_reference(pages: dict[str, str]) -> None:
    page = pages["/labs/gpu-memory-ledger?mode=serving"].partition('id="how"')[2]
    rows = re.findall(r'\n<tr><th scope="row">(.*?)</th>(.*?)</tr>', page)
    facts = get_lab("gpu-memory-ledger").run(parse(get_lab("gpu-memory-ledger"), [("mode", "serving")])).facts
    assert [name for name, _ in rows] == [fact.label for fact in dict.fromkeys(facts.values())]
    linked = {name: re.findall(r'href="(/reference\?[^"]*)"', cells) for name, cells in rows}
    assert all(linked[fact.label] for fact in facts.values() if fact.kind == "modelled")
    assert linked["Longest context that fits"] == ["/reference?topic=kv_cache#kv_max_tokens"]
    assert linked["The memory needed"] == ["/reference?topic=gpu-memory-ledger#gpu-memory-ledger"]
    assert linked["Attention"] == []
    assert 'id="gpu-memory-ledger"' in pages["/reference?topic=gpu-memory-ledger"]


def test_a_file_at_a_commit_is_a_link_wherever_a_source_is_printed(pages: dict[str, str]) -> None:
    llama = "github.com/keras-team/keras-hub/blob/71453d08/keras_hub/src/models/llama3/llama3_presets.py"
    assert f'<a href="https://{llama}">' in pages["/labs/gpu-memory-ledger?mode=serving"]
    litgpt = '<a href="https://github.com/Lightning-AI/litgpt/blob/26857050/litgpt/config.py">'
    assert all(
        litgpt in pages[path] for path in ("/labs/gpu-memory-ledger?mode=serving", "/reference?topic=parameters")
    )


def test_only_a_file_at_a_commit_becomes_a_link_and_words_stay_words() -> None:
    words = "owner/name some/file.py @0a1b2c3d"
    assert sourced(f"config {words}; by hand") == f'config <a href="{BLOB}">{words}</a>; by hand'
    for plain in ("A100 data sheet", "owner/name some/*/file.py @0a1b2c3d", "owner/name some/file.py", "a @0a1b2c3d"):
        assert sourced(plain) == plain
    assert sourced(f"<b> {words}").startswith("&lt;b&gt; <a ")
