"""Does a real draft pay, and for whom? Recorded runs of our own small pair, and what leniency does to its output.
It leaves out live runs, batches and any machine but the one that was measured."""

from typing import Final

from labs.lab import Lab, Result
from labs.speculative_decoding import quality_report, speed_report
from labs.speculative_decoding.settings import SPEED, PairParams

LEAVES_OUT: Final = (
    "It leaves out batches, GPUs and any other machine: the times are of one processor core. The pair is far smaller "
    "than what is served, so its acceptance is its own; the way that groups differ is what to look at."
)


def run(params: PairParams) -> Result:
    """The result of the chosen view."""
    return speed_report.report(params) if params.view == SPEED else quality_report.report(params)


LAB: Final = Lab(
    slug="speculative-decoding",
    title="A real draft at work",
    question="Does a real draft pay, and for whom?",
    params=PairParams,
    run=run,
    version=1,
    controls=("setting", "watched", "verify", "lenience"),
    lead="answer",
    presets={
        "Distilled draft, drawn by chance": {},
        "Eight drafts a round": {"setting": "distilled-t1-g8", "watched": "rare"},
        "A table as draft": {"setting": "trigram-t1-g4"},
        "Lenience 0.2": {"view": "quality", "lenience": "0.2", "watched": "rare"},
    },
    shows="How fast a real draft was for each group of text, and how far a lenient rule moves what is written.",
    leaves_out=LEAVES_OUT,
)
