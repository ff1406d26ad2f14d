"""The reference site on a free port of this machine, under the product's policy.
Knows threads and sockets; what is sent is the business of `site`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from tests.a11y.seeds.site import POLICY, Edit, answer


@contextmanager
def served(edits: Sequence[Edit] = ()) -> Iterator[str]:
    """The address of a running reference site with the edits in all that it sends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = answer(self.path, edits)
            body = found.text.encode("utf-8")
            self.send_response(found.status)
            self.send_header("Content-Type", f"{found.media}; charset=utf-8")
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the browser's requests are not the test's output."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
