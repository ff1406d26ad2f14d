"""Runs of labs, each computed once while it is remembered; labs are pure, so a remembered run is the run.
It refuses to know requests and pages."""

from functools import lru_cache

from labs import Params, Result, get_lab

REMEMBERED = 256


@lru_cache(maxsize=REMEMBERED)
def run_lab(slug: str, params: Params) -> Result:
    """The result of a lab at these parameters."""
    return get_lab(slug).run(params)
