"""A run apart from pages: the lab's own long way, told event by event, and its result.
It refuses to know queues, workers and pages."""

from labs.lab import Files, Lab, Result
from labs.telling import Tell


def runs_apart(lab: Lab) -> bool:
    """Whether the lab has a long way at all."""
    return lab.live is not None or lab.apart is not None


def run_apart(lab: Lab, params: object, files: Files | None, tell: Tell) -> Result:
    """The result of a long run; each event is told as soon as it exists, and an exception of `tell` ends the run.

    A lab with `live` gives events and at last a Result; one with `apart` calls `tell` by itself.
    RuntimeError when a live run ends without a result, BadParams for work that is refused even here.
    """
    if lab.live is None:
        if lab.apart is None:
            raise RuntimeError(f"The lab {lab.slug} has no long runs.")
        return lab.apart(params, files, tell)
    events = lab.live(params, files)
    try:
        for event in events:
            if isinstance(event, Result):
                return event
            tell(event)
    finally:
        # A generator that is left halfway holds its model's memory until it is closed.
        events.close()
    raise RuntimeError(f"The live run of {lab.slug} ended without a result.")
