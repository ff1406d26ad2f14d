"""Settings worth a look: Helpline's three releases, the two traps, and the small cases.
It refuses to know results; content/claims.yml holds what must come out of them."""

from collections.abc import Mapping
from typing import Final

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "R11 and R12 at 6 requests/s a card (12 cards): both keep the tail, neither the cost": {
        "view": "compare",
        "load": "6",
    },
    "R12 at 7.2 a card (10 cards): more inside than first come there, the rare tail breaks": {"view": "compare"},
    "R13, first come with exact drafting, at 8 a card (9 cards)": {
        "view": "compare",
        "load": "8",
        "policy_b": "continuous",
        "draft_b": "yes",
    },
    "R12 with a stop condition: R11's order takes over when the rare p99 passes 3 s": {
        "view": "compare",
        "stop_s": "3",
        "stop_window": "100",
        "stop_group": "watched",
    },
    "Below saturation: every scheduler schedules the same": {"load": "3"},
    "Eight requests, four slots": {"view": "lanes"},
    "One prompt of 30,000 tokens: who stalls, and the cure": {
        "view": "compare",
        "load": "",
        "trace": "long-prompt",
        "policy_b": "chunked",
    },
    "Four requests, step by step, by hand": {
        "view": "steps",
        "load": "",
        "trace": "four",
        "max_active": "2",
        "card": "hand-2",
    },
}
