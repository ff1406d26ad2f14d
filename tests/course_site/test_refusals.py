"""What was not read is not wrong: nothing is stored, the sentence stands beside the field, what was typed is kept.
It refuses to know how an answer is marked."""

import re
from html import unescape

import pytest

from tests.course_site.site import Site, stored

REFUSED = [
    ("ship", {}, "Choose one of the options, or skip.", ""),
    ("grow", {"low": "30", "high": "20"}, "The lower end 30 is above the upper end 20; swap them.", 'value="30"'),
    ("grow", {"low": "many", "high": "20"}, '"many" was not read as a number.', 'value="many"'),
    ("bytes", {"value": "12 apples"}, 'The unit "apples" in "12 apples" does not fit here.', 'value="12 apples"'),
    ("bytes", {"value": ""}, "Nothing is typed here. Type a number, in bytes.", ""),
    ("bytes", {"value": "<b>1</b>"}, "was not read as a number", 'value="<b>1</b>"'),
    ("context-way", {"direction": "sideways"}, "Choose up, down or the same, or skip.", ""),
    ("steps-order", {"place-0": "1", "place-1": "1", "place-2": "2"}, "Give each step another place", ""),
    ("own-words", {"words": "  "}, "Write a line first, or skip.", ""),
    ("two-fields", {"fixed": "x", "because": "it does"}, '"x" was not read as a number.', "it does"),
    (
        "tail",
        dict.fromkeys(("detector", "owner", "mitigation", "stop"), "x" * 4001),
        "4,001 characters are too many",
        "",
    ),
    ("readiness-rubric", {"row-0": "ready"}, ": choose missing, partial or ready.", ""),
    ("tail", {"detector": "a dashboard"}, ": write a line, or skip.", "a dashboard"),
]


@pytest.mark.parametrize(("id", "fields", "said", "kept"), REFUSED, ids=[f"{c[0]}-{n}" for n, c in enumerate(REFUSED)])
def test_what_is_not_read_is_refused_beside_its_field_and_kept(
    site: Site, id: str, fields: dict[str, str], said: str, kept: str
) -> None:
    for is_part in (False, True):
        answer = site.send(id, is_part=is_part, **fields)
        assert answer.status_code == 422
        assert said in unescape(answer.text)
        assert kept in unescape(answer.text)
        assert 'role="alert"' in answer.text
        assert "Not read, so not counted as an answer" in answer.text
        assert ("<title>Error: " in answer.text) is not is_part
        ids = re.findall(r'<li><a href="#([^"]+)"', answer.text)
        assert ids and all(f'id="{each}"' in answer.text for each in ids)
    assert stored(site) == []


def test_unknown_items_and_steps_are_refused_in_words(site: Site) -> None:
    assert site.send("no-such-item", choice="0").status_code == 404
    assert site.send("ship", step="why", why="x").status_code == 400
    assert site.send("ship", do="guess").status_code == 400
    assert site.client.post("/items/ship", data={"choice": "1"}).status_code == 403
