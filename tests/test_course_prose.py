"""Prose to safe HTML: facts with unit and link, formulas as MathML without styles, nothing that runs.
They refuse to check blocks.
"""

from html.parser import HTMLParser

import pytest

from app.course.compile import Compiled
from app.course.lesson import Prose
from tests.course_lab import tiny_bench
from tests.course_world import compiled

FRONT = "id: example\ntitle: An example\nruns: {base: batching-replay?load=2}\n"


def lesson(body: str) -> Compiled:
    text = f"---\n{FRONT}---\n::: screen {{#first}}\n## An {{fact}}`base#steps:n` example\n{body}\n:::\n"
    return compiled(text, tiny_bench())


def html(body: str) -> str:
    made = lesson(body)
    assert made.findings == ()
    return prose(made).replace("&nbsp;", "\u00a0")


def prose(made: Compiled) -> str:
    return "".join(each.html for each in made.lesson.screens[0].blocks if isinstance(each, Prose))


class Elements(HTMLParser):
    """Every element with its attributes, as a browser would read them."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def test_a_fact_is_computed_wears_its_unit_and_kind_and_leads_to_its_run() -> None:
    assert html("It waits {fact}`base#wait_s`.") == (
        '<p>It waits <a class="fact" data-kind="assumed" href="/labs/batching-replay?load=2" '
        'aria-label="3.00\u00a0s assumed, wait: how do we know?">3.00\u00a0s</a>.</p>\n'
    )
    assert 'aria-label="3 assumed, wait in s: how do we know?"' in html("{fact}`base#wait_s:.0f:n`")


@pytest.mark.parametrize(
    ("reference", "shown"),
    [
        ("base#steps", "32\u00a0steps"),
        ("base#steps:n", "32"),
        ("base#wait_s:.1f", "3.0\u00a0s"),
        ("base#wait_s:.0f:n", "3"),
        ("base#steps:,d", "32\u00a0steps"),
        ("base#policy", "static"),
        ("base#fits:n", "yes"),
        ("base#nothing:n", "not defined"),
    ],
)
def test_a_fact_takes_a_format_and_may_leave_its_unit_out(reference: str, shown: str) -> None:
    assert f">{shown}</a>" in html(f"It is {{fact}}`{reference}`.")


@pytest.mark.parametrize(
    "loose",
    [
        "{fact}(base#wait_s)",
        "{fact}[base#wait_s]",
        "{fact}'base#wait_s'",
        "{fact} `base#wait_s`",
        "(fact)`base#wait_s`",
        "[fact]`base#wait_s`",
        "{fatc}(base#wait_s)",
        "{fact}(bsae#wait_s)",
        "{fact:base#wait_s}",
        "{base#wait_s}",
        "`base#wait_s`",
        "base#wait_s",
    ],
)
def test_a_fact_that_would_be_printed_as_text_is_told_with_what_was_meant(loose: str) -> None:
    found = lesson(f"About {loose} pass, and then {loose}.").findings
    run = "bsae" if "bsae" in loose else "base"
    assert [(each.code, each.line, each.column, each.length, each.fix) for each in found] == [
        ("E105", 8, column, len(loose), f"{{fact}}`{run}#wait_s`") for column in (7, 7 + len(loose) + 16)
    ]
    assert found[0].message == f"`{loose}` would stand there as text. Did you mean {{fact}}`{run}#wait_s`?"


def test_a_fact_without_a_reference_is_told_and_other_signs_are_left_alone() -> None:
    assert [(each.code, each.column) for each in lesson("At {fact} 15, {fact}.").findings] == [
        ("E105", 4),
        ("E105", 15),
    ]
    same = "A #tag, C#sharp, issue#12, {lanes}, (in fact) and `{fact}(base#wait_s)`, [so](#first)"
    assert [each.message for each in lesson(same).findings if each.code == "E105"] == []
    drawn = (
        "::: question number {#q}\n---\nvary:\n  lab: batching-replay\n  draw: {load: [1, 2]}\n  fact: wait_s\n---\n"
        "At {load}, not {fact}(base#wait_s)?\n\n- [x] answer\n  > So.\n:::"
    )
    assert [each.code for each in lesson(drawn).findings] == ["E105"]


def test_a_screens_title_may_hold_a_fact_and_is_no_part_of_its_prose() -> None:
    screen = lesson("Text.").lesson.screens[0]
    assert screen.title == "An 32 example"
    assert 'href="/labs/batching-replay?load=2"' in screen.title_html
    assert screen.words == 1


def test_a_formula_is_mathml_with_classes_and_its_words_follow() -> None:
    body = "$$\n\\begin{aligned} 1 &\\le 2 \\\\ 3 &= 3 \\end{aligned}\n$$\n\nIn words: one is at most two."
    markup = html(body)
    assert '<math display="block">' in markup and 'class="m-right"' in markup
    assert '<p class="words">In words: one is at most two.</p>' in markup
    assert " style=" not in markup and "\\" not in markup


def test_a_symbol_alone_needs_no_words_and_a_longer_formula_does() -> None:
    table = "\n\n::: symbols\n- {symbol: 'H_{kv}', meaning: heads}\n:::"
    assert "<msub>" in html(f"Heads are $H_{{kv}}$.{table}")
    assert "<math>" in html(f"Twice is $2 H_{{kv}}$ (in words: two times the heads).{table}")
    assert [each.code for each in lesson(f"Twice is $2 H_{{kv}}$.{table}").findings] == ["E092"]


def test_prices_are_no_formulas() -> None:
    assert "<math" not in html("From $2.00 to $3.00, or $0.40 a million.")


def test_a_fault_in_a_formula_is_marked_in_its_line() -> None:
    finding = lesson("$$\n1 \\le \\foo\n$$\n\nIn words: no.").findings[0]
    assert (finding.code, finding.line, finding.column, finding.length) == ("E091", 9, 7, 4)


def test_an_unknown_environment_is_refused() -> None:
    body = "$$ \\begin{array}{c|c} 1 & 2 \\end{array} $$\n\nIn words: one, two."
    assert [each.code for each in lesson(body).findings] == ["E091"]


def test_tables_have_column_heads_and_no_styles() -> None:
    markup = html("Table: What *waits*\n\n| release | p99 |\n| --- | ---: |\n| R11 | 1.6 |\n| R12 | 52 |")
    assert markup.startswith("<table>\n<caption>What <em>waits</em></caption>\n<thead>")
    assert markup.count('<th scope="col">') == 2
    assert '<th scope="row">R11</th>' in markup and '<th scope="row">R12</th>' in markup
    assert markup.count("<td>") == markup.count("</td>") == 2
    assert "style" not in markup


def test_a_number_that_a_run_computes_is_offered_as_a_fact() -> None:
    body = "It takes 32 steps and waits 3.00 s, or 2.99 s, or {fact}`base#wait_s`."
    finding = lesson(body.replace("3.00", "3.0")).findings
    assert finding == ()
    front = FRONT.replace("load=2", "load=2.22")
    text = f"---\n{front}---\n::: screen {{#first}}\n## {{fact}}`base#steps`\nIt waits 3.33 s.\n:::\n"
    only = compiled(text, tiny_bench()).findings
    assert [(each.code, each.line, each.column, each.length) for each in only] == [("W104", 8, 10, 6)]
    assert only[0].fix == "{fact}`base#wait_s`"


def test_foreign_words_carry_their_language() -> None:
    assert '<span lang="zu">Sawubona</span>' in html("She says [Sawubona]{lang=zu}.")


def test_code_is_coloured_by_classes() -> None:
    markup = html("```python\nfor x in y: pass\n```")
    assert '<pre class="code"><code><span class="k">for</span>' in markup
    assert "style" not in markup


ATTACKS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](javascript:alert(1))",
    "[a](JAVASCRIPT:alert(1))",
    "[a](data:text/html;base64,PHNjcmlwdD4=)",
    "[a](vbscript:x)",
    "[a](//evil.example/x)",
    "![a](javascript:alert(1))",
    '[a](https://a.example "x\\" onmouseover=alert(1)")',
    "$\\text{<script>alert(1)</script>}$",
    "`<script>`",
    "```\n<script>alert(1)</script>\n```",
    "[x]{onclick=alert(1) style=color:red lang=zu}",
    "<a href='javascript:x'>y</a>",
    "[a]: javascript:alert(1)\n\n[a]",
    "{fact}`<script>#x`",
    "::: note <script>alert(1)</script>\nText.\n:::",
)


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_that_runs_reaches_a_page(attack: str) -> None:
    for tag, attributes in Elements(prose(lesson(attack))).seen:
        assert tag not in ("script", "img", "iframe", "style")
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        assert (attributes.get("href") or "/").startswith(("/", "https://a.example"))
        assert not (attributes.get("href") or "/").startswith("//")


def test_a_title_of_a_note_stays_text_for_the_page_to_escape() -> None:
    note = lesson("::: note <b>Careful</b>\nText.\n:::").lesson.screens[0].blocks[0]
    assert getattr(note, "title", None) == "<b>Careful</b>"


@pytest.mark.parametrize("probe", ["{{7*7}}", "{% raw %}", "${7*7}", "#{7*7}", "{7*7}", "<%= 7*7 %>"])
def test_template_probes_stay_text(probe: str) -> None:
    markup = html(f"Text {probe} text.")
    assert "49" not in markup


def test_external_links_say_nothing_about_the_reader() -> None:
    assert '<a href="https://example.org" rel="noopener noreferrer">' in html("Read [it](https://example.org).")


def test_a_link_to_a_lab_is_checked_with_its_settings() -> None:
    assert "/labs/batching-replay?layers=4" in html("Open [it](/labs/batching-replay?layers=4).")
    assert [each.code for each in lesson("Open [it](/labs/batching-replay?layers=0).").findings] == ["E062"]
