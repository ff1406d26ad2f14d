"""The test course over a client of its own learner: pages by screen, answers by item.
It refuses to know what is right; tests do."""

import re
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import Cookie, TestResponse

from app import create_app
from app.config import Settings
from app.course.items import Question
from app.course.outline import ItemBlock
from app.course.posing import posed
from app.course.store import Course
from app.store import attempts_of
from app.web.course import Shelf

CONTENT = Path(__file__).parent / "content"
OURS = {"Sec-Fetch-Site": "same-origin"}
LESSON = "every-block"


class Site:
    """One server on one data folder; `client` is one learner's browser."""

    def __init__(self, data: Path, content: Path | None = CONTENT, shelf: Shelf | None = None) -> None:
        self.app: Flask = create_app(Settings(data=data, content=content))
        if shelf is not None:
            self.app.extensions["shelf"] = shelf
        self.client: FlaskClient = self.app.test_client()

    @property
    def course(self) -> Course:
        course: Course = self.app.extensions["shelf"].course
        return course

    def screen_of(self, id: str) -> str:
        place = self.app.extensions["shelf"].places[id]
        return f"/lessons/{place.lesson.id}/{place.screen.id}"

    def block(self, id: str) -> ItemBlock:
        block: ItemBlock = self.app.extensions["shelf"].places[id].block
        return block

    def page(self, address: str) -> str:
        answer = self.client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return answer.text

    def around(self, id: str) -> str:
        """The screen that the item stands on."""
        return self.page(self.screen_of(id))

    def asked(self, id: str, address: str = "") -> tuple[int, Question]:
        """The seed that the page shows the item with, and the question with its numbers in place."""
        page = self.page(address or self.screen_of(id))
        form = page[page.index(f'action="/items/{id}"') :]
        draw = int(re.findall(r'name="draw" value="(\d+)"', form)[0])
        block = self.block(id)
        assert isinstance(block, Question)
        return draw, posed(self.app.extensions["shelf"].store.bench, block, draw)[0]

    def send(self, id: str, is_part: bool = False, **fields: Any) -> TestResponse:
        headers = OURS | ({"HX-Request": "true"} if is_part else {})
        return self.client.post(f"/items/{id}", data=fields, headers=headers)

    def cookie(self) -> Cookie:
        """The cookie that says who this browser is."""
        cookies = self.client._cookies or {}
        return next(iter(cookies.values()))

    def skip(self, id: str) -> None:
        assert self.send(id, do="skip").status_code == 303


def stored(site: Site) -> list[tuple[str, str, float | None, bool, int]]:
    """Every attempt of every learner: item, step, score, skipped, hints."""
    store = site.app.extensions["store"]
    with store.reading() as connection:
        ids = [row[0] for row in connection.exec_driver_sql("select id from learner")]
    return [(a.item_id, a.kind, a.score, a.skipped, a.hints) for id in ids for a in attempts_of(store, id)]


def words(page: str) -> str:
    """The words of a page, tags and scripts left out."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())
