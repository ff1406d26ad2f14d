"""`servelab test`: a Chromium for the browser tests, Redis and PostgreSQL for those of the queue, then pytest.

It refuses to know any test; what follows the command goes to pytest as it stands.
"""

import os
import subprocess
import sys
from importlib.util import find_spec

import click

from app.brokers import brokers_for_tests
from app.browser import NoChromium, chromium_for_tests
from app.config import BadSetting, read_settings
from app.places import checkout_dir

# Browser tests are far slower than the rest; a worker that has done its share takes from another.
EVERYTHING = ("-n", "auto", "--dist", "worksteal", "-q")


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("pytest_args", nargs=-1, type=click.UNPROCESSED)
def test(pytest_args: tuple[str, ...]) -> None:
    """Run the tests, on all cores without arguments; all arguments go to pytest."""
    root = checkout_dir()
    if root is None or not (root / "tests").is_dir():
        raise click.ClickException(
            "The tests are not part of the installed package. Clone the project and run `servelab test` "
            "from an editable install there: pip install -e '.[test]'."
        )
    if find_spec("pytest") is None:
        raise click.ClickException("pytest is not installed here. Run: pip install -e '.[test]'")
    try:
        chromium = chromium_for_tests(read_settings(os.environ).chromium, say=click.echo)
    except (BadSetting, NoChromium) as problem:
        raise click.ClickException(str(problem)) from problem
    brokers_for_tests(say=click.echo)
    environ = {**os.environ, "SERVELAB_CHROMIUM": str(chromium)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *(pytest_args or EVERYTHING)], cwd=root, env=environ, check=False
    )
    sys.exit(done.returncode)
