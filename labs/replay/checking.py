"""Columns read as whole numbers, and workloads refused that a replay cannot mean anything by.
It refuses to repair: cutting and dropping is for the reader of a trace, who reports it."""

from collections.abc import Iterable
from itertools import pairwise

from labs.replay.workload import NEVER, Workload

COLUMNS = ("arrival", "prompt", "output", "row")
OPTIONAL = ("tenant", "group", "priority", "patience", "cancel")


def plain(column: Iterable[int]) -> list[int]:
    """A column as a list of Python integers, the fastest to read one by one."""
    return column.tolist() if hasattr(column, "tolist") else list(column)


def check(workload: Workload) -> None:
    """ValueError for the first fault: what was found, and what to give."""
    for name in COLUMNS + OPTIONAL:
        entries = len(getattr(workload, name))
        if entries != len(workload) and not (name in OPTIONAL and entries == 0):
            raise ValueError(f"{name} has {entries} entries for {len(workload)} requests. Give one for each.")
    arrival = plain(workload.arrival)
    if arrival and (arrival[0] < 0 or any(later < earlier for earlier, later in pairwise(arrival))):
        raise ValueError("arrivals are not in order from 0. Sort the rows by arrival.")
    for name, least in (
        ("prompt", 1),
        ("output", 0),
        ("patience", NEVER),
        ("cancel", NEVER),
        ("tenant", 0),
        ("group", 0),
    ):
        _at_least(workload, name, least)
    for name, names in (("tenant", workload.tenants), ("group", workload.groups)):
        if max(getattr(workload, name), default=0) >= len(names):
            raise ValueError(f"a {name} is {max(getattr(workload, name))}; {len(names)} are named, counted from 0.")


def _at_least(workload: Workload, name: str, least: int) -> None:
    column = plain(getattr(workload, name))
    if min(column, default=least) < least:
        place = next(place for place, value in enumerate(column) if value < least)
        raise ValueError(f"row {workload.row[place]} has {name} {column[place]}. Give {least} or more.")
