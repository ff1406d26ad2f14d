"""The columns that the tables of both modes share.
It refuses to know rows."""

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
