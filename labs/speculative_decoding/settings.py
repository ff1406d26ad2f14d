"""What the lab asks: which recorded setting, which group to watch, how lenient the rule is.
It refuses to read the record."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from labs.decoding import HOTTEST
from labs.params import Params, param

SPEED, QUALITY, LIVE, COMPARE = "speed", "quality", "live", "compare"
ANY, NUMPY, TORCH, CUDA = "any", "numpy", "torch", "cuda"
BEST, ADAPTIVE = "best", "adaptive"
GROUPS: Final = {
    "english": "English prose",
    "code": "Source code",
    "rare": "A rare language (Bantu)",
    "unseen": "A language never seen",
    "repetitive": "Text that repeats itself",
}
# As sentences and tables call them.
SHORT: Final = {**{group: group for group in GROUPS}, "english": "English"}
NAMED: Final = {"distilled": "Distilled", "plain": "Undistilled", "trigram": "Trigrams", "lookup": "Lookup"}
# Name -> words, and the row of the record: draft, temperature, drafts a round.
ROWS: Final[Mapping[str, tuple[str, tuple[str, float, int | str]]]] = {
    "distilled-t1-g4": ("Distilled draft, temperature 1, 4 drafts", ("distilled", 1.0, 4)),
    "distilled-t1-adaptive": ("Distilled draft, temperature 1, adaptive", ("distilled", 1.0, "adaptive")),
    "distilled-t0-g4": ("Distilled draft, greedy, 4 drafts", ("distilled", 0.0, 4)),
    "distilled-t1-g8": ("Distilled draft, temperature 1, 8 drafts", ("distilled", 1.0, 8)),
    "plain-t1-g4": ("Undistilled draft, temperature 1, 4 drafts", ("plain", 1.0, 4)),
    "trigram-t1-g4": ("Trigram table, temperature 1, 4 drafts", ("trigram", 1.0, 4)),
    "lookup-t0-g4": ("Prompt lookup, greedy, 4 drafts", ("lookup", 0.0, 4)),
}
# As a list has room for: a select cuts what is wider than it.
DRAFTS: Final = {
    "distilled": "Distilled, one layer",
    "plain": "Undistilled, one layer",
    "trigram": "A table of three tokens",
    "lookup": "Prompt lookup",
    "self": "The target itself",
}
LENGTHS: Final = {str(each): str(each) for each in (1, 2, 3, 4, 5, 6, 8, 12, 16)} | {ADAPTIVE: "adaptive"}
DEVICES: Final = {
    ANY: "Recorded if possible",
    NUMPY: "numpy on this machine",
    TORCH: "PyTorch on this machine",
    CUDA: "PyTorch on its GPU",
}
LENIENCES: Final = ("1.0", "0.9", "0.8", "0.7", "0.6", "0.5", "0.4", "0.3", "0.2")


def short(draft: str, temperature: float, gamma: int | str) -> str:
    """A recorded setting as a list has room for."""
    return f"{NAMED[draft]}, {'drawn' if temperature else 'greedy'}, {gamma}{'' if gamma == ADAPTIVE else ' drafts'}"


class PairParams(Params):
    """The settings; each is asked for only in the views that it names."""

    view: str = param(
        SPEED,
        label="View",
        help="How fast drafting is for each group, how far a lenient rule moves the output, or a run to watch.",
        choices={SPEED: "Speed", QUALITY: "Quality under lenience", LIVE: "Watch a run", COMPARE: "Compare here"},
        switch=True,
    )
    setting: str = param(
        "distilled-t1-g4",
        label="Draft and sampling",
        help="Which recorded setting: the kind of draft, greedy or drawn at temperature 1, drafts a round.",
        choices={name: short(*row) for name, (_, row) in ROWS.items()},
        when=SPEED,
    )
    lenience: str = param(
        "0.5",
        label="Lenience",
        help="1 is the exact rule. At 0.5 a token stands for sure if the target gives it half of what the draft does.",
        choices={each: "1, exact" if each == "1.0" else each for each in LENIENCES},
        when=QUALITY,
    )
    watched: str = param(
        "english",
        label="Group to watch",
        help="Whose numbers the sentence tells, and whose text a watched run goes on from.",
        choices=GROUPS,
    )
    verify: Decimal = param(
        Decimal(1),
        label="Verification elsewhere",
        help="What a verification costs on another machine: about 1 on a large GPU, which is waiting for its memory.",
        unit="plain steps",
        ge="0.5",
        le=4,
        stops=("0.5", "0.75", "1", "1.25", "1.5", "1.75", "2", "2.5", "3", "4"),
        when=SPEED,
    )
    gate: Decimal = param(
        Decimal("0.02"),
        label="Gate",
        help="The largest shift from the target that a release may have, as total variation.",
        ge="0.001",
        le=1,
        group="The contract",
        when=QUALITY,
    )
    draft: str = param(
        "distilled",
        label="Draft",
        help="What guesses ahead. The target taught the distilled one; lookup repeats what followed last time.",
        choices=DRAFTS,
        when=LIVE,
        also=(COMPARE,),
    )
    gamma: str = param(
        "4",
        label="Drafts a round",
        help="How many tokens are drafted before the target looks; adaptive follows what was accepted.",
        choices=LENGTHS,
        when=LIVE,
    )
    length: str = param(
        BEST,
        label="Drafts a round",
        help="The fastest length is found for each group on prompts that are not reported.",
        choices={BEST: "fastest on other prompts"} | LENGTHS,
        when=COMPARE,
    )
    prompt: str | None = param(
        None,
        label="Own prompt",
        help="Text of yours to go on from, in place of the group's.",
        words=True,
        group="The run",
        when=LIVE,
    )
    pair: str | None = param(
        None,
        label="Pair of your own",
        help="A target and a draft of your own, in place of the pair that ships; servelab models add brings them here.",
        words=True,
        group="The run",
        when=LIVE,
    )
    temperature: Decimal = param(
        Decimal(1),
        label="Temperature",
        help="0 takes the likeliest token; above 0 a token is drawn, higher more freely.",
        ge=0,
        le=HOTTEST,
        stops=("0", "0.25", "0.5", "0.75", "1", "1.25", "1.5"),
        group="The run",
        when=LIVE,
        also=(COMPARE,),
    )
    seed: int = param(
        7,
        label="Seed",
        help="The same seed and settings write the same tokens.",
        ge=0,
        le=9_999,
        group="The run",
        when=LIVE,
        also=(COMPARE,),
    )
    max_new: int = param(
        64,
        label="Tokens to write",
        help="At most so many; a text may end before.",
        unit="tokens",
        ge=8,
        le=160,
        group="The run",
        when=LIVE,
    )
    prompts: int = param(
        24,
        label="Prompts a group",
        help="Each is written plain and drafted, in turns.",
        unit="prompts",
        ge=20,
        le=40,
        group="The run",
        when=COMPARE,
    )
    take: int = param(
        1,
        label="Measurement",
        help="Another number measures the same run once more; each is kept under its own address.",
        ge=1,
        le=20,
        group="The run",
        when=LIVE,
        also=(COMPARE,),
    )
    device: str = param(
        ANY,
        label="Where it runs",
        help="A recorded run is at once there; the others compute on this machine when you say so.",
        choices=DEVICES,
        group="The run",
        when=LIVE,
        also=(COMPARE,),
    )
