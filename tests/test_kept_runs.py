"""Results of slow runs on disk: whole after a restart, computed again when damaged, bounded in number.
It refuses to know any lab's numbers."""

from dataclasses import replace
from pathlib import Path

import pytest

from app import create_app, kept_runs
from app.config import Settings
from app.web.runs import run_lab, warm
from labs import Lab, Params, Result, get_lab, parse

LAB = get_lab("batching-replay")
# Just above what a page waits for.
FEW = [("requests", "5500")]


@pytest.fixture
def params() -> Params:
    return parse(LAB, FEW)


def kept(folder: Path) -> list[Path]:
    return sorted((folder / "runs").glob("*.json"))


def test_a_kept_result_reads_back_equal(tmp_path: Path, params: Params) -> None:
    made = LAB.run(params)
    kept_runs.save(tmp_path, LAB, params, made)
    assert kept_runs.load(tmp_path, LAB, params) == made


def test_another_version_or_another_setting_is_another_run(tmp_path: Path, params: Params) -> None:
    kept_runs.save(tmp_path, LAB, params, LAB.run(params))
    assert kept_runs.load(tmp_path, replace(LAB, version=LAB.version + 1), params) is None
    assert kept_runs.load(tmp_path, LAB, parse(LAB, [*FEW, ("load", "3")])) is None


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff\xfe", b"0" * 70, b"cut"])
def test_a_damaged_file_is_computed_again(tmp_path: Path, params: Params, damage: bytes) -> None:
    app = create_app(Settings(data=tmp_path))
    with app.app_context():
        made = run_lab(LAB.slug, params)
    (path,) = kept(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage == b"cut" else damage)
    with create_app(Settings(data=tmp_path)).app_context():
        assert run_lab(LAB.slug, params) == made
    assert kept(tmp_path)[0].read_bytes() == whole


def test_a_restart_answers_from_disk(tmp_path: Path, params: Params) -> None:
    with create_app(Settings(data=tmp_path)).app_context():
        made = run_lab(LAB.slug, params)
    marked: Result = replace(made, says="Read from disk")
    kept_runs.save(tmp_path / "runs", LAB, params, marked)
    with create_app(Settings(data=tmp_path)).app_context():
        assert run_lab(LAB.slug, params).says == "Read from disk"


def test_only_so_many_are_kept(tmp_path: Path, params: Params, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_runs, "MOST_FILES", 3)
    made = LAB.run(params)
    for load in ("1", "2", "3", "4", "5"):
        kept_runs.save(tmp_path, LAB, parse(LAB, [*FEW, ("load", load)]), made)
    assert len(list(tmp_path.iterdir())) == 3


def test_a_folder_that_cannot_be_written_costs_only_speed(tmp_path: Path, params: Params) -> None:
    (tmp_path / "runs").write_text("a file where a folder belongs")
    with create_app(Settings(data=tmp_path)).app_context():
        assert run_lab(LAB.slug, params) == LAB.run(params)


def test_warming_computes_the_defaults_of_slow_labs_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    monkeypatch.setattr("app.web.runs.run_lab", lambda slug, params: ran.append(slug))
    warm(create_app(Settings(data=tmp_path)))
    assert ran == [LAB.slug]
    assert isinstance(LAB, Lab)
