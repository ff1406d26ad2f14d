"""Decoding with and without drafts, on real small models: exact acceptance, its account, and what leniency costs.
The door of the room: opening it loads no torch."""
