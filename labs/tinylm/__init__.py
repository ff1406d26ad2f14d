"""A family of very small language models."""
