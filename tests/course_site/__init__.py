"""A small course with every kind of block, served for real, and what holds of its pages."""
