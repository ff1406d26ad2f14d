"""The rules of every request and answer: known Host, same-origin changes only, the security headers.

It refuses to know who the visitor is.
"""

import ipaddress
import socket
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import BadRequest, Forbidden

from app.config import Settings
from app.listen import is_loopback

# The hash is that of the empty string: Plotly writes an empty style element, and no other inline style is let in.
EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        f"style-src 'self' {EMPTY_STYLE}",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
READING_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def register(app: Flask) -> None:
    app.before_request(refuse_unknown_host)
    app.before_request(refuse_foreign_change)
    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    response.headers.update(HEADERS)
    return response


def refuse_unknown_host() -> None:
    """Stops a foreign name that was made to point here (DNS rebinding) from reading pages through a visitor."""
    settings: Settings = current_app.config["SETTINGS"]
    name = host_name(request.host)
    if not is_known_host(name, settings.host):
        raise BadRequest(
            f"This server does not answer to the name {name!r}. It listens on {settings.host}; open it by that name, "
            f"or start it with --host and the name that you use."
        )


def is_known_host(name: str, listening_on: str) -> bool:
    """Loopback names and the configured host; when the network is let in, also addresses and this machine's name.

    An address in the Host header is safe to take, since a rebinding page always carries its own name there.
    """
    if is_loopback(name) or name == listening_on.lower():
        return True
    if is_loopback(listening_on):
        return False
    machine = socket.gethostname().lower()
    return _is_address(name) or name in (machine, machine.split(".")[0], f"{machine.split('.')[0]}.local")


def host_name(host: str) -> str:
    """The name in a Host header, without port and brackets, in small letters; empty when it cannot be read."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def refuse_foreign_change() -> None:
    """Lets a change through only when the browser says that one of our own pages sent it."""
    if request.method in READING_METHODS:
        return
    site = request.headers.get("Sec-Fetch-Site")
    # Browsers leave Sec-Fetch-Site out on plain http in a local network; there Origin must do.
    allowed = site in ("same-origin", "none") if site else _origin_is_host(request.headers.get("Origin", ""))
    if not allowed:
        raise Forbidden(
            "This change did not come from a page of this server, so nothing was changed. "
            "Open the page here and send the form again; a program must send an Origin header equal to this address."
        )


def _origin_is_host(origin: str) -> bool:
    scheme, _, rest = origin.partition("://")
    return scheme in ("http", "https") and rest.lower() == request.host.lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
