"""A pair of one's own on the page: chosen from what is registered, refused at its field, and nothing is queued for it.
It refuses to run a model; no model library is needed here."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import create_app
from app.config import Settings
from app.jobs import JOBS_FILE
from labs.checkpoints import FILE
from labs.checkpoints import pair as pair_module
from labs.speculative_decoding.own_pairs import MOST_LISTED
from tests.job_client import OURS
from tests.own_models import MERGES, ran, tokenizer_of, write_model

PATH = "/labs/speculative-decoding"
LIVE = f"{PATH}?view=live"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def client(data: Path) -> FlaskClient:
    return create_app(Settings(data=data)).test_client()


def add(data: Path, folder: Path, **merges: tuple[tuple[str, str], ...]) -> None:
    for name, found in merges.items():
        ran(data, "models", "add", name, str(write_model(folder / name, tokenizer_of(found))))


def field(page: str) -> str:
    """The list of pairs with what stands around it."""
    return unescape(page.partition('<label for="pair">')[2].partition("</select>")[0])


def choices(page: str) -> list[str]:
    return re.findall(r'<(?:option value|optgroup label)="([^"]*)"', field(page))


def test_pairs_are_chosen_from_the_models_registered_now_and_those_that_fit_come_first(
    client: FlaskClient, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = client.get(LIVE).text
    assert choices(empty) == [""] and "None is registered here: servelab models add NAME PATH." in field(empty)
    add(data, tmp_path, big=MERGES, odd=(*MERGES, ("an", "d")), little=MERGES)
    # Files are not opened to show a page.
    monkeypatch.setattr(pair_module.Registered, "open", None)
    shown = client.get(f"{LIVE}&watched=rare").text
    assert choices(client.get(LIVE).text) == choices(shown) == [
        "", "One tokenizer", "big+little", "little+big",
        "Without a second model", "big+lookup", "big+self", "little+lookup", "little+self", "odd+lookup", "odd+self",
        "Tokenizers differ: refused", "big+odd", "little+odd", "odd+big", "odd+little",
    ]  # fmt: skip
    assert str(tmp_path) not in shown


def test_a_name_of_an_older_version_is_asked_for_its_tokens_when_it_is_chosen(
    client: FlaskClient, data: Path, tmp_path: Path
) -> None:
    add(data, tmp_path, big=MERGES, little=MERGES)
    listed = json.loads((data / FILE).read_text(encoding="utf-8"))
    for each in listed["models"]:
        del each["tokens"]
    (data / FILE).write_text(json.dumps(listed), encoding="utf-8")
    assert "One tokenizer" not in choices(client.get(LIVE).text)
    assert "tokenizers differ: token" not in unescape(client.get(f"{LIVE}&pair=big%2Blittle").text)
    ran(data, "models", "add", "big", str(tmp_path / "big"))
    ran(data, "models", "add", "little", str(tmp_path / "little"))
    assert choices(client.get(LIVE).text)[1:3] == ["One tokenizer", "big+little"]


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("big+odd", "odd can't draft for big, since their tokenizers differ: big has 261 tokens and odd has 262."),
        ("other", 'There is no model "other". There are big, odd.'),
        ("big+nobody", 'There is no draft "nobody" for big. There are lookup, self, odd.'),
    ],
)
def test_a_bad_pair_is_refused_at_its_field_before_a_run_is_asked_for_without_any_model_library(
    client: FlaskClient, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pair: str, said: str
) -> None:
    add(data, tmp_path, big=MERGES, odd=(*MERGES, ("an", "d")))
    monkeypatch.setattr(pair_module, "find_spec", lambda name: None)
    asked = f"view=live&pair={pair.replace('+', '%2B')}"
    for answer in (client.get(f"{PATH}?{asked}"), client.post(f"{PATH}/runs", data={"settings": asked}, headers=OURS)):
        assert answer.status_code == 422
        assert f'<p class="error" id="pair-error">{said}' in unescape(answer.text)
        assert f'<option value="{pair}" selected>' in answer.text and 'aria-invalid="true"' in field(answer.text)
    assert not (data / JOBS_FILE).exists()
    missing = unescape(client.get(f"{LIVE}&pair=big").text)
    assert "which are not installed here" in missing
    wrong = client.get(f"{LIVE}&pair=big&device=numpy")
    assert wrong.status_code == 422 and "A pair of your own runs on PyTorch" in wrong.text


def test_of_many_models_the_first_pairs_are_listed_and_any_other_is_asked_for_by_address(
    client: FlaskClient, data: Path, tmp_path: Path
) -> None:
    add(data, tmp_path, m00=MERGES)
    listed = json.loads((data / FILE).read_text(encoding="utf-8"))
    names = [f"m{place:02}" for place in range(21)]
    listed["models"] = [listed["models"][0] | {"name": name} for name in names]
    (data / FILE).write_text(json.dumps(listed), encoding="utf-8")
    page = client.get(LIVE).text
    pairs = [each for each in choices(page) if "+" in each]
    assert len(pairs) == MOST_LISTED and {f"{name}+lookup" for name in names} <= set(pairs)
    assert "60 of 462 pairs are listed. Any other is asked for in the address: pair=TARGET%2BDRAFT." in field(page)
    assert "m20+m19" not in pairs
    page = client.get(f"{LIVE}&pair=m20%2Bm19").text
    assert '<option value="m20+m19" selected>' in page and "There is no" not in field(page)
