"""`servelab serve` as a real process: it starts, says where, explains what fails, and stops without dropping work."""

import http.client
import signal
import socket
import textwrap
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page

from app.browser import NoChromium, chromium_for_tests
from app.cli import COMMANDS, main
from app.listen import CannotListen, bind, page_address, reach_warning
from app.store import FILE_NAME
from app.web.signing import KEY_FILE
from tests.servers import DEADLINE_SECONDS, StartServer

# Says when a request has begun, then answers once the test has connected to the port given in the query.
SLOW_APP = """
    import socket
    from app.listen import bind, page_address
    from app.serving import run

    def slow(environ, start_response):
        print("request begun", flush=True)
        with socket.create_connection(("127.0.0.1", int(environ["QUERY_STRING"]))) as release:
            release.recv(1)
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"finished"]

    with bind("127.0.0.1", 0) as listener:
        address = page_address("127.0.0.1", listener)
        run(slow, listener, threads=2, on_ready=lambda: print(address, flush=True))
    print("stopped", flush=True)
"""


def test_it_answers_at_the_address_it_prints(server: str) -> None:
    with urlopen(f"{server}healthz") as answer:
        assert answer.read() == b"ok\n"
        assert "Server" not in answer.headers


def test_a_browser_opens_it(page: Page) -> None:
    answer = page.goto("/healthz")
    assert answer is not None
    assert answer.text() == "ok\n"


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_signal_ends_an_idle_server_quietly(start_server: StartServer, tmp_path: Path, name: str) -> None:
    running = start_server("-m", "app", "serve", "--port", "0", "--data", str(tmp_path))
    address = urlsplit(running.address())
    said = running.output()
    with socket.create_connection((str(address.hostname), int(address.port or 0))):
        running.process.send_signal(getattr(signal, name))
        assert running.process.wait(timeout=DEADLINE_SECONDS) == 0
    assert running.output() == said
    # What was written lies in one file again, without the journal beside it.
    assert {path.name for path in tmp_path.iterdir()} == {KEY_FILE, FILE_NAME}


def test_a_running_request_is_finished_before_the_server_stops(start_server: StartServer) -> None:
    running = start_server("-c", textwrap.dedent(SLOW_APP))
    address = urlsplit(running.address())
    with socket.create_server(("127.0.0.1", 0)) as gate:
        gate.settimeout(DEADLINE_SECONDS)
        connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=DEADLINE_SECONDS)
        connection.request("GET", f"/?{gate.getsockname()[1]}")
        running.wait_for("request begun")
        release, _ = gate.accept()
        running.process.send_signal(signal.SIGTERM)
        with pytest.raises(OSError):
            while True:
                socket.create_connection((str(address.hostname), int(address.port or 0)), timeout=1).close()
        with release:
            release.sendall(b"x")
        assert connection.getresponse().read() == b"finished"
        connection.close()
    running.wait_for("stopped")
    assert running.process.wait(timeout=DEADLINE_SECONDS) == 0


def test_a_request_that_never_ends_does_not_keep_the_server(start_server: StartServer) -> None:
    running = start_server("-c", textwrap.dedent(SLOW_APP))
    address = urlsplit(running.address())
    with socket.create_server(("127.0.0.1", 0)) as gate:
        connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=DEADLINE_SECONDS)
        connection.request("GET", f"/?{gate.getsockname()[1]}")
        running.wait_for("request begun")
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(timeout=DEADLINE_SECONDS) == 0
        connection.close()


def test_a_taken_port_is_explained_with_a_free_one(start_server: StartServer, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        running = start_server("-m", "app", "serve", "--port", str(port), "--data", str(tmp_path))
        line = running.wait_for("is in use by another program")
        assert running.process.wait(timeout=DEADLINE_SECONDS) == 1
    free = int(line.rsplit(" ", 1)[1])
    assert port < free <= port + 100
    assert "Traceback" not in running.output()


def test_a_port_that_needs_rights_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    real_bind = socket.socket.bind

    def refusing_bind(self: socket.socket, address: tuple[str, int]) -> None:
        if address[1] < 1024:
            raise PermissionError(13, "Permission denied")
        real_bind(self, address)

    monkeypatch.setattr(socket.socket, "bind", refusing_bind)
    with pytest.raises(CannotListen, match=r"Port 80 on 127\.0\.0\.1 needs rights .* servelab serve --port 8\d+"):
        bind("127.0.0.1", 80)


@pytest.mark.parametrize(
    ("host", "words"), [("192.0.2.1", "does not belong to this machine"), ("no host", "no address")]
)
def test_a_host_that_is_not_here_is_explained(host: str, words: str) -> None:
    with pytest.raises(CannotListen, match=words):
        bind(host, 0)


def test_listening_beyond_this_machine_is_said() -> None:
    assert reach_warning("127.0.0.1") is None
    assert reach_warning("localhost") is None
    assert "everybody on this network can reach it" in str(reach_warning("0.0.0.0"))


def test_the_address_shown_can_be_opened() -> None:
    with bind("0.0.0.0", 0) as listener:
        assert page_address("0.0.0.0", listener) == f"http://127.0.0.1:{listener.getsockname()[1]}/"
        assert page_address("::1", listener).startswith("http://[::1]:")


def test_a_bad_setting_ends_serve_with_one_sentence() -> None:
    done = CliRunner().invoke(main, ["serve"], env={"SERVELAB_THREADS": "none"})
    assert done.exit_code == 1
    assert done.output == "Error: SERVELAB_THREADS is 'none'; it must be a whole number from 1 to 256.\n"


def test_a_data_folder_that_cannot_be_made_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(tmp_path / "file" / "data")])
    assert done.exit_code == 1
    assert "Choose another with --data FOLDER or SERVELAB_DATA." in done.output


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command.name))
def test_every_command_says_what_it_does(command: object) -> None:
    assert getattr(command, "help", None)


def test_a_chromium_that_does_not_start_is_named(tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text("not a program")
    with pytest.raises(NoChromium, match=r"SERVELAB_CHROMIUM is .* which does not start"):
        chromium_for_tests(program, say=pytest.fail)


def test_without_any_chromium_the_ways_to_get_one_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("chromium_on_path", "_playwright_chromium"):
        monkeypatch.setattr(f"app.browser.{name}", lambda: None)
    for name in ("_install_with_apt", "_install_with_playwright"):
        monkeypatch.setattr(f"app.browser.{name}", lambda say: False)
    with pytest.raises(NoChromium, match=r"apt-get install chromium.*SERVELAB_CHROMIUM"):
        chromium_for_tests(None, say=pytest.fail)


def test_the_command_and_the_module_are_the_same(start_server: StartServer) -> None:
    running = start_server("-m", "app", "--help")
    running.wait_for("Usage: servelab")
    assert running.process.wait(timeout=DEADLINE_SECONDS) == 0
