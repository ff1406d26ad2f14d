"""A clean reference page and one seeded fault or more for each check: the harness proves itself on them.
Knows nothing of the product's pages; only the markup that both follow."""
