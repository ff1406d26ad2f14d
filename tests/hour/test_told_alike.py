"""What the lesson says in two places it says alike: the rule of a p99, the shares of one order, the contract of a note.
It refuses to compute anything beside the lesson's own runs."""

import re
from pathlib import Path

from app.course.contract import contract_words
from app.course.lesson import Evidence
from labs import get_lab, parse
from tests.course_site.site import Site, words
from tests.hour.conftest import LESSON
from tests.servers import ROOT

CONTENT = Path(ROOT) / "content"


def test_a_stop_watches_as_many_answers_as_the_contract_wants_for_a_p99() -> None:
    code = (CONTENT / "code" / "contract.py").read_text(encoding="utf-8")
    fewest = int(re.findall(r"FEWEST = .*?(\d+)$", code, re.M)[0])
    told = [(CONTENT / name).read_text(encoding="utf-8") for name in (f"lessons/{LESSON}.md", "claims.yml")]
    windows = [int(each) for text in told for each in re.findall(r"stop_window[=:]\s*(\d+)", text)]
    windows += [int(preset.get("stop_window", fewest)) for preset in get_lab("batching-replay").presets.values()]
    assert {each for each in windows if each < fewest} == set()
    assert len(windows) > 6


def test_two_shares_of_one_order_say_of_how_many_requests_each(fresh: Site) -> None:
    page = words(fresh.page(f"/lessons/{LESSON}/overhead")).replace("&nbsp;", " ")
    assert "The first 3,000 requests are replayed here" in page
    assert "Of the 25,000 requests of the hour it was 94.3 %" in page


def test_a_note_is_told_what_each_release_breaks_by_the_replay(site: Site) -> None:
    block = site.block("release-note")
    assert isinstance(block, Evidence)
    said = {name: contract_words(block, name) for name in ("R11", "R12", "R13")}
    assert "R11 breaks 1 of 4 lines of the contract: the price of a million output tokens is 0.432 $" in said["R11"]
    assert (
        "R12 breaks 2 of 4 lines of the contract: the p99 first token of all is 3.51 s, and at most 3 s" in said["R12"]
    )
    assert "the p99 first token of the rare group is 18.79 s" in said["R12"]
    eleven = contract_words(block, "R11 on eleven cards")
    assert eleven == "As this lesson computed it, R11 on eleven cards keeps all 4 lines of the contract."
    assert said["R13"] == "As this lesson computed it, R13 keeps all 4 lines of the contract."


def test_a_wait_of_longer_steps_is_said_after_the_factor_and_for_the_rare_group_too(fresh: Site) -> None:
    fresh.send("defend-choice", release="chunked on eleven cards", gives_up="its margin", back_if="a tail is over")
    page = words(fresh.page(f"/lessons/{LESSON}/defend")).replace("&nbsp;", " ").replace("\u00a0", " ")
    assert "rare, 3 ms more a step" in page and "holds at 11 % and breaks at 12 %" in page
    told = (
        (12, r"steps 12 % longer chunked prefill on eleven cards takes ([\d.]+) s"),
        (20, r"At 20 % it takes ([\d.]+) s"),
    )
    asked = "view=compare&load=6.5455&policy_a=chunked&policy_b=chunked&step_longer="
    lab = get_lab("batching-replay")
    for percent, sentence in told:
        pairs = [tuple(each.split("=")) for each in f"{asked}{percent}".split("&")]
        wait = lab.run(parse(lab, pairs)).facts["b_ttft_p99_s"].value  # type: ignore[arg-type]
        assert re.findall(sentence, page) == [f"{wait:.2f}"]


def test_the_takeover_says_what_the_stop_costs_all_others(fresh: Site) -> None:
    fresh.send("takeover-enough", choice="1", sure="75")
    page = words(fresh.page(f"/lessons/{LESSON}/takeover")).replace("&nbsp;", " ").replace("\u00a0", " ")
    assert re.search(r"The p99 of all rises from 3\.51 s .*?to 5\.74 s", page)
    assert "p99 of the first token of both releases" in page and "94.2 % completed inside the limits" in page
