"""What the log of the program holds: no answers, names or codes, no line that a visitor wrote.
It refuses to know what each message says."""

import logging

import pytest

from tests.course_site.site import OURS, Site
from tests.security.route_table import ENTRIES, address_of

FORGED = "x\r\n2026-01-01 ERROR forged line"


def test_no_answer_code_or_forged_line_is_logged(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secret = "canary-answer"
    site.send("own-words", words=secret)
    for endpoint, entry in ENTRIES.items():
        for part in entry.made:
            site.client.get(address_of(site.app, endpoint, entry.made | {part: FORGED}))
        form = entry.form | {"words": secret, "code": secret, "config": secret, "key": FORGED}
        site.client.open(
            address_of(site.app, endpoint), method=entry.method, headers=OURS | {"X-From": FORGED.replace("\r\n", " ")},
            data=form if entry.is_change else None,
        )  # fmt: skip
    told = [record.getMessage() for record in caplog.records if record.name.startswith(("app", "labs", "waitress"))]
    assert not [line for line in told if secret in line]
    assert not [line for line in told if "\n" in line or "\r" in line]


def test_a_failure_is_logged_with_its_id_and_without_what_was_typed(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    def fails() -> str:
        raise RuntimeError("broken inside")

    site.app.add_url_rule("/fails", "fails", fails, methods=["POST"])
    answer = site.client.post("/fails", data={"words": "canary-answer"}, headers=OURS)
    assert answer.status_code == 500
    assert "broken inside" not in answer.text
    [record] = [record for record in caplog.records if record.name == "app.web.errors"]
    assert record.getMessage().split()[1] in answer.text
    assert "canary-answer" not in caplog.text
