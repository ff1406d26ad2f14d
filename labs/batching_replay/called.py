"""How a reader wants the two releases to be called.
It refuses to call them so; labs/batching_replay/naming.py does."""

from labs.batching_replay.asked import REPLAYS, AskedParams
from labs.batching_replay.naming import CHOICES, PLAIN
from labs.params import param


class CalledParams(AskedParams):
    """The names of the releases."""

    names: str = param(
        PLAIN, label="Names of the releases", help="How the two are called in every sentence and table.",
        choices=CHOICES, group="The names", **REPLAYS,
    )  # fmt: skip
