"""The release note: six pieces, present or missing with the way to get each; results kept, run again, taken away.
It refuses to prove how a digest is made; tests/test_release.py and tests/test_export.py do."""

import json
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from app.course.marking import shuffled
from app.store import evidence_of
from app.web import evidence
from tests.course_site.site import CONTENT, OURS, Site, words
from tests.servers import ROOT

NOTE = "/evidence/every-block"


def keep(site: Site, piece: int, **fields: str) -> Any:
    return site.client.post(f"{NOTE}/keep", data={"piece": str(piece), **fields}, headers=OURS)


def pieces(page: str) -> list[str]:
    """The state of each piece in words."""
    found = re.findall(
        r'<li id="piece-\d">\s*<p><strong>(.*?)</strong>.*?<span class="soft">\((.*?)\)</span>', page, re.S
    )
    return [f"{title} {state}" for title, state in found]


def answer_checkpoint(site: Site) -> None:
    """All that can be right, rightly; the words of one's own stay open."""
    draw, question = site.asked("kept")
    site.send("kept", draw=draw, choice=[str(place) for place, option in enumerate(question.options) if option.right])
    draw, question = site.asked("steps-order")
    right = {f"place-{place}": str(rank + 1) for place, rank in enumerate(shuffled(question))}
    site.send("steps-order", draw=draw, **right)
    site.send("two-fields", fixed="3.2", because="it does")


def test_each_piece_is_missing_with_the_way_to_get_it_then_present(site: Site) -> None:
    page = site.page(NOTE)
    assert pieces(page) == [
        "Worked code, run: missing. not run yet",
        "A result checked by hand: missing. not answered yet",
        "Simulation output: missing. not run yet",
        "Checkpoint: missing. 0 of 3 right; 3 right are a pass",
        "Production rubric: missing. not answered yet",
        "Named fallback: missing. no release is named yet",
    ]
    assert re.findall(r'href="([^"]+)">Get it', page) == [
        "/lessons/every-block/by-hand",
        "/lessons/every-block/check",
        "/lessons/every-block/release",
        "/lessons/every-block/release",
    ]
    assert re.findall(r'id="(keep-\d)"', page) == ["keep-0", "keep-2"]
    for piece in (0, 2):
        assert keep(site, piece).headers["Location"] == f"{NOTE}#piece-{piece}"
    site.send("bytes", value="12012")
    assert "answered, not right" in pieces(site.page(NOTE))[1]
    site.send("bytes", key="again", value="60060")
    assert "missing. right only after the answer was shown, so it does not count" in pieces(site.page(NOTE))[1]
    site.client = site.app.test_client()
    for piece in (0, 2):
        keep(site, piece)
    site.send("bytes", value="60060")
    answer_checkpoint(site)
    site.send("readiness-rubric", **{"row-0": "ready", "row-1": "partial"})
    site.send("proof", release="R12", fallback="R11", note="The tail holds.")
    page = site.page(NOTE)
    assert ["present" in each for each in pieces(page)] == [True, True, True, False, True, True]
    assert "right, " in pieces(page)[1] and "you typed 60060" in pieces(page)[1]
    assert "begun. 3 of 3 right" in pieces(page)[3]
    assert "1 of 2 rows are ready (Fallback: partial)" in pieces(page)[4]
    assert "5 of 6 pieces of evidence are present." in page
    assert "The tail holds." in page
    site.skip("own-words")
    assert "Checkpoint: present. 3 of 3 right; 3 right are a pass" in pieces(site.page(NOTE))


def test_one_press_runs_all_again_and_says_the_same(site: Site) -> None:
    keep(site, 0)
    keep(site, 2, address="http://localhost/labs/gpu-memory-ledger?microbatch=20&v=1")
    page = words(site.page(f"{NOTE}?again=yes"))
    assert "2 of 2 results came out the same." in page
    assert page.count("Made with version 1 and run again with it: the same.") == 2
    assert "/labs/gpu-memory-ledger?microbatch=20 " in page


def test_after_another_version_the_numbers_that_differ_are_named_old_and_new(site: Site) -> None:
    keep(site, 2)
    store = site.app.extensions["store"]
    with store.writing() as connection:
        (text,) = connection.exec_driver_sql("select numbers from evidence").one()
        numbers = json.loads(text)
        numbers["facts"]["total_gb"]["value"] = 8.5
        changed = (json.dumps(numbers), "sha256:" + "0" * 64, "0")
        connection.exec_driver_sql("update evidence set numbers = ?, digest = ?, version = ?", changed)
    page = words(site.page(f"{NOTE}?again=yes"))
    assert "Made with version 0; version 1 gives: 1 number differs." in page
    assert "0 of 1 result came out the same." in page
    assert re.search(r"Number Then Now .* 8\.5 GB 8\.64 GB", page)


def test_the_same_result_is_kept_once_and_another_one_beside_it(site: Site) -> None:
    for address in ("", "", "/labs/gpu-memory-ledger?microbatch=20", "/labs/gpu-memory-ledger?microbatch=20"):
        keep(site, 2, address=address)
    told = site.client.get("/data/mine.json").get_json()["evidence"]
    assert [each["address"] for each in told] == ["/labs/gpu-memory-ledger", "/labs/gpu-memory-ledger?microbatch=20"]


def test_an_address_that_is_none_is_refused_beside_its_field(site: Site) -> None:
    for typed, said in (
        ("/labs/gpu-memory-ledger?microbatch=many", 'Microbatch is "many"'),
        ("/labs/acceptance-prefix", "This piece is a result of"),
        ("<b>https://evil.example</b>", "is not the address of a lab's result"),
    ):
        answer = keep(site, 2, address=typed)
        assert answer.status_code == 422
        assert said in unescape(answer.text)
        assert "<b>https" not in answer.text
        assert 'href="#address-2"' in answer.text and 'id="address-2-error"' in answer.text
    assert [keep(site, place).status_code for place in (1, 9)] == [400, 400]
    assert site.client.post(f"{NOTE}/keep", data={"piece": "-1"}, headers=OURS).status_code == 400
    assert keep(site, 0, address="/labs/acceptance-prefix").status_code == 303
    assert "evidence" in site.client.get("/data/mine.json").get_json()


def test_a_lesson_without_a_note_says_so(site: Site) -> None:
    answer = site.client.get("/evidence/second")
    assert answer.status_code == 404
    assert "has no release note" in answer.text


def test_presses_have_a_limit_an_hour(site: Site) -> None:
    keep(site, 0)
    site.app.extensions["evidence_presses"] = evidence.Tries(2, 3600)
    statuses = [site.client.get(f"{NOTE}?again=yes").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert site.client.get(NOTE).status_code == 200


def test_a_note_of_one_process_verifies_in_another_and_a_changed_one_does_not(site: Site, tmp_path: Path) -> None:
    keep(site, 0)
    keep(site, 2)
    answer = site.client.get(f"{NOTE}.json")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="release-note.json"'
    file = tmp_path / "release-note.json"
    for text, code, said in (
        (answer.text, 0, "Simulation output: Made with version 1 and run again with it: the same."),
        (answer.text.replace("sha256:", "sha256:0"), 1, "The kept digest was changed."),
        ("{}", 2, "It is no release note"),
    ):
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "app", "verify", str(file)]
        environ = {"SERVELAB_DATA": str(tmp_path / "other"), "PATH": "", "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
        assert (done.returncode, said in done.stdout + done.stderr) == (code, True)


def test_markdown_says_the_same_and_holds_no_markup_of_the_learner(site: Site) -> None:
    keep(site, 2)
    site.send("proof", release="R12", fallback="R11", note="<img src=x> [go](http://evil.example)\n=1+1\n{{7*7}}")
    text = site.client.get(f"{NOTE}.md").text
    assert r"> \<img src\=x\> \[go\]\(http\://evil\.example\)" in text
    assert r"> \=1\+1" in text
    assert "{{7*7}}" in site.page(NOTE) and "<img src=x>" not in site.page(NOTE)
    assert "3. **Simulation output: present.**" in text
    (kept,) = evidence_of(site.app.extensions["store"], learner_id(site))
    assert kept.digest in text and kept.address in text


def learner_id(site: Site) -> str:
    value = site.cookie().value
    return str(value).split(".")[0]


def test_the_run_of_a_try_is_kept_only_after_its_prediction(site: Site, tmp_path: Path) -> None:
    content = tmp_path / "content"
    shutil.copytree(CONTENT, content)
    lesson = content / "lessons" / "every-block.md"
    lesson.write_text(lesson.read_text(encoding="utf-8").replace("from: card,", "from: grow,"), encoding="utf-8")
    own = Site(site.app.config["SETTINGS"].data, content)
    assert "Simulation output: missing. not predicted yet" in pieces(own.page(NOTE))
    assert keep(own, 2).status_code == 400
    own.send("grow", low="20", high="25")
    assert keep(own, 2).status_code == 303
    (told,) = own.client.get("/data/mine.json").get_json()["evidence"]
    assert told["address"] == "/labs/gpu-memory-ledger?microbatch=54"


def test_a_press_runs_what_a_page_may_compute_and_offers_the_rest_one_by_one(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(site, 0)
    keep(site, 2)
    monkeypatch.setattr(evidence, "_seconds", lambda kept: 1.5)
    page = site.page(f"{NOTE}?again=yes")
    assert "1 of 1 result came out the same." in page
    (rest,) = re.findall(r'href="([^"]+)">Run this one again', page)
    alone = site.page(rest.partition("#")[0])
    assert alone.count("and run again with it: the same.") == 1
    assert re.search(r"A simulation.*?and run again with it: the same", alone, re.S)
