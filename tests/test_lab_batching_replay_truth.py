"""Whatever the settings, the sentences of the batching-replay lab say what its own numbers say.
It refuses to check any one sentence word by word (tests/test_lab_batching_replay_words.py)."""

from io import BytesIO

from hypothesis import example, given, settings
from hypothesis import strategies as st

from labs import BadParams, Result, get_lab, parse
from tests.replay_sentences import WRONG, hold, rows_of, texts

LAB = get_lab("batching-replay")
FILE = {"trace": "file", "file": "0" * 64}


class OneFile:
    """A file of one text, by any name."""

    def __init__(self, text: str) -> None:
        self.text = text

    def open(self, sha256: str) -> BytesIO:
        return BytesIO(self.text.encode())


def either(*texts: str) -> st.SearchStrategy[str]:
    """One of these texts; the first one where it makes no difference."""
    return st.sampled_from(texts)


POLICIES = either("continuous", "spf", "chunked", "static", "static-unpadded")
ANY = {
    "load": either("7.2", "0.1", "1", "3", "9", "20", "100", ""),
    "policy_a": POLICIES,
    "policy_b": POLICIES,
    "draft_a": either("no", "yes"),
    "draft_b": either("no", "yes"),
    "draft_ms": either("2", "0", "1000"),
    "alpha": either("0.7", "0", "1"),
    "gamma": either("3", "1", "16"),
    "overlay": either("no", "yes"),
    "queue_delay_s": either("", "0", "0.1", "2", "30"),
    "max_tokens": either("", "300", "3000", "30000"),
    "blocks": either("7424", "", "10", "200"),
    "max_active": either("128", "1", "4", "1024"),
    "token_budget": either("512", "64", "2000"),
    "card": either("a100", "h100", "hand-2"),
    "step_overhead_ms": either("0", "100"),
    "ttft_limit_s": either("3", "0.001", "0.3", "300"),
    "tpot_limit_ms": either("", "1", "30"),
    "e2e_limit_s": either("", "0.1", "10"),
    "stop_s": either("", "0.5", "30"),
    "stop_window": either("20", "1"),
    "requests": either("120", "1", "2", "7", "40", "300"),
    "trace": either("synthetic-conversation", "four", "five", "long-prompt"),
}
SETTINGS = st.fixed_dictionaries({}, optional=ANY)
NUMBERS = st.tuples(
    st.sampled_from((0, 0, 1, 400)), st.integers(1, 3000), st.sampled_from((0, 1, 2, 30, 500)),
    st.sampled_from(("english", "rare", "code")), st.integers(0, 2), st.sampled_from(("", "0.05", "9")),
)  # fmt: skip
Rows = list[tuple[int, int, int, str, int, str]]
ROWS = st.lists(NUMBERS, min_size=1, max_size=40)


def trace_of(rows: Rows, columns: int) -> str:
    """A trace as text; its first columns, of arrival, prompt, output, group, priority, patience."""
    lines, now = [("arrival_s", "prompt", "output", "group", "priority", "patience_s")[:columns]], 0
    for gap, *rest in rows:
        now += gap
        lines.append((f"{now / 1000}", *(str(each) for each in rest))[:columns])
    return "\n".join(",".join(line) for line in lines) + "\n"


def made(values: dict[str, str], files: OneFile | None) -> Result | None:
    """The result; None where the settings are refused, in words."""
    try:
        return LAB.run(parse(LAB, values.items()), files)
    except BadParams as bad:
        assert all(len(error.message) > 20 and not WRONG.search(error.message) for error in bad.errors)
        return None


def check(values: dict[str, str], files: OneFile | None = None) -> None:
    compared = made(values | {"view": "compare"}, files)
    if compared is None:
        return
    rows = rows_of(LAB.downloads["all_requests"](parse(LAB, values.items()), files))
    labels = [str(each) for each in compared.table("measures").values("measure")]
    watched = None if labels[3].endswith("one group only") else labels[3].removeprefix("p99 first token, ")
    hold(compared, rows, watched)
    drawn = made(values | {"view": "load", "sweep_points": "2"}, files)
    if drawn is not None:
        assert drawn.because == compared.because or "run whole in steps" in compared.because
    for view in ("load", "time", "requests", "steps"):
        found = drawn if view == "load" else made(values | {"view": view}, files)
        for text in texts(found) if found else ():
            assert not WRONG.search(text), text


@settings(max_examples=40, derandomize=True, database=None)
@given(SETTINGS)
@example({"queue_delay_s": "0"})
@example({"max_tokens": "300"})
@example({"tpot_limit_ms": "1"})
@example({"draft_a": "yes", "draft_ms": "1000"})
@example({"overlay": "yes", "load": "20", "requests": "300"})
def test_every_sentence_holds_whatever_the_settings(values: dict[str, str]) -> None:
    check({"requests": "120", **values})


@settings(max_examples=30, derandomize=True, database=None)
@given(SETTINGS, ROWS, st.sampled_from((3, 4, 5, 6)))
def test_every_sentence_holds_whatever_the_trace(values: dict[str, str], rows: Rows, columns: int) -> None:
    check({"load": "", **values, **FILE}, OneFile(trace_of(rows, columns)))
