"""BurstGPT files 1, 2 and 3: seconds from a local midnight, failed requests as a response of 0 tokens.
It refuses to know sessions and elapsed times beyond counting them."""

from collections import Counter

from labs.reading import quote
from labs.traces.cells import Dropped, nanoseconds, tokens
from labs.traces.form import Head, Reader, Row, cut_cells

NEEDED = {"timestamp", "model", "request tokens", "response tokens"}
FAILED = "response tokens are 0: the request failed at the source"
MODELS = 20


def recognise(head: Head) -> Reader | None:
    """The reader when the header has BurstGPT's names; Session ID and Elapsed time (file 3) may be absent."""
    where = head.where()
    if head.is_json or not where.keys() >= NEEDED:
        return None
    time, model = where["timestamp"], where["model"]
    prompt, output = where["request tokens"], where["response tokens"]
    session, elapsed = where.get("session id"), where.get("elapsed time")
    cells, counts, in_session = cut_cells(head.names), Counter[str](), [0]

    def read(line: str) -> Row:
        found = cells(line)
        arrival = nanoseconds(found[time], "Timestamp", 9)
        answer = tokens(found[output], "Response tokens", 0)
        if answer == 0:
            raise Dropped(FAILED)
        row = (arrival, tokens(found[prompt], "Request tokens", 1), answer)
        if elapsed is not None and found[elapsed]:
            nanoseconds(found[elapsed], "Elapsed time", 9)
        if session is not None and found[session]:
            in_session[0] += 1
        name = found[model][:40]
        counts[name if name in counts or len(counts) < MODELS else "other"] += 1
        return row

    def notes() -> tuple[str, ...]:
        models = ", ".join(f"{quote(name)} {count:,}" for name, count in sorted(counts.items()))
        said = f"models in the file: {models}; all are replayed as one"
        held = f"requests in a session: {in_session[0]:,}; sessions and elapsed times are not replayed"
        return (said, held) if in_session[0] else (said,)

    return Reader("BurstGPT CSV", read, notes=notes)
