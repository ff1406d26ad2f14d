"""The named release is held against the contract by the lesson's runs, and nothing empty counts as evidence.
It refuses to prove how results are kept; tests/course_site/test_release_note.py does."""

import json

import pytest

from app.course.contract import contract_words
from app.course.lesson import Evidence
from tests.course_site.site import Site, words
from tests.course_site.test_release_note import NOTE, pieces

BREAKS = (
    "R12 breaks 1 of 2 lines of the contract: the memory in use is 8.64 GB, and at most 8 GB is allowed. Write into "
    "your note why it may go out all the same and when it falls back, or name another release."
)


def against(site: Site, release: str) -> str:
    block = site.block("proof")
    assert isinstance(block, Evidence)
    return contract_words(block, release)


def test_a_release_that_breaks_the_contract_is_told_so_wherever_the_note_is_shown(site: Site) -> None:
    assert "Against the contract" not in site.page(NOTE)
    answer = site.send("proof", is_part=True, release="R12", fallback="R11", note="It is faster.")
    assert BREAKS in words(answer.text)
    assert BREAKS in words(site.page(NOTE))
    assert BREAKS in site.client.get(f"{NOTE}.json").get_json()["contract"]
    assert "R12 breaks 1 of 2 lines of the contract" in site.client.get(f"{NOTE}.md").text


def test_a_release_that_keeps_it_or_that_nobody_ran_is_told_apart(site: Site) -> None:
    assert against(site, "r11") == "As this lesson computed it, R11 keeps all 2 lines of the contract."
    for text in ("R99", "R12 on nine cards", "R11, then R12", "not R11"):
        unknown = against(site, text)
        assert f'Which lines of the contract "{text}" breaks is not known here; this lesson ran R11, R12.' in unknown
    assert against(site, "  ") == ""


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (("missing", "missing"), "begun. 0 of 2 rows are ready (Tail: missing; Fallback: missing); it counts once"),
        (("partial", "partial"), "begun. 0 of 2 rows are ready (Tail: partial; Fallback: partial); it counts once"),
        (("ready", "missing"), "begun. 1 of 2 rows are ready (Fallback: missing); it counts once"),
        (("ready", "partial"), "present. 1 of 2 rows are ready (Fallback: partial)"),
        (("ready", "ready"), "present. 2 of 2 rows are ready"),
    ],
)
def test_a_rubric_counts_once_no_row_is_missing_and_one_is_ready(site: Site, rows: tuple[str, ...], said: str) -> None:
    site.send("readiness-rubric", **{f"row-{place}": word for place, word in enumerate(rows)})
    assert pieces(site.page(NOTE))[4].removeprefix("Production rubric: ").startswith(said)
    told = json.loads(site.client.get(f"{NOTE}.json").text)["pieces"][4]
    assert (told["present"], told["begun"]) == (said.startswith("present"), True)


def test_what_is_skipped_is_no_evidence_and_is_not_begun(site: Site) -> None:
    for id in ("readiness-rubric", "bytes", "proof", "kept", "own-words"):
        site.skip(id)
    found = pieces(site.page(NOTE))
    assert not any("present" in each or "begun" in each for each in found)
    assert "Production rubric: missing. skipped" in found
