"""Rows that cannot be replayed are dropped with a reason, cut only on request, and every one is counted.
It refuses to know formats."""

import pytest
from trace_files import PLAIN, columns, read_text

from labs.traces import BadTrace
from labs.traces.report import LISTED


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("-1,5,5", "arrival is negative"),
        ("1,-5,5", "prompt is negative"),
        ("1,5,-5", "output is negative"),
        ("1,0,5", "prompt is less than 1"),
        ("1,abc,5", "prompt is not a number"),
        ("1,1_0,5", "prompt is not a number"),
        ("1,+5,5", "prompt is not a number"),
        ("1,\u0665,5", "prompt is not a number"),
        ("1,5.5,5", "prompt is not a whole number"),
        ("1,,5", "prompt is empty"),
        ("1,  ,5", "prompt is empty"),
        ("1,10000001,5", "prompt is more than 10,000,000"),
        ("1,1e999,5", "prompt is out of range"),
        ("1," + "9" * 70 + ",5", "prompt is not a number"),
        ("nan,5,5", "arrival is not finite"),
        ("-inf,5,5", "arrival is not finite"),
        ("1e300,5,5", "arrival is out of range"),
        ("9999999999,5,5", "arrival is out of range"),
        ("1,5", "the line has not 3 columns, as the first line has"),
        ("1,5,5,5", "the line has not 3 columns, as the first line has"),
        ('1,"5,5', "the line has an unclosed quotation mark"),
    ],
)
def test_a_row_that_cannot_be_replayed_is_dropped_with_its_reason(row: str, reason: str) -> None:
    trace = read_text(f"{PLAIN}0,1,1\n{row}\n3,4,5\n")
    assert columns(trace) == [(0, 1, 1), (3_000_000, 4, 5)]
    assert trace.report.dropped == ((3, reason),)
    assert (trace.report.read, trace.report.kept) == (3, 2)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "the line is not a JSON object"),
        ("[1]", "the line is not a JSON object"),
        ("[" * 100_000, "the line is not a JSON object"),
        ('{"arrival_s": NaN, "prompt": 1, "output": 1}', "arrival is not finite"),
        ('{"arrival_s": Infinity, "prompt": 1, "output": 1}', "arrival is not finite"),
        ('{"arrival_s": 1, "prompt": true, "output": 1}', "prompt is not a number"),
        ('{"arrival_s": 1, "prompt": [1], "output": 1}', "prompt is not a number"),
        ('{"arrival_s": 1, "output": 1}', "prompt is empty"),
    ],
)
def test_a_json_line_that_cannot_be_replayed_is_dropped_with_its_reason(line: str, reason: str) -> None:
    trace = read_text('{"arrival_s": 0, "prompt": 1, "output": 1}\n' + line, "trace.jsonl")
    assert trace.report.dropped == ((2, reason),)


@pytest.mark.parametrize(
    "time", ["2023-02-30 00:00:00", "2023-11-16 24:00:00", "2023-11-16 18:60:00", "1969-12-31 23:59:59", "noon", ""]
)
def test_a_wall_clock_that_is_none_is_dropped(time: str) -> None:
    text = f"TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 00:00:00,1,1\n{time},1,1\n"
    assert [row for row, _ in read_text(text).report.dropped] == [3]


def test_a_bad_day_does_not_move_the_rows_after_it() -> None:
    days = [
        "2023-11-16 00:00:00",
        "1969-12-31 00:00:00",
        "2023-11-16 00:00:01",
        "2023-02-30 00:00:00",
        "2023-11-16 00:00:02",
    ]
    text = "TIMESTAMP,ContextTokens,GeneratedTokens\n" + "".join(f"{day},1,1\n" for day in days)
    assert list(read_text(text).workload.arrival) == [0, 1_000_000, 2_000_000]


def test_a_json_column_that_comes_late_drops_its_row() -> None:
    first = '{"arrival_s": 0, "prompt": 1, "output": 1, "other": 0}\n'
    trace = read_text(first + first[:-2] + ', "priority": 2}\n' + first[:-2] + ', "more": 2}\n', "trace.jsonl")
    assert trace.report.dropped == ((2, "the line has a column that the first line does not have"),)


def test_whole_numbers_may_be_written_as_decimals_and_in_quotes() -> None:
    assert columns(read_text(f'{PLAIN}0,"374.0",1e2\n')) == [(0, 374, 100)]


def test_zero_and_one_output_tokens_are_kept() -> None:
    assert columns(read_text(f"{PLAIN}0,1,0\n0,1,1\n")) == [(0, 1, 0), (0, 1, 1)]


def test_equal_times_keep_the_order_of_lines() -> None:
    trace = read_text(f"{PLAIN}5,1,1\n5,2,2\n4,3,3\n5,4,4\n")
    assert list(trace.workload.row) == [4, 2, 3, 5]
    assert columns(trace)[0] == (0, 3, 3)
    assert trace.report.notes == (
        "rows that arrive before the row above them: 1; all were sorted by arrival, then by line",
    )


def test_prompts_are_cut_only_on_request() -> None:
    text = f"{PLAIN}0,4000,97\n1,4000,96\n2,10,5000\n"
    assert [row[1] for row in columns(read_text(text))] == [4000, 4000, 10]
    cut = read_text(text, max_len=4096)
    assert [row[1] for row in columns(cut)] == [3999, 4000, 1]
    assert (cut.report.cut, cut.report.kept) == (2, 3)


def test_the_report_counts_every_row_and_lists_a_hundred_a_reason() -> None:
    rows = ["0,1,1"] + ["1,x,1"] * 250 + ["1,1,x"] * 3
    report = read_text(PLAIN + "\n".join(rows)).report
    assert (report.read, report.kept, dict(report.reasons)) == (
        254,
        1,
        {"prompt is not a number": 250, "output is not a number": 3},
    )
    assert len(report.dropped) == LISTED + 3
    assert report.as_dict()["dropped"][0] == {"row": 3, "reason": "prompt is not a number"}
    assert report.text().splitlines()[0] == "plain CSV: 254 rows read, 1 kept, 0 cut, 253 dropped"
    assert "and 240 more" in report.text()


def test_a_file_of_failures_alone_is_refused_with_the_commonest_reason() -> None:
    with pytest.raises(BadTrace, match=r"None of the 3 rows can be replayed.*prompt is empty"):
        read_text(f"{PLAIN}0,,1\n0,,1\n0,1,\n")


def test_a_coarse_clock_is_said() -> None:
    grid = "".join(f"{3 * (each // 4)},1,1\n" for each in range(40))
    assert "grid of 3 s, up to 4 at one time" in read_text(PLAIN + grid).report.notes[0]
    made = "".join(f"{each},1,1\n" for each in range(40))
    assert read_text(PLAIN + made).report.notes == (
        "every gap between arrivals is 1 s: these times look made, not measured",
    )
    crowd = "".join(f"{each // 8 * 2.999},1,1\n" for each in range(48)) + "100.5,1,1\n"
    assert "the 49 arrivals share 7 distinct times, up to 8" in read_text(PLAIN + crowd).report.notes[0]
