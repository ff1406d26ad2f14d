"""A running server asks nobody: every route is asked of a process whose sockets reach no other machine.
It refuses to know what the routes answer."""

import os
from pathlib import Path

from tests.asking import ask
from tests.course_site.site import CONTENT, Site
from tests.security.route_table import ENTRIES, address_of
from tests.servers import ROOT, StartServer

# Python runs this file by its name before the program; what is not on this machine is refused and written down.
WATCH = """
import pathlib, socket
seen = pathlib.Path(__file__).with_name("asked.txt")
def note(what):
    with seen.open("a") as out:
        out.write(f"{what}\\n")
    raise OSError("no network here")
known = socket.getaddrinfo
def getaddrinfo(host, *rest, **more):
    return known(host, *rest, **more) if host in (None, "", "0.0.0.0", "127.0.0.1", "localhost", "::1") else note(host)
class Socket(socket.socket):
    def connect(self, address):
        is_here = self.family == getattr(socket, "AF_UNIX", None) or address[0] in ("127.0.0.1", "::1")
        return super().connect(address) if is_here else note(address)
socket.getaddrinfo, socket.socket = getaddrinfo, Socket
seen.write_text("watched\\n")
"""


def test_the_server_asks_no_other_machine(start_server: StartServer, tmp_path: Path, site: Site) -> None:
    (tmp_path / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    places = os.pathsep.join([str(tmp_path), str(ROOT)])
    base = start_server(
        "-m", "app", "serve", "--port", "0", "--data", str(tmp_path / "served"), "--content", str(CONTENT),
        PYTHONPATH=places,
    ).address()  # fmt: skip
    for endpoint, entry in ENTRIES.items():
        form = list(entry.form.items()) if entry.is_change else None
        assert ask(base.rstrip("/"), address_of(site.app, endpoint), form=form, method=entry.method).status < 500
    assert (tmp_path / "asked.txt").read_text(encoding="utf-8") == "watched\n"
