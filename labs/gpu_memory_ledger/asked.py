"""What the ledger asks in both modes: the work, the model by name, the cache and the card, with bounds and help.
It refuses to compute, and to know the fields of a model's shape (labs/gpu_memory_ledger/settings.py)."""

from decimal import Decimal
from typing import Final

from labs.gpu_memory_ledger.catalogue import OWN, cards, models
from labs.params import Params, param

TRAINING: Final = "training-simple"
SERVING: Final = "serving"
WORK, MODEL, CARD, CACHE = "The work", "The model", "The card", "The cache"


class AskedParams(Params):
    """The main settings; those with a mode are asked for and used only in it."""

    mode: str = param(
        TRAINING,
        label="Mode",
        help="What the memory is for: a training step told by two numbers, or a served model counted from its shape.",
        choices={TRAINING: "Training", SERVING: "Serving"},
        switch=True,
    )
    microbatch: int = param(
        16,
        label="Microbatch",
        help="Samples that go through the model together before the backward pass, which makes the gradients.",
        unit="samples",
        ge=1,
        le=4096,
        stops=tuple(range(1, 81)),
        group=WORK,
        when=TRAINING,
    )
    per_sample_gb: Decimal = param(
        Decimal("0.34"),
        label="Each sample adds",
        help="Activations: what a sample leaves in every layer, kept because the backward pass needs it.",
        unit="GB",
        ge=0,
        le=1000,
        group=WORK,
        when=TRAINING,
    )
    fixed_gb: Decimal = param(
        Decimal("3.2"),
        label="Fixed part",
        help="Weights, gradients and optimizer: there whatever the microbatch.",
        unit="GB",
        ge=0,
        le=10000,
        group=WORK,
        when=TRAINING,
    )
    blocks: int = param(
        5,
        label="Blocks",
        help="Equal parts of the model. Each keeps its share of the activations.",
        ge=1,
        le=128,
        group=WORK,
        when=TRAINING,
    )
    device_gb: Decimal = param(
        Decimal(24),
        label="Card memory",
        help="What the card has, in GB of 1e9 bytes.",
        unit="GB",
        ge="0.001",
        le=10000,
        group=CARD,
        when=TRAINING,
    )
    model: str = param(
        "llama-3-8b",
        label="Model",
        help="A published model, or your own shape from the fields below or from a pasted config.json.",
        choices={name: each.label for name, each in models().items()} | {OWN: "Your own"},
        group=MODEL,
        when=SERVING,
    )
    weight_bits: str = param(
        "16",
        label="Precision of the weights",
        help="Bits for each weight, all weights alike, embeddings too. 4 bits also store one 16-bit scale a group.",
        choices={"32": "32 bits", "16": "16 bits", "8": "8 bits", "4": "4 bits and scales"},
        group=MODEL,
        when=SERVING,
    )
    weight_group: str = param(
        "128",
        label="Weights that share a scale",
        help="Group size at 4 bits: a 16-bit scale each 128 weights makes 4.125 bits a weight.",
        choices={"32": "32", "64": "64", "128": "128", "256": "256"},
        group=MODEL,
        when=SERVING,
    )
    sequences: int = param(
        32,
        label="Sequences",
        help="Requests whose keys and values are in the cache at the same time.",
        unit="sequences",
        ge=1,
        le=1_000_000,
        stops=tuple(range(1, 129)),
        group=WORK,
        when=SERVING,
    )
    context: int = param(
        4096,
        label="Context",
        help="Tokens cached for each sequence: its prompt and what it has generated.",
        unit="tokens",
        ge=1,
        le=10_000_000,
        stops=(512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072),
        group=WORK,
        when=SERVING,
    )
    kv_bits: str = param(
        "16",
        label="Precision of the cache",
        help="Bits for each stored key or value. 8 bits are counted without their few scales.",
        choices={"16": "16 bits", "8": "8 bits"},
        group=CACHE,
        when=SERVING,
    )
    paged: bool = param(
        False,
        label="Count whole pages",
        help="Yes: as a paged engine allocates, in whole pages for each sequence. No: the formula, token by token.",
        group=CACHE,
        when=SERVING,
    )
    page_tokens: int = param(
        16,
        label="Page size",
        help="Tokens in a page of the cache. The last page of a sequence is rarely full.",
        unit="tokens",
        ge=1,
        le=4096,
        stops=(1, 8, 16, 32, 64, 128, 256),
        group=CACHE,
        when=SERVING,
    )
    card: str = param(
        "a100-80gb",
        label="Card",
        help="Memory as its maker prints it. GB is taken as 1e9 bytes, GiB as 2^30 bytes, 7 % more.",
        choices={name: each.label for name, each in cards().items()} | {OWN: "Your own size"},
        group=CARD,
        when=SERVING,
    )
    card_size: Decimal = param(
        Decimal(80),
        label="Your card's size",
        help="Used when the card is your own.",
        ge="0.001",
        le=10000,
        group=CARD,
        when=SERVING,
    )
    card_unit: str = param(
        "GB",
        label="Unit of your card's size",
        help="GB is 1e9 bytes, GiB is 2^30 bytes.",
        choices={"GB": "GB, 1e9 bytes", "GiB": "GiB, 2^30 bytes"},
        group=CARD,
        when=SERVING,
    )
    reserve_percent: Decimal = param(
        Decimal(10),
        label="Kept free",
        help="Share of the card left for what this ledger does not count.",
        unit="%",
        ge=0,
        le=95,
        stops=(0, 5, 10, 15, 20, 25, 30),
        group=CARD,
    )
