"""Many prompts of every group, plain and drafted in turns, on this machine, told prompt by prompt.
It refuses to judge: compare_report.py does."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any

from labs.decoding import TUNED, CannotRun, Comparer, Comparison, RunSettings, fastest, machine, tuning
from labs.lab import Result
from labs.speculative_decoding import compare_report
from labs.speculative_decoding.asked import GROUPS_COMPARED, cannot, compared
from labs.speculative_decoding.settings import BEST, SHORT, PairParams
from labs.telling import Event, part, progress


def comparison(params: PairParams) -> Generator[Event | Result, None, None]:
    """A progress for each prompt, a part for each group, at last the Result. BadParams where it cannot run."""
    wanted = [compared(params, group) for group in GROUPS_COMPARED]
    rows: list[dict[str, Any]] = []
    try:
        comparer = Comparer(wanted[0])
        work = Work(params, comparer)
        for settings in wanted:
            yield from work.group(settings, rows)
    except CannotRun as problem:
        raise cannot(problem, params) from problem
    yield compare_report.report(params, {row["group"]: row for row in rows}, machine(wanted[0]), is_recorded=False)


@dataclass
class Work:
    """The prompts of a comparison, counted as they are done."""

    params: PairParams
    comparer: Comparer
    done: int = 0

    @property
    def total(self) -> int:
        """Prompts in all, those to find the length by included."""
        tuning = TUNED if self.params.length == BEST else 0
        return len(GROUPS_COMPARED) * (self.params.prompts + tuning)

    def group(self, settings: RunSettings, rows: list[dict[str, Any]]) -> Iterator[Event]:
        """One group: the length on other prompts where it is asked for, then the prompts that are reported."""
        name = SHORT[settings.group]
        chosen_on = None
        if self.params.length == BEST:
            tried = []
            for gamma, tally in tuning(self.comparer, settings):
                tried.append((gamma, tally))
                yield self.told(f"{name}: trying {gamma} drafts a round on other prompts")
            settings, chosen_on = replace(settings, gamma=fastest(self.comparer, settings, tried)), "other prompts"
        tallies = []
        for tally in self.comparer.tallied(settings, self.params.prompts, "reported"):
            tallies.append(tally)
            yield self.told(f"{name}: prompt {len(tallies)} of {self.params.prompts}, plain and drafted")
        made = Comparison(settings, self.comparer.engine.clock, tuple(tallies))
        rows.append(made.as_dict() | {"chosen_on": chosen_on})
        yield part(compare_report.line_done(rows[-1]))

    def told(self, words: str) -> Event:
        """One prompt more is done."""
        self.done += 1
        return progress(self.done, self.total, words)
