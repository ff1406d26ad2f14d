"""The published traces, where their folder lies beside the project, give the totals that were measured on them.
It refuses to ship them: the small files of the other tests stand for their formats."""

from pathlib import Path

import numpy as np
import pytest

from labs.traces import BadTrace, describe, head, open_trace
from labs.traces.make_synthetic import FITTED

FOLDER = Path(__file__).parents[2] / "shared" / "traces"
CONVERSATION = FOLDER / "azure-llm-2023" / "AzureLLMInferenceTrace_conv.csv"
CODE = FOLDER / "azure-llm-2023" / "AzureLLMInferenceTrace_code.csv"

if FOLDER.is_dir():

    @pytest.mark.parametrize(
        ("path", "rows", "cut", "prompt", "output", "last"),
        [
            (CONVERSATION, 19_366, 1_612, 22_083_063, 4_088_665, 3_501_721_937),
            (CODE, 8_819, 1_257, 15_492_978, 245_896, 3_435_948_056),
        ],
    )
    def test_the_whole_azure_files_cut_at_4096_have_their_totals(
        path: Path, rows: int, cut: int, prompt: int, output: int, last: int
    ) -> None:
        trace = open_trace(path, max_len=4096)
        work = trace.workload
        assert (trace.report.read, trace.report.kept, trace.report.cut) == (rows, rows, cut)
        assert (sum(work.prompt), sum(work.output), work.arrival[-1]) == (prompt, output, last)

    @pytest.mark.parametrize(
        ("rows", "prompt", "output", "last"),
        [(1_000, 1_010_538, 247_262, 216_027_393), (10_000, 12_311_063, 2_184_052, 1_787_309_283)],
    )
    def test_the_first_conversation_rows_have_their_totals(rows: int, prompt: int, output: int, last: int) -> None:
        work = head(open_trace(CONVERSATION, max_len=4096).workload, rows)
        assert (len(work), sum(work.prompt), sum(work.output), work.arrival[-1]) == (rows, prompt, output, last)

    def test_nothing_is_cut_unless_asked() -> None:
        trace = open_trace(CONVERSATION)
        figures = describe(trace.workload)
        assert trace.report.cut == 0
        assert (figures.prompt.quantiles[2], figures.prompt.most) == (1_020, 14_050)
        assert (figures.output.quantiles[2], figures.output.most) == (129, 1_000)
        assert figures.cv == pytest.approx(1.094, abs=0.001)

    def test_the_synthetic_traces_figures_are_those_of_the_published_file() -> None:
        work = open_trace(CONVERSATION).workload
        gaps = np.diff(np.array(work.arrival))
        for percent, prompt, output, gap in FITTED:
            measured = [np.percentile(np.array(column), percent) for column in (work.prompt, work.output)]
            measured.append(np.percentile(gaps / gaps.mean() * 10_000, percent))
            assert measured == pytest.approx([prompt, output, gap], abs=1)

    def test_the_code_trace_is_bursty() -> None:
        assert describe(open_trace(CODE).workload).cv == pytest.approx(13.2, abs=0.05)

    def test_mooncake_shares_few_distinct_times() -> None:
        trace = open_trace(FOLDER / "mooncake-fast25" / "conversation_trace.jsonl.gz")
        assert (trace.report.form, trace.report.kept) == ("Mooncake JSONL", 12_031)
        assert "share 1,180 distinct times, up to 28" in trace.report.notes[0]
        assert max(trace.workload.prompt) == 126_195
        assert list(trace.workload.output).count(1) == 72

    def test_real_runs_give_their_requests() -> None:
        runs = sorted((FOLDER / "llmservingsim-vllm-runs").glob("*/requests.jsonl"))
        assert [open_trace(run).report.kept for run in runs] == [300] * len(runs)

    def test_servegen_files_are_refused_by_name() -> None:
        for path in sorted((FOLDER / "servegen-m-small").glob("chunk-*")):
            with pytest.raises(BadTrace, match="ServeGen"):
                open_trace(path)
