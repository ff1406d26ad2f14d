"""Which scheduler completes more requests inside the limits? Two releases serve the same arrivals.
It leaves out several cards at once, preemption, prefix sharing, and draws of chance in drafting."""

from typing import BinaryIO, Final

from labs.batching_replay import compare_view, lanes_view, load_view, requests_view, steps_view, time_view
from labs.batching_replay.apart import work_apart
from labs.batching_replay.arrivals import UPLOAD_LIMITS
from labs.batching_replay.asked import COMPARE, LANES, REQUESTS, STEPS, TIME, UPLOADED
from labs.batching_replay.foresight import refuse_hopeless
from labs.batching_replay.naming import named
from labs.batching_replay.presets import PRESETS
from labs.batching_replay.settings import ReplayParams
from labs.batching_replay.sides import served
from labs.batching_replay.work import PAGE, Work, too_much_at_once
from labs.lab import Files, Lab, Result, Upload, Walk
from labs.telling import Tell, TooMuchAtOnce
from labs.traces import Trace, read_trace

REPORTS: Final = {
    COMPARE: compare_view.report,
    TIME: time_view.report,
    STEPS: steps_view.report,
    REQUESTS: requests_view.report,
}
LEAVES_OUT: Final = (
    "It leaves out several cards behind one queue, preemption and swapping, shared prefixes, and chance in drafting; "
    "step times are a closed form fitted to published tables."
)


def run(params: ReplayParams, files: Files | None = None) -> Result:
    """The chosen view of both runs. TooMuchAtOnce when a page cannot wait for it, BadParams when nobody can."""
    much = left_apart(params)
    if much is not None:
        refuse_hopeless(params, files)
        raise much
    try:
        return _report(params, files, PAGE)
    except TooMuchAtOnce:
        # The replay that was too much may be one that could be done apart, and another one of this view not.
        refuse_hopeless(params, files)
        raise


def left_apart(params: ReplayParams) -> TooMuchAtOnce | None:
    """What is known before the runs: so much work is too much for a page."""
    return None if params.is_for_a_page else too_much_at_once(params.rows * params.runs, params.seconds)


def run_long(params: ReplayParams, files: Files | None, tell: Tell) -> Result:
    """The same with the work of about a minute; each run is told."""
    try:
        return _report(params, files, work_apart(params, tell))
    finally:
        # A remembered run of millions of rows would hold its memory until the next one.
        served.cache_clear()


def _report(params: ReplayParams, files: Files | None, work: Work) -> Result:
    if params.view == LANES:
        return lanes_view.report(params)
    return named(REPORTS.get(params.view, load_view.report)(params, files, work), params.names)


def check_trace(stream: BinaryIO, name: str) -> Trace:
    """A trace file read whole; BadTrace, with the sentence for the reader, when it cannot be replayed."""
    return read_trace(stream, name, None, UPLOAD_LIMITS)


LAB: Final = Lab(
    slug="batching-replay",
    title="Batching replay",
    question="Which scheduler completes more requests inside the limits?",
    params=ReplayParams,
    run=run,
    version=10,
    controls=("load", "policy_a", "policy_b", "first_step", "outputs", "slots", "step"),
    lead="headline",
    presets=PRESETS,
    shows="Two releases on the same arrivals: the slowest waits by group, requests inside the limits, cost.",
    leaves_out=LEAVES_OUT,
    uploads={
        "file": Upload(
            label="Trace file",
            help=(
                "CSV or JSONL with arrival, prompt and output tokens; group, tenant, priority (a lower number is more "
                "urgent), patience and cancel may follow. Plain or gzip, at most 50 MB and 300,000 rows."
            ),
            check=check_trace,
            most_bytes=UPLOAD_LIMITS.bytes_in,
            sets={"trace": UPLOADED, "load": ""},
        )
    },
    downloads={"all_requests": requests_view.all_requests},
    links={"What each metric means": "/glossary#metrics"},
    walks={"step": Walk(last="static_steps"), "first_step": Walk(size=12)},
    seconds=2.0,
    quick={"requests": "300"},
    takes=lambda params: 0.0 if params.view == LANES else params.seconds,
    apart=run_long,
    left_apart=left_apart,
)
