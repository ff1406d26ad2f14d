"""A trace given on a lab's page: kept under its sha256 when it can be read, refused beside the field when it cannot.
What a trace may be is tested with the reader; this is the way through the page."""

import gzip
import hashlib
import http.client
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from app import create_app
from app.config import Settings
from app.files import StoredFiles
from labs import BadParams, get_lab, parse
from tests.asking import Answer, ask

GOOD = b"arrival_s,prompt,output,group\n0,100,20,a\n0.5,200,0,b\n0.5,50,1,a\n1,x,1,a\n"
LAB = "/labs/batching-replay"


def give(base: str, body: bytes, name: str = "trace.csv", page: str = "", came_from: str = "") -> Answer:
    """The form of the page with this file in it."""
    parts = (
        b'--edge\r\nContent-Disposition: form-data; name="settings"\r\n\r\n' + page.encode() + b"\r\n",
        f'--edge\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode() + body,
        b"\r\n--edge--\r\n",
    )
    sent = {"Content-Type": "multipart/form-data; boundary=edge", "Sec-Fetch-Site": "same-origin"}
    if came_from:
        sent["Referer"] = f"http://{urlsplit(base).netloc}{came_from}"
    connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=60)
    try:
        connection.request("POST", f"{LAB}/files", b"".join(parts), sent)
        response = connection.getresponse()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, headers, response.read().decode())
    finally:
        connection.close()


@pytest.mark.parametrize("body", [GOOD, GOOD.replace(b"\n", b"\r\n"), gzip.compress(GOOD, mtime=0)])
def test_a_good_file_becomes_an_address_and_its_import_is_told(server: str, body: bytes) -> None:
    answer = give(server, body, page="view=compare&max_active=2")
    digest = hashlib.sha256(body).hexdigest()
    assert answer.status == 303
    address = answer.headers["location"]
    assert address == f"{LAB}?view=compare&load=&trace=file&file={digest}&max_active=2"
    page = ask(server, address)
    assert page.status == 200
    assert "plain CSV: 4 rows read, 3 kept, 0 cut, 1 dropped." in unescape(page.text)
    assert "prompt is not a number (line 5)" in unescape(page.text)
    facts = ask(server, address.replace("replay?", "replay.json?")).json()["facts"]
    assert (facts["a_offered"]["value"], facts["a_completed"]["value"]) == (3, 3)


@pytest.mark.parametrize(
    ("body", "name", "words"),
    [
        (b"", "trace.csv", "empty"),
        (b"a\n1\n", "trace.csv", "one column"),
        (b"arrival_s,prompt,output\n", "trace.csv", "no rows"),
        (b"a,b\n1,2\n", "trace.csv", "No column for arrival"),
        (bytes(range(256)) * 20, "trace.csv", "binary"),
        (b"PK\x03\x04rest", "trace.xlsx", ".csv and .jsonl are read"),
        (b"PK\x03\x04rest", "trace.csv", "zip archive"),
        (gzip.compress(b"arrival_s,prompt,output\n" + b"0,1,1\n" * 900_000), "bomb.csv.gz", "unpacks to more than"),
        (GOOD + b"2,1,1,a\n", "", "No file was chosen"),
    ],
    ids=["empty", "one column", "no rows", "no names", "binary", "spreadsheet", "zip", "bomb", "nothing"],
)
def test_a_bad_file_is_refused_beside_the_field_and_not_stored(server: str, body: bytes, name: str, words: str) -> None:
    answer = give(server, body, name)
    assert answer.status == 422
    assert words in unescape(answer.text)
    assert 'id="file-upload-error"' in answer.text
    assert "<title>Error: " in answer.text
    digest = hashlib.sha256(body).hexdigest()
    again = ask(server, f"{LAB}?load=&trace=file&file={digest}")
    assert again.status == 422
    assert "not kept on this server" in again.text


def test_a_file_above_fifty_million_bytes_is_refused_in_words_and_loses_no_setting(server: str) -> None:
    answer = give(server, b"a" * 51_000_000, came_from=f"{LAB}?view=compare&max_active=7")
    assert answer.status == 422
    assert 'name="settings" value="view=compare&amp;max_active=7"' in answer.text
    assert 'name="max_active" value="7"' in answer.text
    assert "larger than the 50,000,000 bytes allowed" in answer.text


def test_a_file_from_another_site_is_refused(server: str) -> None:
    answer = ask(server, f"{LAB}/files", form=[("file", "x")], headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status == 403


def test_a_refused_file_leaves_the_data_folder_empty(tmp_path: Path) -> None:
    client = create_app(Settings(data=tmp_path)).test_client()
    with (tmp_path / "given.csv").open("wb") as out:
        out.write(b"a,b\n1,2\n")
    with (tmp_path / "given.csv").open("rb") as body:
        sent = {"settings": "", "file": (body, "given.csv")}
        answer = client.post(f"{LAB}/files", data=sent, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 422
    assert [path.name for path in tmp_path.iterdir()] == ["given.csv"]


def test_only_a_digest_names_a_stored_file(tmp_path: Path) -> None:
    files = StoredFiles(tmp_path)
    for name in ("", "..", "../x", "A" * 64, "0" * 63, "/etc/passwd"):
        with pytest.raises(ValueError, match="64 hexadecimal digits"):
            files.path(name)


def test_the_same_file_gives_the_same_result_wherever_it_is_kept(tmp_path: Path) -> None:
    lab = get_lab("batching-replay")
    (tmp_path / "t.csv").write_bytes(GOOD)
    results = []
    for folder in ("one", "two"):
        files = StoredFiles(tmp_path / folder)
        with (tmp_path / "t.csv").open("rb") as stream:
            digest = files.store(stream)
        results.append(lab.run(parse(lab, [("trace", "file"), ("file", digest), ("load", "")]), files))
    assert results[0] == results[1]


def test_a_stored_file_that_was_damaged_is_told_beside_the_field(tmp_path: Path) -> None:
    lab, files = get_lab("batching-replay"), StoredFiles(tmp_path)
    files.folder.mkdir()
    files.path("1" * 64).write_bytes(b"\0\0")
    with pytest.raises(BadParams, match="Your file cannot be read"):
        lab.run(parse(lab, [("trace", "file"), ("file", "1" * 64), ("load", "")]), files)


def test_a_published_trace_chosen_after_a_file_wins_and_the_file_is_not_lost(server: str) -> None:
    given = give(server, GOOD, page="view=compare&requests=300").headers["location"]
    published = given.replace("trace=file", "trace=synthetic-conversation")
    assert ask(server, published).status == 302
    address = ask(server, published).headers["location"]
    assert "file=" in address
    facts = ask(server, address.replace("replay?", "replay.json?")).json()["facts"]
    assert facts["a_offered"]["value"] == 300
    again = f"{address}&trace=file".replace("replay?", "replay.json?")
    assert ask(server, again).json()["facts"]["a_offered"]["value"] == 3


def test_a_refused_file_loses_no_setting(server: str) -> None:
    refused = give(server, b"a\n1\n", page="view=compare&max_active=7")
    assert 'name="settings" value="view=compare&amp;max_active=7"' in refused.text
