"""The digests that the command line prints for every preset of every lab, as `python -m tests.digests`: one process for
all of them. It refuses to compute beside the command."""

import json

from click.testing import CliRunner

from app.cli import main
from labs import all_labs


def printed() -> dict[str, list[str]]:
    """By the lab's slug, in the order of its presets."""
    return {slug: [_digest(slug, values) for values in lab.presets.values()] for slug, lab in all_labs().items()}


def _digest(slug: str, values: dict[str, str]) -> str:
    settings = [f"{name}={value}" for name, value in values.items()]
    done = CliRunner().invoke(main, ["lab", slug, *settings, "--format", "json"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return str(json.loads(done.stdout)["digest"])


if __name__ == "__main__":
    print(json.dumps(printed()))
