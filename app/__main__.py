"""`python -m app`: the same command line as `servelab`.

It knows no command itself.
"""

from app.cli import main

main(prog_name="servelab")
