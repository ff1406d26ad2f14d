"""Checks of what a page owes its readers beyond a rule engine; every check returns findings and asserts nothing.
They know roles, data- attributes and pixels of a page, never the product's code or its addresses."""
