"""Starts a real Redis or PostgreSQL for a test, on a port of its own, with data that goes with it.
It knows their programs and refuses to know what is kept in them."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from app.brokers import how_to_get, postgres_folder, redis_server
from tests.long_runs import wait_until

READY_SECONDS = 60.0


@contextmanager
def redis() -> Iterator[str]:
    """The address of an empty Redis."""
    program = redis_server()
    if program is None:
        pytest.skip(f"{how_to_get('redis-server')} `servelab test` gets it as root on Debian.")
    port = _free_port()
    with tempfile.TemporaryDirectory(prefix="servelab-redis-") as folder:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
        with _running([str(program), *options]):
            wait_until(lambda: _answers(port), "Redis answers", READY_SECONDS)
            yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty PostgreSQL database, which forgets all when it ends."""
    programs = postgres_folder()
    if programs is None:
        pytest.skip(f"{how_to_get('postgresql')} `servelab test` gets it as root on Debian.")
    # PostgreSQL refuses to run as root; Debian's package makes this user.
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    who: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []} if is_root else {}
    port = _free_port()
    folder = Path(tempfile.mkdtemp(prefix="servelab-postgres-"))
    try:
        if is_root:
            shutil.chown(folder, "postgres", "postgres")
        made = [str(programs / "initdb"), "-D", str(folder / "data"), "-A", "trust", "-U", "servelab", "--no-sync"]
        subprocess.run(made, check=True, capture_output=True, cwd=folder, **who)
        options = ["fsync=off", f"port={port}", "listen_addresses=127.0.0.1", "unix_socket_directories="]
        given = [part for option in options for part in ("-c", option)]
        with _running([str(programs / "postgres"), "-D", str(folder / "data"), *given], cwd=folder, **who):
            address = f"postgresql://servelab@127.0.0.1:{port}/postgres"
            wait_until(lambda: _takes(address), "PostgreSQL answers", READY_SECONDS)
            yield address
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(command: list[str], **options: Any) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port: int = held.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
        connection.sendall(b"PING\r\n")
        return connection.recv(7) == b"+PONG\r\n"
    return False


def _takes(address: str) -> bool:
    with suppress(psycopg.OperationalError), psycopg.connect(address, connect_timeout=2):
        return True
    return False
