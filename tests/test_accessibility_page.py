"""The page about accessibility tells what the harness has, and is told where every page ends.
It refuses to judge pages; the harness does."""

import json
import re
from pathlib import Path

from app import create_app
from app.config import Settings
from tests.a11y.record import OF_THE_DAY, RECORD, TOLD, collect
from tests.a11y.seeds.trials import TRIALS


def test_the_record_is_what_the_harness_has_today() -> None:
    kept = json.loads(RECORD.read_text(encoding="utf-8"))
    told = {name: value for name, value in kept.items() if name not in OF_THE_DAY}
    assert told == collect(), "run `python -m tests.a11y.record`"
    assert set(TOLD) == set(TRIALS)
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", kept["date"])
    assert kept["browser"].startswith("Chromium ")


def test_the_page_tells_each_check_view_version_and_shortfall(tmp_path: Path) -> None:
    client = create_app(Settings(data=tmp_path)).test_client()
    page = client.get("/accessibility").text.replace("\u00a0", " ")
    kept = json.loads(RECORD.read_text(encoding="utf-8"))
    for check in kept["checks"]:
        assert f'<th scope="row">{check["number"]}</th>' in page
        assert check["says"] in page
    for view in kept["views"]:
        assert f'<th scope="row">{view["name"]}</th>' in page
    for name in ("engine", "htmx", "plotly", "browser", "date", "judged", "addresses", "faults"):
        assert str(kept[name]) in page
    assert "What falls short" in page
    assert "Tell the person who gave you this address" in page
    assert '<a href="/accessibility">' in client.get("/labs").text
