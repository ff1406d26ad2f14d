"""The frame of lessons: the first page, contents and resume, progress, glossary, paper, embedded labs, images.
It refuses to know answers."""

import re
import shutil
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from app.course.lesson import LabBlock, every_block
from app.course.outline import symbols
from app.web.lesson_results import told_settings
from app.web.lessons import table_words
from labs import Column, Table, get_lab, parse
from tests.course_site.code_css import FILE, expected_css
from tests.course_site.site import CONTENT, LESSON, Site, words


def test_the_first_page_leads_to_the_lesson_then_to_where_one_was(site: Site) -> None:
    page = site.page("/")
    main = page[page.index("<main") :]
    first = re.search(r"<a [^>]*>[^<]*</a>", main)
    assert first is not None
    assert f'href="/lessons/{LESSON}/decide"' in first[0]
    assert "Every block there is, about" in first[0]
    assert "/lessons/second/second-readiness" in main
    site.send("ship", do="skip")
    assert f'href="/lessons/{LESSON}/fit">Go on: Every block there is' in site.page("/")


def test_a_course_without_lessons_is_announced_honestly(tmp_path: Path) -> None:
    content = tmp_path / "content"
    content.mkdir()
    (content / "course.yml").write_text("title: Empty\nlessons: []\n", encoding="utf-8")
    site = Site(tmp_path, content)
    assert "Six lessons are planned; none is written yet" in site.page("/")
    assert "None is written yet." in site.page("/lessons")


def test_each_screen_has_its_own_title_one_heading_and_its_place(site: Site) -> None:
    lesson = site.course.lessons[0]
    titles = set()
    for place, screen in enumerate(lesson.screens, 1):
        page = site.page(f"/lessons/{LESSON}/{screen.id}")
        titles.add(re.findall(r"<title>(.*?)</title>", page)[0])
        assert re.findall(r"<h1>(.*?)</h1>", page) == [screen.title_html]
        assert f"Screen {place} of {len(lesson.screens)}, about" in page
        assert (">Next screen</a>" in page) == (place < len(lesson.screens))
        filled = re.findall(r'<a class="button" id="continue"|value="commit" data-waits>', page)
        assert len(filled) == 1
    assert len(titles) == len(lesson.screens)


def test_contents_say_what_was_answered_or_skipped_and_where_to_go_on(site: Site) -> None:
    assert "Begin: Would you ship this release?" in site.page(f"/lessons/{LESSON}")
    site.skip("ship")
    site.skip("bytes")
    page = words(site.page(f"/lessons/{LESSON}"))
    assert "Go on: Multiply it by hand" in page
    assert "Would you ship this release? (skipped)" in page
    assert "Multiply it by hand (begun)" in page
    site.send("bytes", value="12012", key="later")
    site.skip("drawn")
    page = words(site.page(f"/lessons/{LESSON}"))
    assert "Multiply it by hand (1 of 2 answered, the others skipped)" in page
    site.send("prefix", choice="1")
    page = words(site.page(f"/lessons/{LESSON}"))
    assert "How much of a draft is useful? (answered)" in page
    assert "(done)" not in page


def test_an_unknown_lesson_or_screen_names_those_that_exist(site: Site) -> None:
    assert "There are: every-block, second, families." in site.client.get("/lessons/fourth").text
    assert "It has decide, fit," in site.client.get(f"/lessons/{LESSON}/decode").text


def test_the_glossary_leads_to_where_a_term_is_defined(site: Site) -> None:
    page = site.page("/glossary")
    assert "Keys and values that were computed before" in page
    assert f'href="/lessons/{LESSON}/prefix-screen#term-kv-cache"' in page
    assert 'id="term-kv-cache"' in site.page(f"/lessons/{LESSON}/prefix-screen")


def test_the_glossary_explains_the_symbols_of_every_lesson(site: Site) -> None:
    page = site.page("/glossary")
    table = page[page.index('<table class="symbols">') : page.index("</table>")]
    rows = [each.symbol for each in symbols(site.course.lessons)]
    assert rows
    assert all(row.html in table and row.meaning in table for row in rows)
    assert f'href="/lessons/{LESSON}/by-hand"' in table


def test_paper_holds_every_screen_and_only_committed_answers(site: Site) -> None:
    site.send("bytes", value="12012")
    page = site.page(f"/lessons/{LESSON}?paper=yes")
    assert [title in page for title in (screen.title for screen in site.course.lessons[0].screens)] == [True] * 8
    assert "You said 12,012; it is 60,060 bytes: too low." in page
    assert "One rare caller" not in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize(
    "screen", ["decide", "fit", "which-way", "by-hand", "prefix-screen", "check", "lab-screen", "release"]
)
def test_ids_are_unique_after_everything_is_answered(site: Site, screen: str) -> None:
    for id in ("ship", "grow", "context-way", "down", "steps", "bytes", "drawn", "prefix", "kept", "tail", "proof"):
        site.skip(id)
    site.send("grow", step="why", do="skip")
    page = site.page(f"/lessons/{LESSON}/{screen}")
    ids = re.findall(r' id="([^"]+)"', page)
    assert sorted(set(ids)) == sorted(ids)
    assert "style=" not in page


def test_an_embedded_lab_takes_settings_and_keeps_the_lessons_address(site: Site) -> None:
    address = f"/lessons/{LESSON}/lab-screen"
    assert "16 samples take 8.64 GB" in words(site.page(address))
    assert "54 fits with 0.04 GB to spare" in words(site.page(f"{address}?card.microbatch=54"))
    part = site.client.get(f"{address}?card.microbatch=54", headers={"HX-Target": "section#lab-card-result"})
    assert "<form" not in part.text
    assert "54 fits with 0.04\u00a0GB to spare" in part.text


def test_a_table_of_an_embedded_lab_is_linked_by_its_caption_and_told_apart_where_two_labs_have_one(
    site: Site,
) -> None:
    page = site.page(f"/lessons/{LESSON}/lab-screen")
    links = re.findall(r'<a href="[^"]*[.]csv[^"]*">([^<]*)</a>', page)
    captions = re.findall(r"<caption><h3>([^<]*)</h3></caption>", page)
    assert links and {unescape(link) for link in links} == {f"CSV: {unescape(each)}" for each in captions}
    screen = site.course.lessons[0].screen("lab-screen")
    assert screen is not None
    (card,) = (each for each in every_block(screen.blocks) if isinstance(each, LabBlock))
    twice = replace(screen, blocks=(card, replace(card, id="other")))
    table = Table("other-ledger", "What fits", (Column("item", "Item", type="text"),), ())
    assert table_words(twice, table) == "What fits, lab 2 of 2 here"
    assert table_words(twice, table, is_paper=True) == f"What fits, lab 2 of 2 here, {screen.title}"


def test_a_setting_that_was_left_empty_is_told_as_none() -> None:
    lab = get_lab("speculative-decoding")
    told = {label: words for label, words, _, _ in told_settings(lab, parse(lab, [("view", "live")]))}
    assert (told["Own prompt"], told["Pair of your own"], told["Drafts a round"]) == ("none", "none", "4")
    assert all(told.values())


def test_a_bad_setting_of_an_embedded_lab_is_told_beside_its_field(site: Site) -> None:
    address = f"/lessons/{LESSON}/lab-screen?card.microbatch=many"
    assert "Microbatch is &#34;many&#34;" in site.page(address)
    part = site.client.get(address, headers={"HX-Target": "section#lab-card-result"})
    assert (part.status_code, part.headers["HX-Retarget"]) == (422, "#lab-card")


def test_an_image_has_an_address_by_its_hash(site: Site) -> None:
    page = site.page(f"/lessons/{LESSON}/prefix-screen")
    address = re.findall(r'src="(/images/card\.[0-9a-f]{12}\.svg)"', page)[0]
    answer = site.client.get(address)
    assert answer.content_type.startswith("image/svg+xml")
    assert "immutable" in answer.headers["Cache-Control"]
    assert site.client.get("/images/card.svg").status_code == 404


def test_a_lesson_with_errors_keeps_its_last_good_version(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    content = tmp_path / "content"
    shutil.copytree(CONTENT, content)
    site = Site(tmp_path, content)
    assert "Five short questions" in site.page("/lessons/second/second-readiness")
    file = content / "lessons" / "second.md"
    file.write_text(
        file.read_text(encoding="utf-8").replace("::: question choice", "::: queston choice"), encoding="utf-8"
    )
    site.app.extensions["shelf"].read_again()
    assert "Is a mean a tail?" in site.page("/lessons/second/second-readiness")
    assert 'Did you mean "question"?' in caplog.text


def test_the_colours_of_code_are_those_of_the_highlighter() -> None:
    assert FILE.read_text(encoding="utf-8") == expected_css()


def test_drawn_numbers_stand_in_the_question(site: Site) -> None:
    page = unescape(words(site.page(f"/lessons/{LESSON}/by-hand")))
    assert re.search(r"At \d+ samples, how many GB\?", page)
