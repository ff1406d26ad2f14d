"""Seeded faults that show when the page is used: keyboard, swaps, errors, sliders, hover, no scripts, waiting.
Faults that lie there openly have files of their own."""

from tests.a11y.seeds.fault import Seed, rules, script, seed

STICKY = "header { position: sticky; top: 0; z-index: 2; height: 220px; background: var(--paper); }"
TIP = """
for (const mark of document.querySelectorAll('.plot [data-row]')) {
  mark.addEventListener('mouseenter', () => {
    document.querySelector('.tip')?.remove();
    const tip = Object.assign(document.createElement('div'), { className: 'tip', textContent: TEXT });
    tip.style.left = `${mark.getBoundingClientRect().right + scrollX}px`;
    tip.style.top = `${mark.getBoundingClientRect().top + scrollY}px`;
    document.body.append(tip);
    LEAVE
  });
}
"""
GOES_BY_ESCAPE = "addEventListener('keydown', (event) => { if (event.key === 'Escape') tip.remove(); });"
GOES_BY_LEAVING = "mark.addEventListener('mouseleave', () => tip.remove());"


def tip(text: str, leave: str) -> str:
    """A script that shows a hover label."""
    return TIP.replace("TEXT", text).replace("LEAVE", leave)


USE_SEEDS: tuple[Seed, ...] = (
    # 2 to 5, the keyboard
    rules(
        2,
        "menu drawn below the page",
        "body { display: flex; flex-direction: column; } header { order: 2; }",
        "lies below",
    ),
    seed(2, "positive tabindex", "page", '<a href="/sources">', '<a tabindex="1" href="/sources">', "lies below"),
    script(
        3,
        "Tab kept by the field",
        "document.getElementById('load').addEventListener('keydown',"
        " (event) => { if (event.key === 'Tab') event.preventDefault(); });",
    ),
    script(
        3,
        "focus called back by the button",
        "document.getElementById('run').addEventListener('focusout',"
        " (event) => setTimeout(() => event.target.focus()));",
    ),
    rules(4, "no outline", ":focus-visible { outline: none; }", "changes 0 pixels"),
    rules(4, "outline too pale to see", ":focus-visible { outline: 3px solid #f0ede6; outline-offset: 2px; }"),
    rules(
        4,
        "outline by shadow, gone in forced colours",
        ":focus-visible { outline: none; box-shadow: 0 0 0 3px var(--accent); }",
    ),
    rules(5, "focus under a sticky header", STICKY, "wholly covered"),
    # 6 and 7, after a swap
    script(
        6,
        "the pressed button is replaced",
        """
document.getElementById('form').addEventListener('submit', () => {
  const run = document.getElementById('run');
  new MutationObserver(() => { if (!run.hasAttribute('aria-disabled')) run.replaceWith(run.cloneNode(true)); })
    .observe(run, { attributes: true });
});""",
        "body",
    ),
    seed(
        6,
        "the pressed button is disabled",
        "page.js",
        "run.setAttribute('aria-disabled', 'true');",
        "run.disabled = true;",
    ),
    seed(
        6,
        "focus thrown to the top",
        "page.js",
        "  announce();\n  run.",
        "  announce();\n  document.getElementById('main').focus();\n  run.",
        "main",
    ),
    seed(
        7,
        "status node replaced",
        "page.js",
        "status().textContent = document",
        "status().replaceWith(status().cloneNode());\n  status().textContent = document",
        "replaced",
    ),
    seed(7, "status left empty", "page.js", "  announce();\n", "  status().textContent = '';\n", "empty"),
    seed(
        7,
        "status tells the old result",
        "page.js",
        "status().textContent = document",
        "status().textContent = 'At 4 requests/s' || document",
        "not “At 6",
    ),
    seed(
        7,
        "status told twice",
        "page.js",
        "  announce();\n",
        "  announce();\n  await new Promise((done) => setTimeout(done, 30));\n  status().textContent = '';\n"
        "  await new Promise((done) => setTimeout(done, 30));\n  announce();\n",
        "2 times",
    ),
    # 25, errors
    seed(
        25,
        "only colour tells the error",
        "page",
        'aria-invalid="true" aria-describedby="load-error"',
        "",
        "not marked invalid",
    ),
    seed(25, "error not tied to its field", "page", ' aria-describedby="load-error"', "", "not described"),
    seed(
        25,
        "alert on the node that takes the focus",
        "page",
        'class="error-summary" tabindex="-1" autofocus><div role="alert">',
        'class="error-summary" tabindex="-1" role="alert" autofocus><div>',
        "inside the summary",
    ),
    Seed(
        "summary without the focus",
        25,
        (
            *seed(25, "", "page.js", "document.querySelector('.error-summary')?.focus();", "").edits,
            *seed(25, "", "page", 'tabindex="-1" autofocus>', 'tabindex="-1">').edits,
        ),
        "has not the focus",
    ),
    seed(
        25, "error that does not say how to mend it", "page", "; type a whole number between 1 and 12", "", "how to fix"
    ),
    seed(25, "typed value lost", "page", 'name="load" value="13"', 'name="load" value="4"', "not what was typed"),
    seed(
        25,
        "old result left standing",
        "page.js",
        "['problems', 'load-box', 'result']",
        "['problems', 'load-box']",
        "as if it were new",
    ),
    seed(25, "link of the summary to nowhere", "page", '<a href="#load">', '<a href="#form">', "does not link"),
    # 31, sliders
    seed(
        31,
        "field left behind by its range",
        "page.js",
        "field.value = range.value; speak(range);",
        "speak(range);",
        "the field",
    ),
    seed(
        31,
        "range left behind by its field",
        "page.js",
        "range.value = field.value; speak(range);",
        "speak(range);",
        "leaves the range",
    ),
    seed(
        31,
        "value spoken without its unit",
        "page.js",
        "`${range.value} ${range.dataset.unit}`",
        "range.value",
        "without value or unit",
    ),
    seed(
        31,
        "value spoken one step late",
        "page.js",
        "const speak = (range) => range.setAttribute('aria-valuetext', `${range.value} ${range.dataset.unit}`);",
        "const speak = (range) => setTimeout(() => range.setAttribute('aria-valuetext', `${range.value} requests/s`));",
        "without value",
    ),
    seed(
        31,
        "each move sends",
        "page.js",
        "field.value = range.value;",
        "field.value = range.value; fetch('/lab?load=5');",
        "requests",
    ),
    seed(31, "explorer without the second series", "page.js", ".slice(0, 3)", ".slice(0, 2)", "lacks"),
    seed(31, "explorer that ends too early", "page", 'max="3" value="0"', 'max="2" value="0"', "3 of 4"),
    # 32, hover
    script(32, "label stays after Escape", tip("'batch 1'", ""), "stays after Escape"),
    script(32, "label goes when entered", tip("'batch 1'", GOES_BY_ESCAPE + GOES_BY_LEAVING), "goes when"),
    script(32, "label tells what no table has", tip("'17.25 seconds'", GOES_BY_ESCAPE), "nowhere"),
    # 33, shortcuts
    script(
        33,
        "rerun on r",
        "document.addEventListener('keydown', "
        " (event) => { if (event.key === 'r') document.getElementById('form').requestSubmit(); });",
    ),
    # 36, without scripts
    Seed(
        "chart by script only",
        36,
        (
            *rules(36, "", "html:not(.drawn) .plot svg { visibility: hidden; }").edits,
            *script(36, "", "document.documentElement.classList.add('drawn');").edits,
        ),
        "empty box",
    ),
    seed(36, "range that needs a script", "page", '" hidden>', '">', "does nothing"),
    script(36, "other numbers by script", "document.querySelector('td.n').textContent = '9.99';", "tables differ"),
    # 37, waiting
    seed(
        37,
        "two presses, two requests",
        "page.js",
        "if (run.getAttribute('aria-disabled') === 'true') return;",
        "",
        "2 requests",
    ),
    seed(37, "no word while it works", "page.js", "status().textContent = 'Running';", "", "not “Running”"),
    seed(
        37,
        "button not marked while it works",
        "page.js",
        "  run.setAttribute('aria-disabled', 'true');\n",
        "  run.dataset.wait = '1';\n",
        "not marked",
    ),
)
