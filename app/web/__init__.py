"""The web side, one file a subject, each with `register(app)`; app/__init__.py lists them in order.

It refuses to compute anything that a lab teaches.
"""
