"""Runs a WSGI application with waitress until told to stop, and lets running requests finish first.

It refuses to know the application, the settings and what is printed.
"""

import logging
import select
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer, create_server

from app.footprint import Tidier
from app.refusals import Channel

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

DRAIN_SECONDS = 4.0
MAX_HEADER_BYTES = 32 * 1024
# Above the application's own limit, so that it is the application that explains a body that is too large.
MAX_BODY_BYTES = 128 * 1024 * 1024
MAX_CONNECTIONS = 600
USE_POLL = hasattr(select, "poll")


def _nothing() -> None:
    """What happens at the stop of an application that has nothing to end."""


def run(
    app: "WSGIApplication",
    listener: socket.socket,
    threads: int,
    on_ready: Callable[[], None],
    on_stop: Callable[[], None] = _nothing,
    is_behind_proxy: bool = False,
) -> None:
    """Serve until SIGINT or SIGTERM; then accept nothing more, finish what runs (at most 4 s) and return.

    on_ready is called once, when a signal would already be heeded and connections are queued; on_stop ends answers that
    would go on by themselves. is_behind_proxy lets a proxy's headers through, which anybody can forge without one.
    """
    # A class that clicks at once is no fault, and one line for every queued request would hide real ones.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    channels: dict[int, Any] = {}
    server = create_server(
        app, map=channels, sockets=[listener], threads=threads, ident=None, asyncore_use_poll=USE_POLL,
        connection_limit=MAX_CONNECTIONS, channel_timeout=60, max_request_header_size=MAX_HEADER_BYTES,
        max_request_body_size=MAX_BODY_BYTES, clear_untrusted_proxy_headers=not is_behind_proxy,
        # Reading on while an answer is under way is what tells a stream that its browser has left.
        channel_request_lookahead=1,
    )  # fmt: skip
    server.channel_class = Channel
    with _stop_on_signal(server) as stop:
        on_ready()
        tidier = Tidier()
        while not stop.is_set():
            wasyncore.loop(timeout=1, use_poll=USE_POLL, map=channels, count=1)
            tidier.turn()
        on_stop()
        _drain(server, channels)


@contextmanager
def _stop_on_signal(server: TcpWSGIServer) -> Iterator[Event]:
    stop = Event()

    def on_signal(number: int, frame: object) -> None:
        stop.set()
        # A second signal ends the process at once.
        signal.signal(number, signal.SIG_DFL)
        server.pull_trigger()

    before = {number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _drain(server: TcpWSGIServer, channels: dict[int, Any]) -> None:
    """Close the door, then keep the loop going, because it is the loop that sends what the threads have written."""
    server.del_channel(channels)
    server.socket.close()
    deadline = time.monotonic() + DRAIN_SECONDS
    while server.active_channels and time.monotonic() < deadline:
        wasyncore.loop(timeout=0.05, use_poll=USE_POLL, map=channels, count=1)
        for channel in tuple(server.active_channels.values()):
            # An idle connection would otherwise be kept, and could bring new requests until the deadline.
            channel.will_close = channel.will_close or not _is_busy(channel)
    server.task_dispatcher.shutdown(timeout=0.5)
    wasyncore.close_all(channels)


def _is_busy(channel: HTTPChannel) -> bool:
    return bool(channel.request or channel.requests or channel.total_outbufs_len)
