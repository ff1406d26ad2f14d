"""Requests that are written to be read in two ways, or to be read without end: one answer in words, and the door shuts.
It refuses to know pages."""

import re
import socket
from urllib.parse import urlsplit

import pytest

from tests.servers import DEADLINE_SECONDS

HIDDEN = "GET /data HTTP/1.1\r\nHost: {host}\r\n\r\n"
LENGTH, CHUNKED = "Content-Length: 6\r\n", "Transfer-Encoding: chunked\r\n"


def heard(server: str, text: str) -> bytes:
    """All that comes back until the server closes; it must close by itself."""
    host = urlsplit(server).netloc
    name, port = host.split(":")
    with socket.create_connection((name, int(port)), timeout=DEADLINE_SECONDS) as connection:
        connection.sendall(text.replace("{host}", host).encode("latin-1"))
        found = b""
        while more := connection.recv(65_536):
            found += more
    return found


def statuses(answer: bytes) -> list[str]:
    return [status.decode() for status in re.findall(rb"HTTP/1\.[01] (\d{3})", answer)]


@pytest.mark.parametrize(
    "headers",
    [
        LENGTH + CHUNKED,
        CHUNKED + LENGTH,
        CHUNKED,
        "Transfer-Encoding: Chunked\r\n",
        "Transfer-Encoding: xchunked\r\n",
        "Transfer-Encoding: chunked, identity\r\n",
        "Transfer-Encoding: identity, chunked\r\n",
        CHUNKED + CHUNKED,
    ],
    ids=repr,
)
@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_a_body_without_a_plain_length_hides_no_second_request(server: str, headers: str, version: str) -> None:
    answer = heard(server, f"POST /resume HTTP/{version}\r\nHost: {{host}}\r\n{headers}\r\n0\r\n\r\n{HIDDEN}")
    assert statuses(answer) == ["501"]
    assert b"Send it unpacked, with its length." in answer
    assert b"Content-Security-Policy" in answer


@pytest.mark.parametrize("lengths", ["3\r\nContent-Length: 5", "+5", "-5", "1_0", "5 5", "0x5", "5,5"])
def test_a_length_that_can_be_read_in_two_ways_is_refused(server: str, lengths: str) -> None:
    answer = heard(server, f"POST /resume HTTP/1.1\r\nHost: {{host}}\r\nContent-Length: {lengths}\r\n\r\nabcde{HIDDEN}")
    assert statuses(answer) == ["400"]


def test_two_hosts_are_no_host_of_ours(server: str) -> None:
    closes = "Connection: close\r\n\r\n"
    answer = heard(server, f"GET /labs HTTP/1.1\r\nHost: {{host}}\r\nHost: evil.example\r\n{closes}")
    assert statuses(answer) == ["400"]
