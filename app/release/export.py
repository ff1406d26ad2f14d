"""The release note to take away: as Markdown to read and as JSON that another machine can verify.
It refuses to let a learner's words become markup, and to read the clock."""

import json
import re
from datetime import datetime
from typing import Any, Final

from app.release.note import Note, Piece, when
from app.store import Evidence

FORM: Final = "servelab-release-note-1"
# CommonMark lets each of these be escaped; the dots and colons also keep bare addresses from becoming links.
MARKS: Final = re.compile(r"([\\`*_{}\[\]()#+\-.!<>|~&:@$=^])")
UNSEEN: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
# Half of a pair cannot be written as UTF-8.
HALVES: Final = re.compile("[\ud800-\udfff]")


def as_markdown(note: Note, at: datetime) -> str:
    """The note for a reader; whatever the learner typed stands as quoted plain text."""
    lines = [
        f"# Release note: {inert(note.title)}",
        "",
        f"{note.num_present} of {len(note.pieces)} pieces of evidence are present. Written {when(at)}.",
        "",
        "## The release that goes out",
        "",
        _quoted(note.release),
        "",
        *([inert(note.against), ""] if note.against else ()),
        "## The release falls back to",
        "",
        _quoted(note.fallback),
        "",
        "## Why it may go out",
        "",
        _quoted(note.words),
        "",
        "## Evidence",
        "",
    ]
    for place, piece in enumerate(note.pieces, 1):
        lines += _piece_lines(place, piece)
    lines += ["", "Verify the results by the JSON form of this note: `servelab verify release-note.json`.", ""]
    return "\n".join(lines)


def _piece_lines(place: int, piece: Piece) -> list[str]:
    lines = [f"{place}. **{piece.title}: {piece.standing}.** {inert(piece.says)} ({inert(piece.state)})"]
    if piece.kept:
        lines += [
            f"   - address `{piece.kept.address}`",
            f"   - digest `{piece.kept.digest}`",
            f"   - version {inert(piece.kept.version)} of the lab, kept {when(piece.kept.at)}",
        ]
    return lines


def as_json(note: Note, at: datetime) -> str:
    """The note for programs; `evidence` of a piece is what `servelab verify` runs again."""
    told = {
        "form": FORM,
        "lesson": note.lesson,
        "title": note.title,
        "lesson_version": note.version,
        "written_at": at.isoformat(),
        "release": note.release,
        "contract": note.against,
        "fallback": note.fallback,
        "note": note.words,
        "pieces": [
            {
                "kind": each.kind,
                "asks": each.says,
                "present": each.is_present,
                "begun": each.is_begun,
                "state": each.state,
                "evidence": _evidence(each.kept),
            }
            for each in note.pieces
        ],
    }
    return json.dumps(told, indent=1, ensure_ascii=False)


def _evidence(kept: Evidence | None) -> dict[str, Any] | None:
    if kept is None:
        return None
    return {
        "address": kept.address,
        "digest": kept.digest,
        "version": kept.version,
        "numbers": json.loads(kept.numbers) if kept.numbers else None,
        "kept_at": kept.at.isoformat(),
    }


def inert(text: str) -> str:
    """Plain text that stays plain in Markdown: marks are escaped, what cannot be seen is left out, one line."""
    return _escaped(" ".join(_clean(text).split()))


def _escaped(line: str) -> str:
    return MARKS.sub(r"\\\1", line)


def _quoted(text: str) -> str:
    """The learner's lines behind quotation marks of Markdown."""
    lines = _clean(text).splitlines()
    if not "".join(lines).strip():
        return "Not written yet."
    return "\n".join(f"> {_escaped(line.strip())}".rstrip() for line in lines)


def _clean(text: str) -> str:
    return HALVES.sub("\ufffd", UNSEEN.sub("", text))
