"""Seeded faults of figures: colours, motion, numbers, sentences, layout of the live chart.
Faults of the rest of the page have files of their own."""

from tests.a11y.seeds.fault import Seed, rules, script, seed

STATIC = 'data-series="static" data-symbol="triangle"'

FIGURE_SEEDS: tuple[Seed, ...] = (
    # 13, forced colours
    rules(
        13,
        "marks keep the author's colours",
        "@media (forced-colors: active) { .series [data-row] { fill: var(--tone); } }",
        "no system colour",
    ),
    rules(
        13,
        "white box on a black page",
        "@media (forced-colors: active) { .plot svg { background: #fbfaf6; } }",
        "its ground",
    ),
    rules(
        13,
        "marks sink into the ground",
        "@media (forced-colors: active) { .series [data-row] { fill: Canvas; } }",
        "cannot be told",
    ),
    rules(
        13, "swatch forgotten", "@media (forced-colors: active) { .plot text { fill: #123456; } }", "no system colour"
    ),
    # 14, motion
    rules(
        14,
        "endless pulse",
        "@keyframes pulse { to { opacity: 0.5; } } figcaption { animation: pulse 1s infinite alternate; }",
        "runs",
    ),
    rules(14, "transition that ignores the wish", "a { transition: color 300ms; }", "declared"),
    seed(14, "chart that glides", "picture.js", "duration: 0", "duration: 500", "chart moves"),
    script(
        14,
        "drawing moved by script",
        "const head = document.querySelector('h1');"
        " setInterval(() => { head.style.paddingLeft = `${Math.round(performance.now() / 50) % 40}px`; }, 50);",
        "two frames",
    ),
    # 16, marks
    rules(
        16,
        "mark of 2.99",
        "@media (prefers-color-scheme: light) { :root { --paper: #ffffff; --one: #959595; } }",
        "needs 3",
    ),
    rules(16, "default colourway", ":root { --two: #ffa15a; }", "needs 3"),
    rules(16, "mark faded by opacity", ".series { opacity: 0.4; }", "needs 3"),
    # 17, chart text
    rules(17, "pale ticks", ".plot text { fill: #8a857c; }", "needs 4.5"),
    rules(17, "white words on a light cell", ".plot text.dark { fill: #ffffff; }", "needs 4.5"),
    # 18, series
    Seed(
        "series by colour alone",
        18,
        (
            *seed(18, "", "page", STATIC, 'data-series="static" data-symbol="circle"').edits,
            *rules(18, "", '.series[data-series="static"] path.line { stroke-dasharray: none; }').edits,
            *script(
                18,
                "",
                "document.querySelectorAll('path[data-row]').forEach((mark) => {"
                " const dot = document.createElementNS("
                "'http://www.w3.org/2000/svg', 'circle');"
                " for (const one of mark.attributes) dot.setAttribute(one.name, one.value);"
                " dot.setAttribute('r', 5); mark.replaceWith(dot); });",
            ).edits,
        ),
        "colour alone",
    ),
    # 19, table and plot
    seed(19, "0.6 in the table, 0.5 in the drawing", "page", 'data-value="0.5"', 'data-value="0.6"', "differs"),
    seed(19, "chart source of other numbers", "page", '"y": [2.0, ', '"y": [2.01, ', "chart source of continuous"),
    seed(19, "chart source rounded", "page", "2.6666666666666665, 3.2", "2.67, 3.2", "chart source of continuous"),
    script(
        19,
        "first rows only",
        "document.querySelector('table[data-table=goodput] tbody').lastElementChild.remove();",
        "of 3 rows",
    ),
    seed(
        19,
        "pixel values in the table",
        "page",
        '<data value="3.2">3.20</data>',
        '<data value="72.0">72.00</data>',
        "differs",
    ),
    seed(19, "missing number without a word", "page", "not defined", "", "no word"),
    seed(
        19,
        "text says another number",
        "page",
        '<data value="3.2">3.20</data>',
        '<data value="3.2">2.30</data>',
        "shows 2.30",
    ),
    seed(
        19,
        "table left behind by a swap",
        "page.js",
        "  explore();\n  document",
        """
  const cell = document.querySelector('td.n');
  cell.innerHTML = '<data value="2.0">2.00</data>';
  explore();
  document""",
        "differs",
    ),
    seed(19, "mark drawn elsewhere than its value", "page", 'cy="120.00"', 'cy="40.00"', "is drawn"),
    seed(
        19,
        "live chart of 32-bit numbers",
        "picture.js",
        "...structuredClone(trace) })",
        "...structuredClone(trace), y: trace.y && Float32Array.from(trace.y) })",
        "live chart",
    ),
    # 20, sentence
    seed(
        20,
        "stale peak after a run",
        "page.js",
        "  keepInStep();\n  explore();\n  document",
        """
  document.querySelector('figcaption').textContent = 'Continuous batching peaks at 3.56; static ends at 2.67.';
  keepInStep();
  explore();
  document""",
        "is in no table",
    ),
    seed(20, "not the peak", "page", "peaks at 3.56", "peaks at 3.20", "is not so"),
    seed(20, "wrong trend", "page", ", because it refills", " and falls, because it refills", "nothing falls"),
    seed(20, "wrong last value", "page", "static ends at 2.67", "static ends at 2.00", "is not so"),
    # 21, naming
    seed(
        21, "drawing that readers meet nameless", "page", 'class="plot" aria-hidden="true"', 'class="plot"', "no name"
    ),
    seed(
        21,
        "Tab stop in a silent picture",
        "page",
        '<path class="axis"',
        '<a href="/x"><text x="9" y="9">x</text></a><path class="axis"',
        "inside a hidden box",
    ),
    seed(
        21,
        "chart tool bar",
        "picture.js",
        "host.firstElementChild.class",
        "host.insertAdjacentHTML('beforeend', '<p class=\"modebar\"><button>Zoom</button></p>');\n"
        "    host.firstElementChild.class",
        "tool bar",
    ),
    seed(
        21,
        "no summary",
        "page",
        "<figcaption>The lowest share is 0.2, for rare text in the second place.</figcaption>",
        "",
        "summary",
    ),
    seed(21, "no table of that name", "page", '<table data-table="accepted">', "<table>", "has no table"),
    # 22, the live chart and the policy
    seed(22, "inline style refused", "page", "<h1>", '<h1 style="color: red">', "style-src"),
    seed(
        22,
        "legend below the plot",
        "picture.js",
        'x="50" y="20">two lines',
        'x="50" y="320">two lines',
        "legend lies outside",
    ),
    seed(
        22,
        "trace type unknown to the bundle",
        "picture.js",
        "type: 'scatter', ...structuredClone(trace)",
        "...structuredClone(trace), type: 'scatter'",
        "asked heatmap",
    ),
    rules(22, "heat map smoothed", ".heatmaplayer image { image-rendering: auto; }", "one colour"),
    seed(
        22, "heat map of another scale", "picture.js", "'#2f6fb7', '#8ab8f0'", "'#2f6fb7', '#c2410c'", "the scale says"
    ),
    rules(22, "layers not stacked", ".layers svg { position: static; }", "not stacked"),
)
