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


def test_wrong_codes_of_an_address_end_and_right_ones_of_a_class_do_not_count(site: Site) -> None:
    codes = []
    for _ in range(3):
        site.client = site.app.test_client()
        codes.append(code_of(site))
    for code in codes * 12:
        assert site.client.post("/resume", data={"code": code}, headers=OURS).status_code == 303
    wrong = " ".join(reversed(codes[0].split()))
    statuses = [site.client.post("/resume", data={"code": wrong}, headers=OURS).status_code for _ in range(30)]
    assert statuses == [422] * 30
    answer = site.client.post("/resume", data={"code": wrong}, headers=OURS)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3600")
    assert "30 wrong codes were tried from here in the last hour. Wait an hour, then try again." in words(answer.text)
    for page in (answer.text, site.page("/resume")):
        assert "Up to 30 wrong codes an hour are taken from one address" in words(page)


def test_the_data_page_says_what_is_kept_and_where(site: Site) -> None:
    assert "Nothing of yours is recorded yet." in site.page("/data")
    site.send("own-words", words="It ends at the first difference.")
    page = words(site.page("/data"))
    assert "1 record is yours" in page
    assert str(site.app.config["SETTINGS"].data) in page
    told = site.client.get("/data/mine.json").get_json()
    assert [each["item_id"] for each in told["attempt"]] == ["own-words"]
    assert "It ends at the first difference." in told["attempt"][0]["answer"]


def erase(site: Site, way: str, **fields: str) -> int:
    return site.client.post(f"/data/{way}", data=fields, headers=OURS).status_code


def test_erasing_asks_first_and_then_leaves_nothing(site: Site) -> None:
    site.send("own-words", words="It is gone soon.")
    site.client.post("/evidence/every-block/keep", data={"piece": "0"}, headers=OURS)
    page = words(site.page("/data/erase"))
    assert "2 records of yours will be deleted" in page
    assert "This cannot be undone." in page
    assert erase(site, "erase") == 422
    assert len(stored(site)) == 1
    assert erase(site, "erase", sure="yes") == 303
    assert everything(site) == []
    assert "Nothing of yours is recorded yet." in site.page("/data")


def test_starting_over_keeps_the_browser_and_the_code_and_draws_other_numbers(site: Site) -> None:
    site.send("drawn", value="1")
    site.client.post("/evidence/every-block/keep", data={"piece": "0"}, headers=OURS)
    code, cookie = code_of(site), site.cookie().value
    before = everything(site)
    assert erase(site, "start-over", sure="yes") == 303
    ((_, kept_id, kept_seed),) = everything(site)
    assert [each[1] for each in before if each[0] == "learner"] == [kept_id]
    assert [each[2] for each in before if each[0] == "learner"] != [kept_seed]
    assert site.cookie().value == cookie
    assert "0 records are yours, and you have a come-back code" in words(site.page("/data"))
    answer = site.app.test_client().post("/resume", data={"code": code}, headers=OURS)
    assert answer.status_code == 303


def test_one_learners_erase_leaves_the_other_alone(site: Site) -> None:
    site.send("own-words", words="Words of Ann.")
    site.client = site.app.test_client()
    site.send("own-words", words="Words of Ben.")
    assert erase(site, "erase", sure="yes") == 303
    assert len(stored(site)) == 1
    assert site.client.get("/data/no-such-way").status_code == 404
    assert erase(site, "no-such-way", sure="yes") == 404


def everything(site: Site) -> list[tuple[str, ...]]:
    """Every row about a learner that the database holds: table, owner and one more column."""
    queries = ("learner', id, seed from learner", "attempt', learner_id, answer from attempt")
    queries += ("evidence', learner_id, address from evidence", "file', learner_id, name from file")
    with site.app.extensions["store"].reading() as connection:
        return [tuple(row) for each in queries for row in connection.exec_driver_sql(f"select '{each}")]


def test_a_first_code_ends_no_earlier_one_and_a_second_does(site: Site) -> None:
    site.send("ship", choice="1")
    ended = "Your earlier code has stopped working."
    assert ended not in site.client.post("/keep", headers=OURS).text
    assert ended in site.client.post("/keep", headers=OURS).text
