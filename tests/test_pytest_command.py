"""`servelab test`: arguments reach pytest and its exit code comes back.

It refuses to run the whole suite inside itself.
"""

import pytest

from tests.servers import DEADLINE_SECONDS, StartServer


@pytest.mark.parametrize(("arguments", "code"), [(["--version"], 0), (["--no-such-flag"], 4)])
def test_arguments_and_exit_code_pass_through(start_server: StartServer, arguments: list[str], code: int) -> None:
    running = start_server("-m", "app", "test", *arguments)
    running.wait_for("pytest")
    assert running.process.wait(timeout=DEADLINE_SECONDS) == code
