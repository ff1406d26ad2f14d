"""The door of labs: the value types that the outside may name.
It refuses to know flask, pages and anything that needs a running app."""

from labs.lab import Column, Fact, Figure, Line, Result, Scalar, Table

__all__ = ["Column", "Fact", "Figure", "Line", "Result", "Scalar", "Table"]
