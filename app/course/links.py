"""Where links and images of a lesson lead: schemes, pages of the course, labs with their settings, files.
It refuses to ask the network; other lessons are checked when all of them are known.
"""

import re
from typing import Final
from urllib.parse import unquote

from app.course.desk import Desk
from app.course.diagnostics import Spot, did_you_mean, nearest, shown
from app.course.lab_calls import call_address
from app.course.yaml_text import Text

SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
SCHEMES: Final = ("https", "http", "mailto")
PAGES: Final = ("/", "/labs", "/reference", "/glossary", "/review", "/lessons")
ACTIVE: Final = re.compile(r"<script|javascript:|<foreignObject|\son[a-z]+\s*=", re.IGNORECASE)
MAX_IMAGE_BYTES: Final = 2_000_000


def check_link(desk: Desk, address: str, spot: Spot) -> bool:
    """Whether the link may stand; a finding when not."""
    scheme = SCHEME.match(address)
    if scheme or address.startswith("//"):
        if scheme and scheme[1].lower() in SCHEMES:
            return True
        found = f'A link begins with "{scheme[0]}"' if scheme else 'A link begins with "//"'
        desk.findings.add("E095", spot, f"{found}; allowed are https:, http:, mailto: and pages of the course.")
        return False
    if address.startswith(("#", "/lessons/", "/evidence/")):
        desk.links.append(Text(address, spot))
        return True
    if address.startswith("/labs/"):
        rest = address.removeprefix("/labs/")
        return call_address(desk.bench, Text(rest, spot.within(len("/labs/"), len(rest))), desk.findings) is not None
    if address.partition("?")[0] in PAGES:
        return True
    known = (*PAGES, "/lessons/ID", "/labs/SLUG", "#ID")
    message = f'There is no page "{shown(address)}". A link leads to {", ".join(known)} or an https: address.'
    desk.findings.add("E096", spot, message)
    return False


def check_image(desk: Desk, address: str, spot: Spot) -> str | None:
    """The address that the page uses for an image in content/images; None after a finding."""
    name = unquote(address).removeprefix("images/")
    path = desk.files.images.get(name)
    if path is None:
        near = nearest(name, desk.files.images)
        hint = did_you_mean(name, desk.files.images) if near else "Put the file into content/images/."
        message = f'There is no image "{shown(address)}". {hint}'
        desk.findings.add("E097", spot, message, suggestion=near, fix=f"images/{near}" if near else None)
        return None
    if path.stat().st_size > MAX_IMAGE_BYTES:
        desk.findings.add("E097", spot, f'The image "{shown(name)}" has more than {MAX_IMAGE_BYTES:,} bytes.')
        return None
    if name.endswith(".svg") and ACTIVE.search(path.read_text(encoding="utf-8", errors="replace")):
        desk.findings.add("E097", spot, f'The image "{shown(name)}" holds a script. Save it as a plain SVG.')
        return None
    return desk.files.image_address(name)
