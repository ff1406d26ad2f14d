"""Named sets of values to start from.
It refuses to hold anything but text, as an address would."""

from collections.abc import Mapping
from typing import Final

LAW: Final = {"view": "distributions"}
COST: Final = {"view": "economics"}
PER_GROUP: Final = {"view": "groups"}

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "Two of three count": {"draft_tokens": "4,8,1", "target_tokens": "4,8,9"},
    "A later match does not count": {"draft_tokens": "3,2,7", "target_tokens": "6,2,7"},
    "All accepted, one more for nothing": {"draft_tokens": "4,8,9", "target_tokens": "4,8,9,5"},
    "Exact drafting, a close and a far draft": LAW,
    "A tempting switch: lenience 0.2": LAW | {"lenience": "0.2"},
    "A draft that always says one token": LAW | {"close_probs": "1,0,0", "far_probs": "0,0,1"},
    "Four drafts at one unit each": COST | {"alpha": "0.5"},
    "One unit for the whole draft": COST | {"alpha": "0.5", "draft_buys": "whole"},
    "A plain step that costs one unit": COST | {"step_cost": "1", "alpha": "1"},
    "Accepted over drafted is not alpha": COST | {"alpha": "0.8", "gamma": "5"},
    "Helpline's groups, one unit for the whole draft": PER_GROUP | {"draft_buys": "whole", "batch": "64"},
    "Twice the batch: the rare group loses": PER_GROUP | {"draft_buys": "whole", "batch": "128"},
    "Shorter drafts for the same batch": PER_GROUP | {"draft_buys": "whole", "batch": "128", "gamma": "2"},
}
