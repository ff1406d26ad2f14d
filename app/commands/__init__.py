"""The commands of `servelab`, a file each; app/cli.py lists them.

A command reads its flags and calls one function; it refuses to hold logic.
"""
