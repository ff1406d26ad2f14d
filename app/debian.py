"""Installs packages of Debian where that is possible: on Debian or Ubuntu, as root.
It refuses to know what they are for, and nothing but `servelab test` calls it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable

Say = Callable[[str], None]


def install_packages(packages: list[str], say: Say) -> bool:
    """Install them with apt-get; False where that cannot be, or when it fails, after its words were said."""
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    say(f"Installing Debian's {' and '.join(packages)} with apt-get ...")
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # The lists of a fresh machine are empty or old, and then the install alone finds nothing.
    update, install = ["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    return run_command(update, environ, say) and run_command(install, environ, say)


def run_command(command: list[str], environ: dict[str, str], say: Say) -> bool:
    """Whether the command succeeds; its last words are said when it fails."""
    done = subprocess.run(
        command, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        check=False,
    )  # fmt: skip
    if done.returncode != 0:
        say(f"`{' '.join(command)}` failed (exit {done.returncode}):\n{done.stdout[-2000:]}")
    return done.returncode == 0
