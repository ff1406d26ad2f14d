"""Seeded faults of what a course shows and does: runs, languages, personal fields, formulas, drags, steps back.
Faults of a plain page have files of their own."""

from tests.a11y.seeds.fault import Seed, script, seed

GOODPUT = "<mi>G</mi><mo>=</mo>"
LASSO = """
const plot = document.querySelector('.plot');
let from;
plot.addEventListener('pointerdown', (event) => { from = event.clientX; });
plot.addEventListener('pointerup', (event) => {
  if (Math.abs(event.clientX - from) > 20) plot.querySelector('svg').setAttribute('viewBox', '60 0 200 240');
});"""
SPOKEN_TOKENS = "    document.getElementById('told').append(ANSWER[count % ANSWER.length]);\n"
AGAIN = "  await show(location.href);\n"


def kept(selector: str, part: str) -> str:
    """A step back that leaves a part of the page as it was."""
    node = f"document.querySelector('{selector}').{part}"
    return f"  const was = {node};\n{AGAIN}  {node} = was;\n"


COURSE_SEEDS: tuple[Seed, ...] = (
    # 8, announcement budget
    seed(
        8,
        "each word announced",
        "page.js",
        SPOKEN_TOKENS,
        f"{SPOKEN_TOKENS}    status().textContent = `word ${{count}}`;\n",
        "are allowed",
    ),
    seed(8, "end of the run not said", "page.js", "status().textContent = words;", "", "not begin and end"),
    seed(
        8,
        "status node replaced at the end of the run",
        "page.js",
        "  status().textContent = words;",
        "  status().replaceWith(status().cloneNode());\n  status().textContent = words;",
        "replaced",
    ),
    # 15, what goes on by itself
    script(
        15,
        "a clock that ticks",
        "setInterval(() => { document.querySelector('h2').dataset.now = Date.now(); }, 900);",
        "by itself",
    ),
    seed(
        15,
        "text that grows after Stop",
        "page.js",
        "  clearInterval(writing);\n",
        "  if (words !== 'Stopped') clearInterval(writing);\n",
        "grows after",
    ),
    seed(15, "Stop only for the mouse", "page", 'id="halt"', 'id="halt" tabindex="-1"', "do not reach"),
    seed(
        15,
        "Stop that goes with its run",
        "page.js",
        "halt('Stopped'));",
        "{ halt('Stopped'); document.getElementById('halt').remove(); });",
        "nowhere",
    ),
    # 26, language
    seed(26, "page without a language", "page", '<html lang="en">', "<html>", "does not say"),
    seed(26, "isiZulu read as English", "page", '<q lang="zu">', "<q>", "sawubona"),
    seed(26, "isiZulu read as French", "page", '<q lang="zu">', '<q lang="fr">', "sawubona"),
    seed(26, "a tag that is none", "page", '<q lang="zu">', '<q lang="isiZulu">', "no language tag"),
    seed(26, "pieces of words as prose", "page", '<code lang="zxx">', '<span lang="zxx">', "not in code"),
    seed(26, "pieces of words read as English", "page", '<code lang="zxx">', "<code>", "zxx"),
    seed(26, "blank that cannot be seen", "page", "␣ngi", " ngi", "cannot be seen"),
    # 27, autocomplete
    seed(
        27,
        "token that does not exist",
        "page",
        'autocomplete="email"',
        'autocomplete="fullmail"',
        "no autocomplete token",
    ),
    seed(27, "personal field without a token", "page", ' autocomplete="email"', "", "no autocomplete"),
    seed(27, "setting filled with a name", "page", 'autocomplete="off"', 'autocomplete="name"', "would be filled"),
    seed(27, "setting that offers old values", "page", ' autocomplete="off"', "", "say off"),
    # 28, maths
    seed(28, "formula without words", "page", "In words: the goodput", "That is, the goodput", "no words"),
    seed(
        28,
        "inline formula without words",
        "page",
        "The curve is a toy",
        "The curve <math><mi>b</mi><mo>+</mo><mn>1</mn></math> is a toy",
        "no words",
    ),
    seed(28, "command printed as typed", "page", GOODPUT, "<mi>\\goodput</mi><mo>=</mo>", "as it was typed"),
    seed(28, "element of an unknown command", "page", GOODPUT, "<merror><mi>G</mi></merror><mo>=</mo>", "merror"),
    seed(28, "bold that is not drawn", "page", GOODPUT, '<mi mathvariant="bold">G</mi><mo>=</mo>', "not drawn"),
    seed(
        28,
        "name in single letters",
        "page",
        GOODPUT,
        "".join(f'<mi mathvariant="normal">{letter}</mi>' for letter in "good") + "<mo>=</mo>",
        "falls into letters",
    ),
    seed(28, "symbol that nothing explains", "glossary", "<mi>b</mi>", "<mi>c</mi>", "the symbol b"),
    # 34, drags
    script(34, "zoom by lasso only", LASSO, "a drag over it changes"),
    script(
        34,
        "list in order by drag only",
        "document.querySelector('nav a').closest('body').querySelector('main h2').draggable = true;",
        "only be dragged",
    ),
    script(
        34,
        "track that takes no click",
        """
const track = document.querySelector('input[data-for]');
let at;
track.addEventListener('pointerdown', (event) => { at = [event.clientX, track.value]; });
track.addEventListener('pointerup', (event) => {
  if (Math.abs(event.clientX - at[0]) < 3) setTimeout(() => { track.value = at[1]; });
});""",
        "a click there",
    ),
    script(
        34,
        "slider without keys",
        "document.querySelector('input[data-for]').addEventListener('keydown', (event) => {"
        " if (event.key.startsWith('Arrow')) event.preventDefault(); });",
        "keys do not move",
    ),
    # 35, steps back
    seed(
        35,
        "each step in place of the one before",
        "page.js",
        "history.pushState",
        "history.replaceState",
        "another address",
    ),
    seed(35, "focus on the body after Back", "page.js", "  heading.focus();\n", "", "not on the heading"),
    seed(35, "old result after Back", "page.js", AGAIN, kept("#result", "innerHTML"), "another result"),
    seed(35, "old values after Back", "page.js", AGAIN, kept("#load", "value"), "another values"),
    seed(35, "old title after Back", "page.js", AGAIN, kept("title", "textContent"), "another title"),
    seed(35, "nothing after Back", "page.js", "addEventListener('popstate', goBack);\n", "", "another values"),
)
