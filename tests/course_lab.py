"""A tiny lab for tests of the dialect, so that they do not move when a real lab does.
It refuses to be found by the door; tests put it on a bench themselves.
"""

from decimal import Decimal

from app.course.bench import Bench
from labs import Column, Fact, Lab, Params, Result, Table, UnknownLab
from labs.params import param


class ReplayParams(Params):
    """Settings of the tiny lab."""

    policy: str = param(
        "static", label="Policy", help="Which.", choices={"static": "Static", "continuous": "Continuous"}
    )
    layers: int = param(32, label="Layers", help="How many.", ge=1, le=200)
    load: Decimal = param(Decimal("1.0"), label="Load", help="How much.", unit="requests/s", ge=0, le=10)


def run(params: ReplayParams) -> Result:
    """Facts of every kind, computed so that a reader can follow: steps = layers, wait = 1.5 x load."""
    if params.layers == 13:
        raise ZeroDivisionError("thirteen")
    facts = {
        "steps": Fact(params.layers, "steps", "Steps"),
        "wait_s": Fact(float(params.load) * 1.5, "s", "Wait", kind="assumed", places=2),
        "policy": Fact(params.policy, "", "Policy"),
        "fits": Fact(params.layers < 100, "", "Fits"),
        "nothing": Fact(None, "s", "Nothing"),
    }
    table = Table("lanes", "Lanes", (Column("slot", "Slot", type="text"),), (("one",),))
    return Result("It runs", "it is tiny", facts, (table,))


REPLAY = Lab(
    slug="batching-replay",
    title="Replay",
    question="Which scheduler?",
    params=ReplayParams,
    run=run,
    version=1,
    controls=("policy",),
    lead="steps",
    presets={"Small": {"layers": "4"}},
)


def tiny_bench(lab: Lab = REPLAY) -> Bench:
    def lookup(slug: str) -> Lab:
        if slug != lab.slug:
            raise UnknownLab(slug, ())
        return lab

    return Bench(lookup, lambda: (lab.slug,))
