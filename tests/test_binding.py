"""A number and the sign of its unit never part at a line's end, and code, addresses and fields keep their blanks.
It refuses to know what a lab says."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import create_app
from app.config import Settings
from app.web.binding import bound, bound_prose
from labs import all_labs, runs_apart

PARTED = re.compile(r"\d (?:%|GB|ms|s|GB/s)(?![\w%])")
SEEN = re.compile(
    r"<(figcaption|caption|p|li|td class=\"w\")(?: (?!hidden)[^>]*)?>(.*?)</(?:figcaption|caption|p|li|td)>"
)
TAG = re.compile(r"<[^>]*>")
DATA = re.compile(r"<data\b.*?</data>|<input\b[^>]*>")


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(Settings(data=tmp_path)).test_client()


def test_a_number_is_bound_to_its_sign_and_not_to_a_word() -> None:
    assert bound("43 % of 2.5 GB in 7 ms, 3 s or 2 samples") == (
        "43\u00a0% of 2.5\u00a0GB in 7\u00a0ms, 3\u00a0s or 2 samples"
    )


def test_code_and_attributes_keep_their_blanks() -> None:
    kept = '<pre class="code">wait 3 s</pre> <code>4 GB</code> <a title="5 ms">'
    assert bound_prose(kept) == kept
    assert bound_prose('<p><data value="43">43</data> % or 8 ms</p>') == (
        '<p><data value="43">43</data>\u00a0% or 8\u00a0ms</p>'
    )


def test_no_line_of_a_lab_parts_a_number_from_its_sign(client: FlaskClient) -> None:
    paths = ["/labs"] + [f"/labs/{lab.slug}" for lab in all_labs().values() if not runs_apart(lab)]
    looked = 0
    for path in paths:
        for _, inside in SEEN.findall(client.get(path).text):
            looked += bool(re.search(r"\d\u00a0", inside))
            assert PARTED.search(TAG.sub("", DATA.sub("", inside))) is None, (path, inside)
    assert looked > 20
