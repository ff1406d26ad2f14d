"""The columns that the tables of both modes share.
It refuses to know rows."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from labs.gpu_memory_ledger.wording import places_for
from labs.lab import Column, Scalar

Row = tuple[Scalar, ...]
ITEM = Column("item", "Item", type="text")
STATE = Column("state", "State", type="text")
WORDS = Column("interpretation", "What it means", type="text")
SIZE = Column("size_gb", "Size", "GB", places=2)
TOTAL = Column("total_gb", "Total", "GB", places=2)
HEADROOM = Column("headroom_gb", "Headroom", "GB", places=2)
FITS = Column("fits", "Fits", type="yesno")
RUNNING = Column("running_gb", "Running total", "GB", places=2)
BAR = Column("bar", "Belongs to", type="text")
KEPT = "card × the share kept free, as you set it"
NEEDED, CARD = "what is needed", "what the card has"


def fine_enough(columns: tuple[Column, ...], *amounts: int | float | Decimal | Fraction | None) -> tuple[Column, ...]:
    """The columns of GB with as many decimals as keep each of these amounts from reading as zero."""
    places = places_for(*amounts)
    return tuple(replace(each, places=places) if each.unit == "GB" else each for each in columns)
