"""`servelab speculate` as a person runs it: tokens that repeat, the account, comparisons, and refusals in a sentence.
It refuses to judge how fast this machine is; the benchmark does."""

import json
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from app.web.run_panel import MARKS
from labs.decoding import RunSettings, live
from labs.speculation import spec_expected_tokens_positional
from labs.speculative_decoding.run_report import report
from labs.speculative_decoding.settings import PairParams

ASKED = ("--slice", "english", "--draft", "distilled", "--gamma", "4", "--temperature", "1", "--seed", "7")


def ran(*arguments: str, fails: int = 0) -> Result:
    made = CliRunner().invoke(main, ["speculate", *arguments])
    assert made.exit_code == fails, made.output
    return made


def form(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ran(*arguments, "--format", "json").stdout)
    return found


def test_the_same_line_gives_the_same_tokens_and_their_account() -> None:
    first, again = form(*ASKED), form(*ASKED)
    assert first["tokens"] == again["tokens"] and len(first["tokens"]) == 96
    facts = {name: fact["value"] for name, fact in first["facts"].items()}
    emitted = [each for told in first["rounds"] for each in told["drafted"] if each["ok"]]
    assert len(emitted) + len(first["rounds"]) == 96
    assert facts["tau"] == pytest.approx(96 / len(first["rounds"]))
    assert facts["acceptance"] == pytest.approx(len(emitted) / sum(len(told["drafted"]) for told in first["rounds"]))
    # The formula, from the figures that are printed.
    tokens, stands = 1.0, 1.0
    for place, each in enumerate(first["by_position"]):
        stands *= each["accepted"]
        tokens += stands * sum(len(told["drafted"]) > place for told in first["rounds"]) / len(first["rounds"])
    cost = facts["v"] + facts["round_draft_ms"] / facts["step_ms"]
    assert facts["predicted"] == pytest.approx(tokens / cost)
    shares = [each["accepted"] for each in first["by_position"]]
    assert tokens == pytest.approx(spec_expected_tokens_positional(shares), abs=0.1)
    assert facts["c"] == pytest.approx(facts["draft_ms"] / facts["step_ms"])
    assert first["by_position"][0]["checked"] >= first["by_position"][-1]["checked"]
    assert {"engine", "device", "python", "numpy", "date", "load"} <= set(first["machine"])
    assert all(fact["kind"] == "measured" for fact in first["facts"].values())


def test_text_tells_every_token_of_a_round_in_words() -> None:
    said = ran(*ASKED, "--max-new", "24").stdout
    assert "24 tokens in" in said and "c, draft over plain step" in said
    assert any(f" {word}" in said for word in ("accepted", "rejected", "not checked"))
    assert "accepted by position, of those checked there, with 95 % intervals: 1: " in said
    assert "One prompt is noise" in said


def test_acceptance_by_position_has_the_intervals_of_the_page_for_one_run_and_for_a_comparison() -> None:
    short = ("--max-new", "24")
    one = form(*short)
    table = report(PairParams(view="live", device="numpy"), one_result(), is_recorded=False).table("places")
    ends = zip(*(table.values(name) for name in ("place", "share", "low", "high", "reached")), strict=True)
    names = ("position", "accepted", "low", "high", "checked")
    assert [tuple(each[name] for name in names) for each in one["by_position"]] == list(ends)
    first = one["by_position"][0]
    assert 0 <= first["low"] < first["accepted"] < first["high"] <= 1
    told = f"1: {first['accepted']:.3f} ({first['low']:.3f} to {first['high']:.3f}) of {first['checked']}"
    assert f"with 95 % intervals: {told}; 2: " in ran(*short).stdout
    asked = ("--compare", "--prompts", "2", *short)
    (row,) = form(*asked)["rows"]
    assert [each["checked"] for each in row["places"]] == row["reached"]
    assert all(each["low"] <= each["accepted"] <= each["high"] for each in row["places"])
    assert "with 95 % intervals: 1: " in ran(*asked).stdout


def one_result() -> dict[str, Any]:
    *_, last = live(RunSettings(max_new=24))
    return dict(last.data)


def test_what_replaces_a_rejected_draft_has_one_name_here_and_on_the_page_and_it_is_explained() -> None:
    said = ran("--max-new", "24").stdout
    page = report(PairParams(view="live", device="numpy"), one_result(), is_recorded=False).table("tokens")
    states = {state for item, state in zip(page.values("item"), page.values("state"), strict=True) if "+" in str(item)}
    assert "residual" in states and states <= {*MARKS}
    assert all(f"; {state} '" in said for state in states)
    assert said.index("residual: drawn in place of a rejected draft") < said.index("; residual '")
    assert MARKS["residual"][1].startswith("the residual: drawn in place of a rejected draft")


def test_other_drafts_lengths_and_own_prompts_run() -> None:
    for more in (
        ("--draft", "lookup", "--temperature", "0", "--slice", "repetitive"),
        ("--draft", "trigram", "--gamma", "0"),
        ("--gamma", "adaptive", "--top-k", "50", "--top-p", "0.9"),
        ("--draft", "plain", "--prompt", "The king said unto the people"),
    ):
        assert len(form(*more, "--max-new", "12")["tokens"]) <= 12


def test_a_comparison_has_a_row_a_slice_with_intervals() -> None:
    asked = ("--compare", "--prompts", "3", "--max-new", "12", "--slice", "english", "--slice", "rare")
    found = form(*asked)
    assert [row["group"] for row in found["rows"]] == ["english", "rare"]
    for row in found["rows"]:
        assert row["speedup_low"] <= row["measured"] <= row["speedup_high"]
        assert row["acceptance_low"] <= row["acceptance"] <= row["acceptance_high"]
        assert row["prompts"] == 3 and row["tokens_plain"] <= 36
    said = ran(*asked).stdout
    assert said.count("(95 % interval ") == 2 and "processor time of one thread" in said


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--slice", "french"), 'There is no slice "french". There are english, code, rare, unseen, repetitive.'),
        (("--draft", "oracle"), 'There is no draft "oracle". There are distilled, plain, trigram, lookup, self.'),
        (("--gamma", "99"), "Gamma is 99; 0 to 16 drafts are allowed."),
        (("--gamma", "-1"), 'Gamma is "-1"; 0 to 16 or the word adaptive are allowed.'),
        (("--temperature", "nan"), "The temperature is nan; 0 to 2 are allowed."),
        (("--engine", "jax"), 'There is no engine "jax". There are numpy, torch.'),
        (("--device", "cuda"), "The engine numpy runs on the cpu only: choose --engine torch for cuda."),
        (("--precision", "bfloat16"), "The engine numpy computes in float32 only: choose --engine torch for bfloat16."),
        (("--seed", "-1"), "seed is -1; 0 to 9,223,372,036,854,775,807 are allowed."),
        (("--stop", ""), "A stop string has 0 characters; 1 to 200 are allowed."),
        (("--compare", "--prompts", "1"), "1 prompts are asked for; 2 to 60 are allowed."),
    ],
)
def test_a_wrong_wish_is_refused_in_a_sentence(wrong: tuple[str, ...], said: str) -> None:
    assert ran(*wrong, fails=1).output.strip() == f"Error: {said}"


def test_the_engine_torch_without_torch_says_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("labs.decoding.family.find_spec", lambda name: None)
    assert "pip install -e '.[torch]'" in ran("--engine", "torch", fails=1).output


def test_one_run_takes_one_slice_and_a_comparison_its_own_prompts() -> None:
    assert "--compare" in ran("--slice", "english", "--slice", "rare", fails=2).output
    assert "leave --prompt out" in ran("--compare", "--prompt", "x", fails=2).output
    assert "--prompt is empty" in ran("--prompt", "", fails=2).output
    twice = ran("--compare", "--slice", "rare", "--slice", "code", "--slice", "rare", fails=2).output
    assert "--slice rare is given twice; name each slice once" in twice


def test_the_verdict_names_whose_prompt_it_was_and_says_when_nothing_was_drafted_or_a_fault_was_planted() -> None:
    short = ("--max-new", "6")
    assert "For your prompt drafting is" in form(*short, "--prompt", "The king said")["summary"]
    assert "For this prompt of the slice rare drafting is" in form(*short, "--slice", "rare")["summary"]
    none = form(*short, "--gamma", "0")["summary"]
    assert "nothing was drafted: both ways are plain decoding" in none and "slower" not in none
    many = ran("--compare", "--prompts", "2", "--gamma", "0", *short).stdout
    assert "nothing was drafted" in many and "drafting is" not in many
    assert "the text is not the target's" in form(*short, "--drawn-at", "2")["summary"]


def test_stop_strings_trim_the_text_that_is_printed() -> None:
    free = form("--max-new", "24")["text"]
    found = form("--max-new", "24", "--stop", free[8:11], "--stop", "never written")
    assert found["text"] == free[: free.find(free[8:11])] and len(found["tokens"]) < 24
    assert found["rounds"][-1]["ending"] == "stop" and found["params"]["stop"] == [free[8:11], "never written"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--bench", "no-such-folder/record.json"), "There is no folder no-such-folder"),
        (("--bench", "record.json", "--bandwidth", "nan"), "must be a finite number above 0"),
        (("--bandwidth", "-1"), "is not in the range x>0"),
        (("--prompt", "\udcff\udcfe"), "is not UTF-8 text"),
    ],
)
def test_a_wish_that_would_fail_late_is_refused_first(wrong: tuple[str, ...], said: str) -> None:
    assert said in ran(*wrong, fails=2).output


def test_the_benchmark_writes_a_record_with_every_setting_and_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from labs.decoding import bench

    monkeypatch.setattr(bench, "GROUPS", ("repetitive",))
    compare = import_module("labs.decoding.compare")
    monkeypatch.setattr(compare, "GAMMAS", range(1, 3))
    monkeypatch.setattr(compare, "TUNING_PROMPTS", 2)
    monkeypatch.setattr(bench, "taught_group", partial(bench.taught_group, most=200))
    path = tmp_path / "record.json"
    said = ran("--bench", str(path), "--prompts", "2", "--max-new", "6", "--bandwidth", "40").stdout
    made = json.loads(path.read_text(encoding="utf-8"))
    assert {row["draft"] for row in made["speeds"]} == {"distilled", "plain", "trigram", "lookup"}
    assert [row["chosen_on"] for row in made["speeds"]].count("other prompts") == 1
    assert all(row["floor_over_step"] > 0 for row in made["speeds"])
    assert made["made"]["date"] and made["quality"][0]["group"] == "repetitive"
    assert said.count("tokens/s") == len(made["speeds"])
