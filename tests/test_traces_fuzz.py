"""Whatever the bytes, a trace is read with every row accounted for, or refused: nothing else comes out.
It refuses to know what the bytes mean."""

import gzip
from datetime import datetime, timedelta
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from labs.traces import BadTrace
from tests.trace_files import PLAIN, columns, read_text

HEADS = (
    PLAIN,
    "TIMESTAMP,ContextTokens,GeneratedTokens\n",
    "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n",
    "arrival_ms,prompt,output,tenant,group,priority,patience,cancel\n",
    '{"timestamp": 0, "input_length": 1, "output_length": 1, "hash_ids": [1]}\n',
    '{"arrival_s": 0, "prompt": 1, "output": 1}\n',
)
CELLS = st.sampled_from(["0", "1", "5.25", "-1", "nan", "1e5", "", '"', "x", "[", "{}", "2023-11-16 18:15:46.6805900"])
LINES = st.lists(st.lists(CELLS, max_size=8).map(",".join), max_size=6).map("\n".join)
TOKENS = st.integers(1, 100_000)
ROWS = st.lists(st.tuples(st.integers(0, 10**12), TOKENS, TOKENS), min_size=1, max_size=20).map(sorted)
MIDNIGHT = datetime(2024, 5, 10)
# The first example pays for imports and may meet a busy machine; the bench keeps the times.
calm = settings(deadline=None)


def accounted(data: bytes, name: str) -> None:
    try:
        trace = read_text(data, name)
    except BadTrace as refusal:
        assert str(refusal).endswith(".")
        return
    report, work = trace.report, trace.workload
    assert len(work) == report.kept == report.read - sum(count for _, count in report.reasons)
    assert work.arrival[0] == 0
    assert list(work.arrival) == sorted(work.arrival)


@calm
@given(st.binary(max_size=400))
def test_random_bytes_are_refused_or_accounted_for(data: bytes) -> None:
    accounted(data, "trace.csv")
    accounted(b"\x1f\x8b" + data, "trace.csv.gz")
    accounted(gzip.compress(data, mtime=0), "trace.csv.gz")


@calm
@given(st.sampled_from(HEADS), st.one_of(st.binary(max_size=200), LINES.map(str.encode), st.text().map(str.encode)))
def test_random_rows_under_every_head_are_refused_or_accounted_for(head: str, data: bytes) -> None:
    accounted(head.encode() + data, "trace.txt")


def expected(rows: list[tuple[int, int, int]], per_tick: int) -> list[tuple[int, int, int]]:
    origin = rows[0][0]
    ticked = [((units - origin) // per_tick, prompt, output) for units, prompt, output in rows]
    return sorted(ticked, key=lambda row: row[0])


@calm
@given(ROWS)
def test_plain_seconds_come_back_as_the_floored_exact_ticks(rows: list[tuple[int, int, int]]) -> None:
    text = "".join(f"{units // 10**9}.{units % 10**9:09d},{prompt},{output}\n" for units, prompt, output in rows)
    assert columns(read_text(PLAIN + text)) == expected(rows, 1_000)


@calm
@given(ROWS)
def test_plain_milliseconds_come_back_as_the_floored_exact_ticks(rows: list[tuple[int, int, int]]) -> None:
    row = '{{"arrival_ms": {}.{:06d}, "prompt": {}, "output": {}}}\n'
    text = "".join(row.format(units // 10**6, units % 10**6, prompt, output) for units, prompt, output in rows)
    assert columns(read_text(text, "trace.jsonl")) == expected(rows, 1_000)


@calm
@given(ROWS, st.sampled_from(["{} {}.{:07d}", "{} {}.{:07d}+00:00", "{}T{}.{:07d}Z"]))
def test_every_azure_time_form_comes_back_as_the_floored_exact_ticks(
    rows: list[tuple[int, int, int]], form: str
) -> None:
    lines = [HEADS[1].strip()]
    for units, prompt, output in rows:
        moment = MIDNIGHT + timedelta(seconds=units // 10**7)
        time = form.format(moment.date(), moment.time(), units % 10**7)
        lines.append(f"{time},{prompt},{output}")
    assert columns(read_text("\r\n".join(lines))) == expected(rows, 10)


@calm
@given(ROWS)
def test_burstgpt_seconds_come_back(rows: list[tuple[int, int, int]]) -> None:
    whole = [(time % 10**8, prompt, output) for time, prompt, output in rows]
    text = "".join(f"{time},GPT-4,{prompt},{output},{prompt + output},API log\n" for time, prompt, output in whole)
    whole.sort(key=lambda row: row[0])
    assert columns(read_text(HEADS[2] + text)) == [((time - whole[0][0]) * 10**6, *rest) for time, *rest in whole]


@calm
@given(ROWS)
def test_mooncake_milliseconds_come_back(rows: list[tuple[int, int, int]]) -> None:
    row = '{{"timestamp": {}, "input_length": {}, "output_length": {}, "hash_ids": {}}}\n'
    text = "".join(row.format(time, prompt, output, [0] * -(-prompt // 512)) for time, prompt, output in rows)
    origin = rows[0][0]
    assert columns(read_text(text, "m.jsonl")) == [((time - origin) * 1_000, *rest) for time, *rest in rows]


@calm
@given(st.lists(st.floats(0, 10**6), min_size=2, max_size=10).map(sorted))
def test_a_written_float_is_read_as_the_decimal_it_shows(times: list[float]) -> None:
    text = "".join(f"{time!r},1,1\n" for time in [0.0, *times])
    exact = [int(Fraction(repr(time)) * 10**6) for time in [0.0, *times]]
    assert list(read_text(PLAIN + text).workload.arrival) == exact
