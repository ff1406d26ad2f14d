"""Columns that the tables of several views share, and the fact that stands for plain decoding.
It refuses to know rows."""

from typing import Final

from labs.lab import Column, Fact, Line, Scalar

Row = tuple[Scalar, ...]
ITEM: Final = Column("item", "Item", type="text")
STATE: Final = Column("state", "State", type="text")
WORDS: Final = Column("interpretation", "What it means", type="text")
SPEEDUP: Final = Column("speedup", "Speed", "times plain")
# A last batch that pays has no value where the largest batch asked about still pays.
PAYS_ON: Final = "none asked about loses"
TYPED: Final = "typed here"
BASELINE: Final = Fact(1.0, "", "Plain decoding, the baseline", "assumed", source="by definition")
PLAIN_LINE: Final = Line("baseline_speedup", "plain")
