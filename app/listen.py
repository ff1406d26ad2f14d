"""Opens the listening socket and explains in a sentence why one cannot be opened.

It refuses to know HTTP.
"""

import errno
import ipaddress
import socket
import sys

from labs import quote

SEARCHED_PORTS = 100


class CannotListen(OSError):
    """The address cannot be used; the message says why and names one that can."""


def bind(host: str, port: int) -> socket.socket:
    """A bound, listening TCP socket. Raises CannotListen."""
    try:
        return _bind(host, port)
    except (socket.gaierror, UnicodeError) as problem:
        said = f"The host '{quote(host)}' has no address on this machine. Use 127.0.0.1 or 0.0.0.0."
        raise CannotListen(said) from problem
    except OSError as problem:
        raise CannotListen(_why(host, port, problem)) from problem


def is_loopback(host: str) -> bool:
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_every_address(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def reach_warning(host: str) -> str | None:
    """A sentence when more than this machine can open the pages."""
    if is_loopback(host):
        return None
    return f"Listening on {host}: everybody on this network can reach it, and there is no password."


def page_address(host: str, listener: socket.socket) -> str:
    """The address to open on this machine."""
    # The address that means "every address" is not one a browser can open everywhere.
    shown = "127.0.0.1" if is_every_address(host) else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{listener.getsockname()[1]}/"


def _bind(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    # IPv4 first: "localhost" then is the address that scripts and other people's notes use.
    family, kind, protocol, _, address = min(found, key=lambda entry: entry[0] != socket.AF_INET)
    listener = socket.socket(family, kind, protocol)
    try:
        # On Windows SO_REUSEADDR would let two servers share a port; elsewhere it only skips the wait after a stop.
        if sys.platform == "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    return listener


def _why(host: str, port: int, problem: OSError) -> str:
    if problem.errno in (errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", None)):
        return f"Port {port} on {host} is in use by another program. {_free_port_advice(host, port)}"
    if problem.errno in (errno.EACCES, getattr(errno, "WSAEACCES", None)):
        return f"Port {port} on {host} needs rights that this user does not have. {_free_port_advice(host, 7999)}"
    if problem.errno == errno.EADDRNOTAVAIL:
        return f"The address {host} does not belong to this machine. Use 127.0.0.1 or 0.0.0.0."
    return f"Cannot listen on {host} port {port}: {problem.strerror}."


def _free_port_advice(host: str, port: int) -> str:
    for candidate in range(port + 1, min(port + SEARCHED_PORTS, 65535) + 1):
        try:
            _bind(host, candidate).close()
        except OSError:
            continue
        return f"Port {candidate} is free: servelab serve --port {candidate}"
    return "Choose another with --port NUMBER, or --port 0 for any free one."
