"""Seeded faults of the page as it lies there: engine, live regions, sizes, names, tables, print.
Faults of use and of figures have files of their own."""

from tests.a11y.seeds.fault import Seed, rules, seed

PAGE_SEEDS: tuple[Seed, ...] = (
    # 1, the engine
    seed(1, "field without a label", "page", '<label for="load">', "<label>", "label"),
    rules(1, "pale prose", "p { color: #bbbbbb; }", "color-contrast"),
    rules(1, "heading over a picture", "h1 { background-image: linear-gradient(#fff, #eee); }", "undecided"),
    # 9, live policy
    seed(
        9,
        "assertive wrapper around the result",
        "page",
        '<section id="result"',
        '<section aria-live="assertive" id="result"',
    ),
    seed(
        9,
        "polite wrapper around the result",
        "page",
        '<section id="result"',
        '<section aria-live="polite" id="result"',
        "holds",
    ),
    seed(9, "alert outside the error summary", "page", "<h2>Where", '<p role="alert">New!</p><h2>Where', "outside"),
    seed(9, "tokens in a log", "page", "<h2>Where", '<p role="log">token token</p><h2>Where', "log"),
    # 10, target size
    seed(
        10,
        "small buttons side by side",
        "page",
        "<h2>Where",
        '<p><button type="button" class="tiny" aria-label="One back">‹</button>'
        '<button type="button" class="tiny" aria-label="One on">›</button></p>'
        "<h2>Where",
        "too close",
    ),
    # 11, reflow
    rules(11, "plot wider than a phone", "figure { width: 916px; max-width: none; }", "the page is"),
    rules(
        11,
        "scroller that does not scroll",
        ".scroller { overflow: visible; } table { min-width: 30rem; }",
        "wide in a view",
    ),
    Seed(
        "wide table in a nameless box",
        11,
        (
            *seed(
                11,
                "",
                "page",
                '<div class="scroller" role="region" tabindex="0" aria-label="Table of requests finished in time">',
                '<div class="scroller">',
            ).edits,
            *rules(11, "", "table { min-width: 30rem; }").edits,
        ),
        "without name",
    ),
    rules(11, "plot squeezed by its legend", "@media (max-width: 400px) { .plot { width: 35%; } }", "60 %"),
    # 12, text size and spacing
    rules(12, "box of a fixed height", "#run { height: 2.75rem; overflow: hidden; width: 1.5rem; }", "holds"),
    rules(
        12, "box too low for spaced text", "h1 { height: 38px; line-height: 38px; overflow: hidden; font-size: 32px; }"
    ),
    rules(12, "chart text in pixels", "figure { max-width: 480px; } .plot text { font-size: 14px; }", "stays at"),
    rules(12, "chart text that shrinks with the picture", ".plot text { font-size: 0.6rem; }", "needs 12"),
    # 23, title and headings
    seed(
        23,
        "one title for all pages",
        "page",
        "How many requests finish in time? – reference</title>",
        "Course</title>",
        "lacks the heading",
    ),
    seed(
        23,
        "two first headings",
        "page",
        "<h2>Where the numbers come from</h2>",
        "<h1>Where the numbers come from</h1>",
        "2 first",
    ),
    seed(23, "a level skipped", "page", "<h2>Accepted tokens</h2>", "<h4>Accepted tokens</h4>", "follows level"),
    seed(23, "no error in the title", "page", "<title>Error: ", "<title>", "does not start"),
    seed(23, "two addresses with one title", "page", "<title>Error: ", "<title>", "has the title of"),
    seed(23, "two mains", "page", "</main>", "</main><main><p>More</p></main>", "mains"),
    # 24, skip link
    rules(24, "skip link never seen", ".skip:focus { left: -100rem; }", "cannot be seen"),
    seed(24, "skip link to nothing", "page", '<main id="main" tabindex="-1">', "<main>", "lead into main"),
    seed(
        24,
        "skip link after the menu",
        "page",
        '<a class="skip" href="#main">Skip to the lab</a>\n',
        "",
        "not a skip link",
    ),
    # 29, links and buttons
    seed(
        29,
        "one name for two places",
        "page",
        '<a href="/sources">Sources of this page</a>',
        '<a href="/sources">Batch</a>',
        "also leads",
    ),
    seed(29, "here", "page", "Sources of this page", "here", "does not say"),
    seed(
        29,
        "name without the label",
        "page",
        '<button type="submit" id="run">',
        '<button type="submit" id="run" aria-label="Start">',
        "shows",
    ),
    # 30, tables
    seed(30, "rows without headers", "page", '<th scope="row">', '<td class="n">', "no header"),
    seed(30, "no caption", "page", "<caption>Requests finished in time</caption>", "", "no caption"),
    seed(30, "columns without scope", "page", '<th scope="col" ', "<th ", "no scope"),
    seed(30, "unit left out of the header", "page", "Static (requests/s)</th>", "Static</th>", "not in the header"),
    seed(30, "no CSV", "page", "/lab/goodput.csv", "/lab/other", "no link to goodput.csv"),
    rules(30, "numbers to the left", "td.n { text-align: left; }", "not aligned"),
    seed(
        30,
        "sort button without a state",
        "page",
        "Batch (sequences)</th>",
        '<button type="button">Batch</button></th>',
        "no state",
    ),
    # 38, print
    rules(38, "controls on paper", "@media print { form { display: flex; } }", "control is printed"),
    rules(38, "dark ground on paper", "@media print { body { background: #161719; color: #ece9e2; } }", "not white"),
    rules(38, "no table on paper", "@media print { .scroller { display: none; } }", "not printed"),
    rules(38, "table cut by the paper", "@media print { .scroller { overflow: auto; width: 12rem; } }", "cuts it off"),
)
