"""A kept result run again: the same, or which numbers differ; the note as Markdown and JSON, harmless and verifiable.
Labs of other versions are made from the real one, so that only the version is invented."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt

from app.cli import main
from app.release.again import Again, compare, run_again
from app.release.export import as_json, as_markdown
from app.release.kept import BadAddress, address_of, new_evidence, read_address
from app.release.note import Note, Piece
from app.release.reading import BadNote, Taken, read_note
from app.store import Evidence, NewEvidence
from labs import Fact, Lab, Params, Result, Table, TooMuchAtOnce, get_lab, parse

AT = datetime(2026, 11, 30, 8, 5, tzinfo=UTC)
LEDGER = get_lab("gpu-memory-ledger")
SIXTEEN = parse(LEDGER, [("microbatch", "20")])
NOW = LEDGER.run(SIXTEEN)


def kept(**changes: str | None) -> NewEvidence:
    return replace(new_evidence("fit", "simulation", LEDGER, SIXTEEN, NOW), **changes)


def newer(result: Result = NOW) -> Again:
    return compare(kept(), replace(LEDGER, version=2), SIXTEEN, result)


def with_fact(name: str, **changes: object) -> Result:
    return replace(NOW, facts={**NOW.facts, name: replace(NOW.facts[name], **changes)})  # type: ignore[arg-type]


def test_evidence_is_address_digest_and_version_and_comes_out_the_same() -> None:
    piece = kept()
    assert (piece.address, piece.version) == ("/labs/gpu-memory-ledger?microbatch=20", "1")
    assert piece.digest.startswith("sha256:")
    again = run_again(piece, lambda lab, params: lab.run(params))
    assert again == Again(True, "Made with version 1 and run again with it: the same.")


def test_after_a_new_version_it_says_same_or_names_what_differs_old_and_new() -> None:
    assert newer() == Again(True, "Made with version 1; version 2 gives: the same.")
    again = newer(with_fact("total_gb", value=10.25))
    assert (again.is_same, again.says) == (False, "Made with version 1; version 2 gives: 1 number differs.")
    (one,) = again.differences
    assert (one.name, one.then, one.now) == (NOW.facts["total_gb"].label, "10 GB", "10.25 GB")


def test_a_difference_too_small_for_rounded_words_is_shown_in_full() -> None:
    (one,) = newer(with_fact("total_gb", value=10.0001)).differences
    assert (one.then, one.now) == ("10.0 GB", "10.0001 GB")


def test_another_unit_is_a_difference_and_noise_beyond_the_digits_is_none() -> None:
    (one,) = newer(with_fact("total_gb", unit="GiB")).differences
    assert (one.then, one.now) == ("10 GB", "10 GiB")
    assert newer(with_fact("total_gb", value=10.000000001)).is_same


def test_a_number_that_went_is_named_and_one_that_came_is_no_difference() -> None:
    fewer = replace(NOW, facts={name: fact for name, fact in NOW.facts.items() if name != "total_gb"})
    (one,) = newer(fewer).differences
    assert (one.then, one.now) == ("10 GB", "not there")
    more = replace(NOW, facts={**NOW.facts, "waste_gb": Fact(1.0, "GB", "Waste")})
    assert newer(more) == Again(
        True, "Made with version 1; version 2 gives: the same numbers as then. New since: waste_gb."
    )


def test_a_table_whose_rows_differ_is_named() -> None:
    table = NOW.tables[0]
    other = replace(NOW, tables=(Table(table.name, table.caption, table.columns, table.rows[:-1]), *NOW.tables[1:]))
    (one,) = newer(other).differences
    assert (one.name, one.now) == (f"table {table.name}", "other rows")


def test_a_default_that_moved_is_named_as_a_setting() -> None:
    moved = parse(LEDGER, [("microbatch", "20"), ("reserve_percent", "20")])
    again = compare(kept(), replace(LEDGER, version=2), moved, LEDGER.run(moved))
    assert "setting reserve_percent" in [each.name for each in again.differences]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"digest": "sha256:0"}, "The kept digest was changed."),
        ({"digest": "sha256:0", "numbers": None}, "The numbers of then were not kept"),
        ({"digest": "sha256:0", "numbers": "[]"}, "The kept numbers cannot be read"),
        ({"address": "/labs/no-such-lab"}, 'There is no lab "no-such-lab".'),
        ({"address": "/labs/gpu-memory-ledger?microbatch=many"}, "cannot be run again here: Microbatch"),
    ],
)
def test_what_cannot_be_proved_is_said_and_is_not_the_same(changes: dict[str, str | None], said: str) -> None:
    again = run_again(kept(**changes), lambda lab, params: lab.run(params))
    assert not again.is_same
    assert said in again.says


@pytest.mark.parametrize(
    "text",
    [
        "http://127.0.0.1:8000/labs/gpu-memory-ledger?microbatch=20&v=1",
        "  /labs/gpu-memory-ledger?microbatch=20 ",
        "/labs/gpu-memory-ledger?v=7&microbatch=20",
    ],
)
def test_a_shared_address_is_read_with_or_without_host_and_version(text: str) -> None:
    lab, params = read_address(text)
    assert address_of(lab, params) == "/labs/gpu-memory-ledger?microbatch=20"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "/lessons/fit",
        "/labs/",
        "/labs/x/y",
        "//[",
        "javascript:alert(1)",
        "/labs/gpu-memory-ledger.json",
        "/labs/gpu-memory-ledger?" + "a=1&" * 300,
        "/labs/gpu-memory-ledger?x=" + "9" * 5000,
    ],
)
def test_any_other_address_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadAddress, match=r"\w"):
        read_address(text)


HOSTILE = (
    "# Heading\n<script>alert(1)</script>\n[x](javascript:alert(1)) ![i](http://evil.example/a.png)\n"
    "1. item\n- item\n> quote\n```\ncode\n    code\n&lt;b&gt; www.evil.example https://evil.example a@evil.example\n"
    "=1+1\n| a | b |\n|---|---|\n---\n\u202eback\x07\n***bold***\n"
)


def a_note(words: str) -> Note:
    evidence = Evidence(**vars(kept()), seq=3, at=AT)
    pieces = (
        Piece("simulation", words, True, words, "/lessons/fit/a", "A", evidence.address, evidence),
        Piece("fallback", "A named fallback", True, words),
    )
    return Note("fit", "What <fits>?", "v", "proof", "/lessons/fit/a", pieces, "R12", "R11", words)


def test_a_learners_words_stay_plain_text_in_markdown() -> None:
    text = as_markdown(a_note(HOSTILE), AT)
    assert not any(each in text for each in "\u202e\x07")
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(text)
    kinds = {token.type for token in tokens} | {child.type for token in tokens for child in token.children or ()}
    assert (
        kinds & {"html_block", "html_inline", "link_open", "image", "table_open", "fence", "code_block", "hr"} == set()
    )
    headings = [tokens[place + 1].content for place, token in enumerate(tokens) if token.type == "heading_open"]
    assert headings == [
        r"Release note: What \<fits\>?",
        "The release that goes out",
        "The release falls back to",
        "Why it may go out",
        "Evidence",
    ]
    read = " ".join(child.content for token in tokens for child in token.children or ())
    assert "[x](javascript:alert(1)) ![i](http://evil.example/a.png)" in read
    assert "http://" not in text and "www." not in text


def test_the_json_form_is_read_back_and_verifies() -> None:
    note = a_note("Ärger <b>")
    told = json.loads(as_json(note, AT))
    assert (told["release"], told["fallback"], told["note"]) == ("R12", "R11", "Ärger <b>")
    assert told["pieces"][1]["evidence"] is None
    assert told["pieces"][0]["evidence"]["numbers"]["facts"]["total_gb"]["value"] == 10.0
    (taken,) = read_note(as_json(note, AT))
    assert taken.title == "Simulation output"
    assert run_again(taken, lambda lab, params: lab.run(params)).is_same
    assert taken.numbers is not None and json.loads(taken.numbers) == json.loads(kept().numbers or "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"form": "other", "pieces": []}',
        '{"form": "servelab-release-note-1", "pieces": {}}',
        '{"form": "servelab-release-note-1", "pieces": [{"kind": "code", "evidence": {"address": 1}}]}',
        '{"form": "servelab-release-note-1", "pieces": [{"kind": "code", "evidence": "x"}]}',
        '{"form": "servelab-release-note-1", "pieces": [{"evidence": '
        '{"address": "/", "digest": "", "version": "", "numbers": 7}}]}',
    ],
)
def test_a_file_that_is_no_note_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadNote, match=r"\."):
        read_note(text)


def test_numbers_that_a_file_invents_break_nothing() -> None:
    for text in (
        "{}",
        "7",
        '{"facts": {"a": 1}}',
        '{"facts": {"a": {"value": [], "unit": "", "label": ""}}}',
        "[" * 9999,
    ):
        taken = Taken("x", kept().address, "sha256:0", "1", text)
        assert "cannot be read" in run_again(taken, lambda lab, params: lab.run(params)).says


def test_a_run_that_is_too_much_for_a_page_is_sent_to_the_terminal() -> None:
    def too_much(lab: Lab, params: Params) -> Result:
        raise TooMuchAtOnce([], 60.0)

    again = run_again(kept(), too_much)
    assert not again.is_same
    assert "`servelab verify` does it in a terminal" in again.says


def test_the_terminal_runs_what_is_too_much_for_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(params: Params) -> Result:
        raise TooMuchAtOnce([], 60.0)

    apart = replace(LEDGER, run=too_much, apart=lambda params, files, tell: NOW)
    monkeypatch.setattr("app.release.kept.get_lab", lambda slug: apart)
    file = tmp_path / "release-note.json"
    file.write_text(as_json(a_note("x"), AT), encoding="utf-8")
    done = CliRunner().invoke(main, ["verify", str(file)])
    assert (done.exit_code, "run again with it: the same." in done.output) == (0, True)


def unused(lab: Lab, params: Params) -> Result:
    raise AssertionError("A bad address must not run anything.")


def test_a_bad_address_runs_nothing() -> None:
    assert not run_again(kept(address="/labs/no"), unused).is_same
