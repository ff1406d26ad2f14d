"""The come-back code, the download and starting over: a learner's own things, without a name.
It refuses to know what was answered."""

import re

from tests.course_site.site import OURS, Site, stored, words


def code_of(site: Site) -> str:
    answer = site.client.post("/keep", headers=OURS)
    assert answer.headers["Cache-Control"] == "no-store"
    found = re.search(r'class="code-words"><strong>([a-z ]+)</strong>', answer.text)
    assert found is not None
    return found[1]


def test_five_words_bring_a_learner_back_to_the_last_screen(site: Site) -> None:
    site.send("bytes", value="60060")
    code = code_of(site)
    assert len(code.split()) == 5
    assert code not in site.page("/keep")
    site.client = site.app.test_client()
    assert "right." not in site.around("bytes")
    answer = site.client.post("/resume", data={"code": code.upper().replace(" ", "-")}, headers=OURS)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/lessons/every-block/by-hand")
    assert "You said 60,060; it is 60,060 bytes: right." in site.around("bytes")


def test_a_newer_code_ends_the_older_one(site: Site) -> None:
    first, _ = code_of(site), code_of(site)
    answer = site.client.post("/resume", data={"code": first}, headers=OURS)
    assert answer.status_code == 422
    assert "Nobody has this code." in words(answer.text)


def test_a_text_that_is_no_code_costs_no_try_and_is_kept(site: Site) -> None:
    for _ in range(12):
        answer = site.client.post("/resume", data={"code": "one two"}, headers=OURS)
        assert answer.status_code == 422
    assert 'value="one two"' in answer.text
    assert "Five words" in answer.text


def test_the_eleventh_wrong_code_in_an_hour_is_not_looked_up(site: Site) -> None:
    code = code_of(site)
    wrong = " ".join(reversed(code.split()))
    statuses = [site.client.post("/resume", data={"code": wrong}, headers=OURS).status_code for _ in range(11)]
    assert statuses == [422] * 10 + [429]


def test_the_data_page_says_what_is_kept_and_where(site: Site) -> None:
    assert "Nothing of yours is recorded yet." in site.page("/data")
    site.send("own-words", words="It ends at the first difference.")
    page = words(site.page("/data"))
    assert "1 record is yours" in page
    assert str(site.app.config["SETTINGS"].data) in page
    told = site.client.get("/data/mine.json").get_json()
    assert [each["item_id"] for each in told["attempt"]] == ["own-words"]
    assert "It ends at the first difference." in told["attempt"][0]["answer"]


def test_starting_over_needs_the_box_and_then_erases_everything(site: Site) -> None:
    site.send("own-words", words="Gone soon.")
    assert site.client.post("/data/erase", headers=OURS).status_code == 422
    assert len(stored(site)) == 1
    assert site.client.post("/data/erase", data={"sure": "yes"}, headers=OURS).status_code == 303
    assert stored(site) == []
    assert "Nothing of yours is recorded yet." in site.page("/data")
