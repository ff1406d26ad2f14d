"""Each published format, on small files written from its columns, gives the requests it means.
It refuses to know the published files themselves."""

import gzip

import pytest

from labs.replay.workload import NEVER
from labs.traces import BadTrace
from tests.trace_files import columns, read_text

AZURE = "TIMESTAMP,ContextTokens,GeneratedTokens\n"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2023-11-16 18:15:46.6805900", "2023-11-16 18:15:50.9951690"),
        ("2024-05-10 00:00:46.680590+00:00", "2024-05-10 00:00:50.995169+00:00"),
        ("2024-10-01T23:59:58.680590Z", "2024-10-02T00:00:02.995169Z"),
        ("2024-05-10 02:00:46.680590+02:00", "2024-05-10 00:00:50.995169+00:00"),
    ],
)
def test_each_azure_time_form_gives_the_same_ticks(first: str, second: str) -> None:
    trace = read_text(f"{AZURE}{first},374,44\n{second},396,109\n")
    assert columns(trace) == [(0, 374, 44), (4_314_579, 396, 109)]


def test_azure_rows_without_a_fraction_stand_beside_rows_with_one() -> None:
    trace = read_text(f"{AZURE}2024-05-10 00:00:00+00:00,5,1\n2024-05-10 00:00:00.009930+00:00,6,2\n")
    assert list(trace.workload.arrival) == [0, 9_930]


def test_crlf_and_a_last_line_without_end_are_read() -> None:
    trace = read_text(
        "TIMESTAMP,ContextTokens,GeneratedTokens\r\n2023-11-16 18:17:03.9799600,4808,10\r\n"
        "2023-11-16 18:17:04.0319600,3180,8"
    )
    assert columns(trace) == [(0, 4808, 10), (52_000, 3180, 8)]
    assert list(trace.workload.row) == [2, 3]


def test_seven_digits_are_floored_from_the_exact_difference() -> None:
    trace = read_text(
        f"{AZURE}2023-11-16 00:00:00.0000009,1,1\n2023-11-16 00:00:00.0000018,1,1\n2023-11-16 00:00:00.0000019,1,1\n"
    )
    assert list(trace.workload.arrival) == [0, 0, 1]


def test_images_are_counted_and_not_replayed() -> None:
    trace = read_text(
        "TIMESTAMP,NumImages,ContextTokens,GeneratedTokens\n"
        "2024-10-01T00:00:00.123Z,2,900,30\n2024-10-01T00:00:01.124Z,0,20,7\n"
    )
    assert columns(trace) == [(0, 900, 30), (1_001_000, 20, 7)]
    assert trace.report.notes == ("requests with images, which are not replayed: 1",)


def test_a_burstgpt_response_of_zero_is_a_failed_request() -> None:
    trace = read_text(
        "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
        "5,ChatGPT,472,18,490,Conversation log\n45,ChatGPT,1087,0,1087,Conversation log\n"
        "118,GPT-4,417,276,693,API log\n"
    )
    assert columns(trace) == [(0, 472, 18), (113_000_000, 417, 276)]
    assert trace.report.dropped == ((3, "response tokens are 0: the request failed at the source"),)
    assert trace.report.notes == ("models in the file: ChatGPT 1, GPT-4 1; all are replayed as one",)


def test_burstgpt_three_adds_session_and_elapsed_time() -> None:
    trace = read_text(
        "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
        "10547404.5,s1,2.5,ChatGPT,10,20,30,Conversation log\n10547405.75,,,GPT-4,1,2,3,API log\n"
    )
    assert columns(trace) == [(0, 10, 20), (1_250_000, 1, 2)]
    assert trace.report.notes[1].startswith("requests in a session: 1;")


def test_mooncake_is_in_milliseconds_and_its_block_count_is_checked() -> None:
    trace = read_text(
        '{"timestamp": 0, "input_length": 1024, "output_length": 5, "hash_ids": [0, 1]}\n'
        '{"timestamp": 2999, "input_length": 1025, "output_length": 1, "hash_ids": [0, 1]}\n'
        '{"timestamp": 3000, "input_length": 1025, "output_length": 1, "hash_ids": [0, 1, 2]}\n',
        "mooncake.jsonl",
    )
    assert columns(trace) == [(0, 1024, 5), (3_000_000, 1025, 1)]
    assert trace.report.dropped == ((2, "hash_ids has not one id for each started block of 512 prompt tokens"),)


def test_qwen_bailian_is_in_seconds_with_blocks_of_sixteen() -> None:
    row = (
        '{{"chat_id": {}, "parent_chat_id": -1, "timestamp": {}, "input_length": 17, "output_length": 9, "type": "text"'
    )
    rows = [row.format(1, "61.114") + ', "turn": 1, "hash_ids": [1, 2]}', row.format(2, "61.5") + ', "hash_ids": [1]}']
    trace = read_text("\n".join(rows), "qwen.jsonl")
    assert columns(trace) == [(0, 17, 9)]
    assert trace.report.dropped == ((2, "hash_ids has not one id for each started block of 16 prompt tokens"),)


def test_llmservingsim_requests_are_read_with_all_their_digits() -> None:
    row = '{{"request_id": "bench-{}", "input_toks": {}, "output_toks": 531, "arrival_time": {}, "queued_ts": 27.5}}\n'
    trace = read_text(row.format(0, 2358, "1787267980.0827403") + row.format(1, 1034, "1787267980.3478317"), "r.jsonl")
    assert columns(trace) == [(0, 2358, 531), (265_091, 1034, 531)]


def test_a_timed_trace_is_in_seconds_unless_milliseconds_are_asked_for() -> None:
    text = (
        '{"timestamp": 0, "input_length": 5, "output_length": 6}\n'
        '{"timestamp": 1500, "input_length": 7, "output_length": 8}\n'
    )
    assert list(read_text(text, "timed.jsonl").workload.arrival) == [0, 1_500_000_000]
    told = read_text(text, "timed.jsonl", unit="ms")
    assert list(told.workload.arrival) == [0, 1_500_000]
    assert told.report.notes == (
        "the column timestamp is read as milliseconds; name it arrival_s or arrival_ms to be sure",
    )


def test_vidur_columns_are_a_plain_csv() -> None:
    trace = read_text("arrived_at,num_prefill_tokens,num_decode_tokens\n0.0,374,44\n4.314579,396,109\n")
    assert columns(trace) == [(0, 374, 44), (4_314_579, 396, 109)]


def test_plain_csv_takes_optional_columns_and_their_defaults() -> None:
    trace = read_text(
        "arrival_ms,prompt,output,tenant,group,priority,patience_s,cancel_ms\n"
        "0,10,0,acme,rare,-1,2.5,900\n1.5,20,1,,,,,\n"
    )
    work = trace.workload
    assert columns(trace) == [(0, 10, 0), (1_500, 20, 1)]
    assert (work.tenants, work.groups) == (("acme", "all"), ("rare", "all"))
    assert (list(work.tenant), list(work.group), list(work.priority)) == ([0, 1], [0, 1], [-1, 0])
    assert (list(work.patience), list(work.cancel)) == ([2_500_000, NEVER], [900_000, NEVER])


def test_plain_jsonl_takes_the_same_columns() -> None:
    trace = read_text(
        '{"arrival_s": 0.5, "prompt": 3, "output": 4, "group": "code", "priority": 1}\n'
        '{"arrival_s": 1e0, "prompt": 3, "output": 4, "priority": 2, "group": null}\n',
        "plain.jsonl",
    )
    assert columns(trace) == [(0, 3, 4), (500_000, 3, 4)]
    assert (trace.workload.groups, list(trace.workload.group)) == (("code", "all"), [0, 1])
    assert list(trace.workload.priority) == [1, 2]


def test_comments_above_the_names_become_notes() -> None:
    trace = read_text("# made by hand\narrival_s,prompt,output\n0,1,1\n")
    assert (trace.workload.notes, list(trace.workload.row)) == (("made by hand",), [3])


def test_gzip_is_known_by_its_content_not_its_name() -> None:
    packed = gzip.compress(b"arrival_s,prompt,output\n0,1,1\n", mtime=0) + gzip.compress(b"1,2,3\n", mtime=0)
    assert columns(read_text(packed, "trace.csv")) == [(0, 1, 1), (1_000_000, 2, 3)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("chunk.csv", "0,19.05,5.30,Weibull,0.405,0.028\n600,0,0,,,\n"),
        ("chunk.csv", "0,0,0,,,\n600,19.05,5.30,Gamma,0.4,0.02\n"),
        ("data.json", '{\n  "0": {\n    "input_tokens": "{18: 0.017}"\n'),
    ],
)
def test_servegen_is_refused_by_name(name: str, text: str) -> None:
    with pytest.raises(BadTrace, match="ServeGen"):
        read_text(text, name)
