"""Fewer than 100 values give no p99, wherever the replay lab and `servelab replay` tell of one; what they tell instead.
They refuse to compute a percentile: tests/test_replay_metrics.py has that."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from app import create_app
from app.cli import main
from app.config import Settings
from labs import Result, get_lab, parse, result_form
from tests.replay_sentences import texts

LAB = get_lab("batching-replay")
FEW = {"requests": "60"}
SOME = {"requests": "400"}
TOLD = re.compile(r"p99[^.;|]*? is \d|p99 [\d.,]+ s")
VIEWS = ("load", "compare", "time", "requests")


def run(**values: str) -> Result:
    return LAB.run(parse(LAB, values.items()))


@pytest.mark.parametrize("view", VIEWS)
def test_no_fact_sentence_or_cell_tells_a_p99_of_few(view: str) -> None:
    made = run(view=view, stop_s="1", stop_window="20", **FEW)
    tails = {name: fact for name, fact in made.facts.items() if "ttft_p99" in name or name == "headline"}
    assert len(tails) == 5
    assert {fact.value for fact in tails.values()} == {None}
    assert all(re.fullmatch(r"no p99; the largest of \d+ is [\d.]+ s", fact.absent) for fact in tails.values())
    assert made.facts["a_ttft_max_s"].value >= made.facts["a_ttft_p50_s"].value  # type: ignore[operator]
    assert not [text for text in texts(made) if TOLD.search(text)]
    assert any("Fewer than 100 give no p99, so none is told here" in note for note in made.notes)


def test_sentences_speak_of_the_largest_and_of_how_many_it_is_the_largest() -> None:
    told = r"of (\d+) rare first tokens the largest is ([\d.]+) s under A and ([\d.]+) s under B"
    made = run(view="compare", **SOME)
    found = re.search(told, made.says)
    assert found
    largest = [made.facts[f"{side}_watched_ttft_max_s"].value for side in "ab"]
    assert [int(found[1]), *map(float, found.groups()[1:])] == [
        made.facts["a_watched_n"].value,
        *(pytest.approx(each, abs=0.005) for each in largest),
    ]
    alone = run(view="compare", load="", trace="long-prompt")
    assert "the only first token is 2.99 s under A and 2.99 s under B" in alone.says
    # With few under one release alone, each has its own words.
    uneven = run(view="compare", load="9", requests="3000", queue_delay_s="0.3", policy_a="static")
    few, many = (uneven.facts[f"{side}_watched_n"].value for side in "ab")
    assert few < 100 <= many  # type: ignore[operator]
    assert f"under A the largest of {few} rare first tokens is " in uneven.says
    assert "under B the rare p99 first token is " in uneven.says
    window = run(view="time", stop_s="60", stop_window="20", **SOME)
    assert "the near-slowest first token of the last 20 completions was never above 60.0 s" in window.because


def test_the_picture_of_loads_leaves_points_of_few_out_and_says_how_many() -> None:
    made = run(sweep_points="4", **SOME)
    table, figure = made.table("p99_by_load"), made.figures[0]
    missing = sum(value is None for name in figure.y for value in table.values(name))
    assert missing == 8
    assert figure.summary.endswith(" 8 of 16 points are left out: a p99 needs 100 requests.")
    assert figure.scale == "log"
    assert "A not proved (the largest of 21 rare is 0.50 s)" in str(table.values("interpretation")[0])
    nothing = run(sweep_points="2", **FEW).figures[0]
    assert nothing.summary == (
        "There is no line to draw, because each point would be a p99 of fewer than 100 requests."
    )
    bars = run(view="time", stop_s="1", stop_window="20", **SOME).figures[0]
    assert bars.summary.endswith(" 2 of 4 bars are left out.")
    assert "left out" not in run(sweep_points="2", requests="3000").figures[0].summary


def test_a_contract_on_few_is_neither_kept_nor_broken_unless_something_else_breaks_it() -> None:
    cheap = run(view="compare", cost_limit="100", **FEW)
    for side in "ab":
        assert cheap.table("contract").values(side) == ("not proved", "kept", "not proved")
        assert cheap.facts[f"{side}_keeps_contract"].value is None
    assert "A keeps the cost, and its tail is not proved" in str(cheap.table("contract").rows[-1][-1])
    dear = run(view="compare", cost_limit="0.01", **FEW)
    assert dear.table("contract").values("a") == ("not proved", "broken", "broken")
    # The p99 of all is over the line, so the group's few decide nothing.
    over = run(view="compare", load="9", cost_limit="100", **SOME)
    assert over.facts["b_watched_n"].value < 100  # type: ignore[operator]
    assert over.table("contract").values("b")[0] == "broken"


def test_page_json_and_terminal_say_what_stands_in_place_of_the_p99(tmp_path: Path) -> None:
    asked = parse(LAB, (("view", "compare"), *FEW.items()))
    form = result_form(LAB, asked, LAB.run(asked))
    assert form["facts"]["headline"]["value"] is None
    words = re.escape("no p99; the largest of ")
    said = CliRunner().invoke(main, ["lab", LAB.slug, "view=compare", "requests=60"]).stdout
    assert re.search(rf"p99 first token, all, A +{words}60 is [\d.]+ s", said)
    page = create_app(Settings(data=tmp_path)).test_client().get(f"/labs/{LAB.slug}?view=compare&requests=60").text
    row = re.search(r'<th scope="row">p99 first token, all, A</th><td class="n">(.*?)</td>', page)
    assert row
    assert re.fullmatch(rf"{words}60 is [\d.]+ s", row[1])


def test_the_replay_command_tells_the_largest_of_few(tmp_path: Path) -> None:
    path = tmp_path / "trace.csv"
    path.write_text("arrival_s,prompt,output\n" + "".join(f"{each},100,20\n" for each in range(33)))

    def ran(*more: str) -> str:
        done = CliRunner().invoke(main, ["replay", str(path), *more], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    said = ran()
    assert re.search(r"p50 0\.\d+ s, no p99; the largest of 33 is 0\.\d+ s, time per output token", said)
    facts = json.loads(ran("--format", "json"))["facts"]
    assert (facts["ttft_p99_s"]["value"], facts["ttft_max_s"]["unit"]) == (None, "s")
    assert facts["ttft_max_s"]["value"] >= facts["ttft_p50_s"]["value"]
    stop = ("--stop", "3", "--fallback", "spf", "--stop-window")
    assert "(near-slowest first token of 20 completions above 3.000 s)" in ran(*stop, "20")
    assert "(p99 first token of 100 completions above 3.000 s)" in ran(*stop, "100")


def test_the_lesson_tells_no_p99_of_the_one_long_prompt() -> None:
    text = (Path(__file__).parents[1] / "content" / "lessons" / "batching-speculation.md").read_text(encoding="utf-8")
    told = set(re.findall(r"\bstall#(\w+)", text))
    assert "b_watched_ttft_max_s" in told
    assert not [name for name in told if run(view="compare", load="", trace="long-prompt").facts[name].value is None]
