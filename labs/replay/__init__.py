"""The replay room: serve a workload under a policy and bounds, and read the run. Names load when first asked for.
It refuses to know pages, files and the command line."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from labs.replay.bounds import Bounds, Fallback
    from labs.replay.cards import CARDS, card
    from labs.replay.cost import FixedCost, LinearCost
    from labs.replay.drafting import Draft
    from labs.replay.policies import POLICIES, policy
    from labs.replay.replaying import replay
    from labs.replay.run import Run
    from labs.replay.workload import NEVER, Workload

WHERE = {
    "Bounds": "bounds",
    "Fallback": "bounds",
    "CARDS": "cards",
    "card": "cards",
    "FixedCost": "cost",
    "LinearCost": "cost",
    "Draft": "drafting",
    "POLICIES": "policies",
    "policy": "policies",
    "replay": "replaying",
    "Run": "run",
    "NEVER": "workload",
    "Workload": "workload",
}

__all__ = [
    "CARDS",
    "NEVER",
    "POLICIES",
    "Bounds",
    "Draft",
    "Fallback",
    "FixedCost",
    "LinearCost",
    "Run",
    "Workload",
    "card",
    "policy",
    "replay",
]


def __getattr__(name: str) -> Any:
    if name not in WHERE:
        raise AttributeError(f"labs.replay has no {name}")
    return getattr(import_module(f"labs.replay.{WHERE[name]}"), name)
