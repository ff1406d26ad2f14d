"""ServeGen files are known by their look and refused by name: they hold a generator's parameters.
It refuses to know how to draw requests from them."""

from labs.traces.form import Head, Reader
from labs.traces.limits import BadTrace


def recognise(head: Head) -> Reader | None:
    """BadTrace for a ServeGen window file (six columns without a header: start, rate, CV, distribution, its two)."""
    if not head.is_json and len(head.names) == 6 and head.names[3] in ("Gamma", "Weibull", ""):
        raise BadTrace(
            "This is a ServeGen file: rates and distributions for a generator, not requests. Draw requests from it "
            "first, then give a CSV with arrival_s,prompt,output."
        )
    return None
