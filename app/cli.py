"""The command `servelab`: one visible tuple of commands, each in a file of app/commands.

It refuses to do the work; a command calls one function, and a new one is a line in COMMANDS.
"""

import click

from app.brief import Brief
from app.commands.backup import backup, restore_check
from app.commands.check import check
from app.commands.doctor import doctor
from app.commands.explain import explain
from app.commands.labs import lab, labs
from app.commands.models import models
from app.commands.preview import preview
from app.commands.replay import replay
from app.commands.serve import serve
from app.commands.speculate import speculate
from app.commands.test import test
from app.commands.traces import traces
from app.commands.vectors import vectors
from app.commands.verify import verify
from app.commands.worker import worker

COMMANDS: tuple[click.Command, ...] = (
    serve,
    test,
    check,
    preview,
    doctor,
    explain,
    labs,
    lab,
    vectors,
    replay,
    speculate,
    traces,
    models,
    verify,
    backup,
    restore_check,
    worker,
)


@click.group(cls=Brief, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="servelab", message="%(prog)s %(version)s")
def main() -> None:
    """Servelab: an interactive course lab on LLM inference serving."""


for command in COMMANDS:
    main.add_command(command)
