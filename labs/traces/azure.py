"""Azure LLM inference traces, 2023 and 2024, and the multimodal one: three spellings of one wall clock.
It refuses to know images: their column is counted, not replayed."""

from labs.traces.cells import WallClock, tokens
from labs.traces.form import Head, Reader, Row, cut_cells

NEEDED = {"timestamp", "contexttokens", "generatedtokens"}


def recognise(head: Head) -> Reader | None:
    """The reader when the header has Azure's three names, in any order, with or without NumImages."""
    where = head.where()
    if head.is_json or not where.keys() >= NEEDED:
        return None
    time, prompt, output = where["timestamp"], where["contexttokens"], where["generatedtokens"]
    images = where.get("numimages")
    cells, clock, seen = cut_cells(head.names), WallClock(), [0]

    def read(line: str) -> Row:
        found = cells(line)
        arrival = clock.nanoseconds(found[time], "TIMESTAMP")
        row = (arrival, tokens(found[prompt], "ContextTokens", 1), tokens(found[output], "GeneratedTokens", 0))
        if images is not None and tokens(found[images], "NumImages", 0):
            seen[0] += 1
        return row

    def notes() -> tuple[str, ...]:
        return (f"requests with images, which are not replayed: {seen[0]:,}",) if seen[0] else ()

    return Reader("Azure LLM CSV", read, notes=notes)
