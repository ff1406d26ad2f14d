"""Finds a Chromium for the browser tests, or gets one; says how when neither works.

It refuses to know what is tested, and it installs nothing outside `servelab test`.
"""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from app.debian import Say, install_packages, run_command

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge")


class NoChromium(RuntimeError):
    """No Chromium was found and none could be installed; the message says what to do."""


def chromium_on_path() -> Path | None:
    found = (shutil.which(name) for name in NAMES)
    return next((Path(path) for path in found if path), None)


def installed_chromium(chosen: Path | None) -> Path | None:
    """The chosen one, else one on PATH, else Playwright's own; None when none starts. Raises NoChromium."""
    if chosen is not None:
        if not _starts(chosen):
            raise NoChromium(f"SERVELAB_CHROMIUM is {chosen}, which does not start. Correct it or unset it.")
        return chosen
    for find in (chromium_on_path, _playwright_chromium):
        found = find()
        if found and _starts(found):
            return found
    return None


def chromium_for_tests(chosen: Path | None, say: Say) -> Path:
    """The chosen one, else one on PATH, else Playwright's own, else a fresh install. Raises NoChromium."""
    found = installed_chromium(chosen)
    if found:
        return found
    # Debian's package comes first: it brings the system libraries that Playwright's download leaves out.
    for install, find in ((_install_with_apt, chromium_on_path), (_install_with_playwright, _playwright_chromium)):
        if install(say):
            found = find()
            if found and _starts(found):
                return found
    raise NoChromium(
        "The browser tests need a Chromium and none was found or could be installed. Install one "
        "(Debian or Ubuntu: apt-get install chromium; elsewhere Chrome, or `python -m playwright install chromium`), "
        "or set SERVELAB_CHROMIUM to the program's path."
    )


def _starts(program: Path) -> bool:
    if sys.platform == "win32":
        # There `--version` opens a window instead of printing.
        return program.is_file()
    try:
        done = subprocess.run([program, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _playwright_chromium() -> Path | None:
    if find_spec("playwright") is None:
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.is_file() else None


def _install_with_apt(say: Say) -> bool:
    return install_packages(["chromium"], say)


def _install_with_playwright(say: Say) -> bool:
    say("No Chromium here; asking Playwright for one ...")
    return run_command([sys.executable, "-m", "playwright", "install", "chromium"], dict(os.environ), say)
