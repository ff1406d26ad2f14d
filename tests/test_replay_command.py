"""`servelab replay` and `servelab traces` as a person runs them: totals, facts by name, refusals that store nothing.
It refuses to know how a replay is computed."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from labs.replay import AGAINST_A_RUN, CARDS, POLICIES

FOLDER = Path(__file__).parents[2] / "shared" / "traces"
TRACE = "arrival_s,prompt,output\n0,100,20\n0.5,200,0\n1,50,1\n"
MEASURED = (
    '{"input_toks": 100, "output_toks": 3, "arrival_time": 10.0, "queued_ts": 5.0, "first_token_ts": 5.5, '
    '"last_token_ts": 6.5}\n'
    '{"input_toks": 80, "output_toks": 1, "arrival_time": 11.0, "queued_ts": 6.0, "first_token_ts": 6.25, '
    '"last_token_ts": 6.25}\n'
)


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    path = tmp_path / "trace.csv"
    path.write_text(TRACE)
    return path


def ran(*arguments: str | Path, data: Path | None = None, fails: bool = False) -> Result:
    environ = {"SERVELAB_DATA": str(data)} if data else {}
    made = CliRunner().invoke(main, [str(each) for each in arguments], env=environ)
    assert (made.exit_code != 0) is fails, made.output
    return made


def facts(*arguments: str | Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ran("replay", *arguments, "--format", "json").stdout)
    return found


def test_text_is_the_import_a_line_a_policy_and_the_conservation(trace: Path) -> None:
    lines = ran("replay", trace, "--policy", "continuous", "--policy", "chunked").stdout.splitlines()
    assert lines[1] == "plain CSV: 3 rows read, 3 kept, 0 cut, 0 dropped"
    # 100 + 200 + 50 prompt tokens and 20 + 0 + 1 output tokens; the one without output saves no first token.
    assert lines.count("conservation: computed 369 - recomputed 0 = 350 + 21 - 2  ok") == 2
    assert [line.split(":")[0] for line in lines if "goodput" in line] == ["continuous", "chunked"]
    assert "requests: offered 3 = 3 completed + 0 shed + 0 refused + 0 timed out + 0 cancelled + 0 open" in lines


def test_text_says_when_no_limit_is_set_and_when_the_last_request_came(trace: Path) -> None:
    said = ran("replay", trace).stdout
    assert "goodput 100.00 % (no limit set)" in said
    assert "last arrival 1.000 s, end" in said
    assert "(no limit set)" not in ran("replay", trace, "--ttft-limit", "3").stdout


def test_help_names_every_policy_and_every_card() -> None:
    said = ran("replay", "--help").stdout
    for name in (*POLICIES, *(card.name for card in CARDS)):
        assert name in said


def test_json_is_the_form_of_a_result_with_the_import(trace: Path) -> None:
    form = facts(trace)
    assert {"slug", "version", "params", "summary", "facts", "tables", "figures", "notes", "digest"} <= set(form)
    assert {name: form["import"][name] for name in ("read", "kept", "cut", "dropped")} == {
        "read": 3, "kept": 3, "cut": 0, "dropped": [],
    }  # fmt: skip
    assert form["digest"] == facts(trace)["digest"]
    wanted = {
        "tokens_computed", "tokens_recomputed", "completed", "offered", "goodput", "ttft_mean_s", "ttft_p50_s",
        "ttft_p99_s", "tpot_mean_s", "preemptions", "end_s",
    }  # fmt: skip
    assert wanted <= set(form["facts"])
    assert set(form["facts"]["end_s"]) == {"value", "unit", "kind", "digits"}
    # A share alone has no unit.
    bare = {name for name, fact in form["facts"].items() if not fact["unit"]}
    assert bare == {"goodput"}
    units = {name: form["facts"][name]["unit"] for name in ("tokens_computed", "offered", "timed_out", "end_s")}
    assert units == {"tokens_computed": "tokens", "offered": "requests", "timed_out": "requests", "end_s": "s"}


def test_facts_carry_their_policy_when_there_are_several(trace: Path) -> None:
    names = facts(trace, "--policy", "spf", "--policy", "static")["facts"]
    assert names["spf.completed"]["value"] == names["static.completed"]["value"] == 3
    assert all("." in name for name in names)


def test_prompts_are_cut_only_when_asked(trace: Path) -> None:
    assert facts(trace)["import"]["cut"] == 0
    assert facts(trace, "--max-len", "110")["import"]["cut"] == 2


def test_measured_times_are_compared_by_fixed_definitions(tmp_path: Path) -> None:
    path = tmp_path / "requests.jsonl"
    path.write_text(MEASURED)
    found = facts(path, "--measured")["facts"]
    # Measured: first tokens after 0.5 and 0.25 s, mean 0.375; one pace of (6.5 - 5.5) / 2 = 0.5 s.
    assert found["ttft_mean_error"]["value"] == pytest.approx(found["ttft_mean_s"]["value"] / 0.375 - 1)
    assert [found[f"ttft_p99{end}_s"]["value"] for end in ("", "_measured")] == [None, None]
    assert found["ttft_p99_error"]["value"] is None
    assert found["tpot_mean_error"]["value"] == pytest.approx(found["tpot_mean_s"]["value"] / 0.5 - 1)


def test_measured_times_are_told_beside_the_modelled_ones_with_what_makes_the_difference(tmp_path: Path) -> None:
    path = tmp_path / "requests.jsonl"
    path.write_text(MEASURED)
    line, why = ran("replay", path, "--measured").stdout.splitlines()[-2:]
    assert line.startswith("  against measured: first token mean ")
    assert "measured 0.3750 s, " in line
    assert "13 % too slow to the first token and 23 % too fast after it" in why


def test_a_stop_condition_is_told_with_the_time_it_fired() -> None:
    stop = ("--stop", "3", "--fallback", "continuous", "--stop-window", "100")
    said = ran("replay", "synthetic-conversation", "--policy", "spf", "--load", "9", *stop).stdout
    fired = next(line for line in said.splitlines() if line.startswith("stop condition: fired at "))
    assert fired.endswith("(p99 first token of 100 completions above 3.000 s); continuous took over")
    found = facts("synthetic-conversation", "--policy", "spf", "--load", "9", *stop)["facts"]["switched_s"]["value"]
    assert fired.split()[4] == f"{found:.3f}"
    apart = ran(
        "replay", "synthetic-conversation", "--policy", "spf", "--load", "9", *stop, "--stop-group", "rare"
    ).stdout
    assert "(p99 first token of 100 completions of group rare above 3.000 s)" in apart
    strange = ran("replay", "synthetic-conversation", *stop, "--stop-group", "left", fails=True).output
    assert 'The stop condition watches group "left". These requests have ' in strange
    for option in (("--stop-window", "5"), ("--stop-group", "rare")):
        alone = ran("replay", "synthetic-conversation", *option, fails=True).output
        assert f"{option[0]} is given without a stop condition. Give --stop SECONDS and --fallback NAME too." in alone
    assert "--stop is given alone" in ran("replay", "synthetic-conversation", "--stop", "3", fails=True).output
    assert (
        "there are static"
        in ran("replay", "synthetic-conversation", "--stop", "3", "--fallback", "best", fails=True).output
    )


def test_the_sign_of_priorities_is_said(tmp_path: Path) -> None:
    path = tmp_path / "trace.csv"
    path.write_text("arrival_s,prompt,output,priority\n0,100,20,1\n0,10,5,0\n")
    assert "  note: priority: a lower number is more urgent" in ran("replay", path).stdout.splitlines()


def test_a_trace_without_measured_times_says_so(trace: Path) -> None:
    assert "carries no measured times" in ran("replay", trace, "--measured", fails=True).output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nothing.csv",), "cannot be opened"),
        (("synthetic-conversation", "--policy", "best"), "there are static"),
        (("synthetic-conversation", "--cost", "b300"), "there are a100"),
        (("synthetic-conversation", "--load", "fast"), "a number from 0.001"),
        (("synthetic-conversation", "--load", "0"), "from 0.001"),
        (("synthetic-conversation", "--max-active", "0"), "max-active"),
        (("synthetic-conversation", "--queue-delay", "nan"), "'--queue-delay': 'nan' is not a number of seconds"),
        (("synthetic-conversation", "--ttft-limit", "inf"), "--ttft-limit"),
    ],
)
def test_a_wrong_argument_is_refused_in_words(arguments: tuple[str, ...], words: str) -> None:
    output = ran("replay", *arguments, fails=True).output
    assert words in output
    assert "Traceback" not in output


def test_a_trace_is_added_listed_described_and_usable_by_its_hash(trace: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    said = ran("traces", "add", trace, data=data).stdout
    (kept,) = (data / "files").iterdir()
    assert kept.read_text() == TRACE
    assert f"kept as {kept.name}" in said
    assert "3 rows read, 3 kept" in said
    listed = ran("traces", "list", data=data).stdout
    assert "synthetic-conversation: Synthetic" in listed
    assert kept.name in listed
    told = ran("traces", "describe", kept.name, data=data).stdout
    assert "3 requests, 350 prompt tokens and 21 output tokens" in told
    assert "groups: all 3 requests" in told
    assert "prompt: p10 60 tokens, p25 75 tokens" in told
    assert "gap: p10 0.5 s" in told
    assert "most 0.5 s" in told
    made = ran("lab", "batching-replay", "trace=file", f"file={kept.name}", "load=", "view=compare", data=data).stdout
    assert "Requests offered, A" in made


@pytest.mark.parametrize("text", ["", "a\n1\n", "a,b\n1,2\n", "arrival_s,prompt,output\nx,1,1\n"])
def test_a_refused_trace_stores_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text(text)
    output = ran("traces", "add", tmp_path / "bad.csv", data=tmp_path / "data", fails=True).output
    assert output.startswith("Error: ")
    assert not (tmp_path / "data").exists()


def test_the_whole_table_of_requests_comes_by_its_name(tmp_path: Path) -> None:
    made = ran(
        "lab", "batching-replay", "requests=30", "--format", "csv", "--table", "all_requests", data=tmp_path
    ).stdout
    assert len(made.splitlines()) == 31


if FOLDER.is_dir():

    @pytest.mark.parametrize("policy", ["static", "continuous", "spf", "chunked"])
    def test_the_whole_azure_files_keep_their_totals_under_every_policy(policy: str) -> None:
        files = sorted((FOLDER / "azure-llm-2023").glob("*.csv"))
        said = ran("replay", *files, "--max-len", "4096", "--policy", policy).stdout
        assert "computed 15,730,055 - recomputed 0 = 15,492,978 + 245,896 - 8,819  ok" in said
        assert "computed 26,152,362 - recomputed 0 = 22,083,063 + 4,088,665 - 19,366  ok" in said

    def test_a_real_run_of_vllm_is_compared_with_its_replay() -> None:
        path = FOLDER / "llmservingsim-vllm-runs" / "rtx4090-llama3.1-8b" / "requests.jsonl"
        bounds = ("--cost", "rtx4090", "--blocks", "2588", "--max-active", "256", "--budget", "2048")
        found = facts(path, *bounds, "--policy", "chunked", "--measured")["facts"]
        # Worst-case reservation keeps fewer requests active than an engine that preempts, so the queue is longer.
        assert 0 < found["ttft_mean_error"]["value"] < 0.2
        assert -0.3 < found["tpot_mean_error"]["value"] < 0
        # The sentence on the page and in the terminal is that of this run.
        assert f"{100 * found['ttft_mean_error']['value']:.0f} % too slow" in AGAINST_A_RUN
        assert f"{-100 * found['tpot_mean_error']['value']:.0f} % too fast" in AGAINST_A_RUN
