"""Check 31: a range and the number field of the same parameter, and the explorer of a figure's points.
Drives them by keys, typing and the mouse; knows no parameter."""

from playwright.sync_api import Locator, Page, Request

from tests.a11y.finding import Finding, collect

STATE = """(range) => {
  const field = document.getElementById(range.dataset.for);
  const stops = (range.dataset.stops ?? '').split(/\\s+/).filter(Boolean).map(Number);
  const at = stops.length ? stops[Number(range.value)] : Number(range.value);
  const typed = field?.value.trim() ? Number(field.value) : NaN;
  const same = typed === at;
  // A handle can only stand at its own places; of a value between them it takes the nearest.
  const [low, high, step] = [Number(range.min || 0), Number(range.max || 100), Number(range.step || 1)];
  const off = stops.length ? Math.min(...stops.map((stop) => Math.abs(stop - typed))) : 0;
  const near = stops.length ? Math.abs(at - typed) === off
    : Math.abs(at - Math.min(high, Math.max(low, typed))) <= step / 2 + 1e-9;
  const close = Number.isNaN(typed) || near;
  const unit = range.dataset.unit ?? field?.dataset.unit ?? '';
  if (!window.slid) {
    // A reader hears the value text that stands when the event ends, so it is kept then.
    window.slid = new WeakMap();
    addEventListener('input', ({target}) => window.slid.set(target, target.getAttribute('aria-valuetext') ?? ''));
  }
  const words = window.slid.get(range) ?? range.getAttribute('aria-valuetext') ?? '';
  return {value: String(at), at: range.value, field: field?.value ?? null, same, close, unit, words,
    min: range.min || '0', max: range.max || '100', most: String(stops.at(-1) ?? high),
    named: range.hasAttribute('name'), live: range.form?.dataset.live !== undefined,
    log: range.dataset.scale === 'log', focused: document.activeElement === range,
    spoken: words.includes(field?.value ?? '?') && words.includes(unit)};
}"""
EXPLORED = """(range) => {
  const figure = document.querySelector(`figure[data-figure="${range.dataset.explore}"]`);
  const table = document.querySelector(`table[data-table="${figure?.dataset.table}"]`);
  const rows = [...(table?.querySelectorAll('tr') ?? [])].filter((row) => row.querySelector('td'));
  const row = rows[Number(range.value) - Number(range.min || 0)];
  const tidy = (node) => (node.querySelector('data') ?? node).textContent.replace(/\\s+/g, ' ').trim();
  const drawn = new Set([...figure?.querySelectorAll('.series') ?? []].map((one) => one.dataset.series));
  const heads = [...(table?.querySelectorAll('th[scope=col]') ?? [])];
  const told = (head, at) => at === 0 || drawn.has(head.dataset.column) ? [tidy(row.cells[at])] : [];
  const wanted = row ? heads.flatMap(told) : [];
  const output = (range.closest('figure') ?? range.parentElement).querySelector('p.point, output');
  const words = (range.getAttribute('aria-valuetext') ?? '').replace(/\\s+/g, ' ');
  return {words, output: output ? tidy(output) : null, wanted,
    rows: rows.length, last: Number(range.max) - Number(range.min || 0) + 1};
}"""


def check_sliders(page: Page) -> list[Finding]:
    """Arrows, Home, End, typing and a click on the track keep range and field in step; nothing is sent meanwhile."""
    sent: list[Request] = []

    def keep(request: Request) -> None:
        sent.append(request)

    page.on("request", keep)
    found: list[Finding] = []
    # A form may ask for a new result while its ranges move, and that brings new explorers: they come first.
    for slider in page.locator("input[type=range][data-explore]:visible").all():
        found += _check_explorer(slider)
    for slider in page.locator("input[type=range][data-for]:visible").all():
        found += _check_parameter(page, slider, sent)
    page.remove_listener("request", keep)
    return found


def _check_parameter(page: Page, slider: Locator, sent: list[Request]) -> list[Finding]:
    where = f"range for {slider.get_attribute('data-for')}"
    start = slider.evaluate(STATE)
    before = len(sent)
    faults: list[str] = []
    if start["field"] is None:
        return [Finding(31, "there is no number field with it", where)]
    if start["named"]:
        faults.append("the range has a name and would be sent beside its field")
    faults += _keys(slider) + _typed(page, slider, start) + _track(page, slider)
    page.locator(f"[id='{slider.get_attribute('data-for')}']").fill(start["field"])
    if not start["live"] and len(sent) > before:
        faults.append(f"moving it sends {len(sent) - before} requests that nobody asked for")
    return collect(31, [(fault, where) for fault in faults])


def _keys(slider: Locator) -> list[str]:
    slider.focus()
    # A field whose value was refused gets its first number by a move, and Home moves nothing that stands there.
    slider.press("End")
    faults = []
    for key in ("Home", "ArrowRight", "ArrowUp", "End", "ArrowLeft", "ArrowDown"):
        was = slider.evaluate(STATE)
        slider.press(key)
        now = slider.evaluate(STATE)
        if not now["same"]:
            faults.append(f"after {key} the range says {now['value']} and the field {now['field']}")
        if key.startswith("Arrow") and now["at"] == was["at"]:
            faults.append(f"{key} does not move it")
        if not now["spoken"]:
            faults.append(f"after {key} the value is spoken as “{now['words']}”, without value or unit {now['unit']}")
        if not now["focused"]:
            faults.append(f"{key} takes the focus away")
    return faults[:3]


def _typed(page: Page, slider: Locator, start: dict[str, str]) -> list[str]:
    field = page.locator(f"[id='{slider.get_attribute('data-for')}']")
    field.fill(start["most"])
    most = slider.evaluate(STATE)
    field.fill(start["field"])
    now = slider.evaluate(STATE)
    kept = (most["same"], now["close"])
    return [
        f"typing {one['field']} leaves the range at {one['value']}"
        for one, fits in zip((most, now), kept, strict=True)
        if not fits
    ]


def _track(page: Page, slider: Locator) -> list[str]:
    slider.press("Home")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    if box is None:
        return ["it cannot be seen"]
    page.mouse.click(box["x"] + 0.75 * box["width"], box["y"] + 0.5 * box["height"])
    now = slider.evaluate(STATE)
    share = (float(now["at"]) - float(now["min"])) / ((float(now["max"]) - float(now["min"])) or 1)
    if not now["same"]:
        return [f"after a click on the track the range says {now['value']} and the field {now['field']}"]
    return [] if share > 0.4 else ["a click on its track does not move it"]


def _check_explorer(slider: Locator) -> list[Finding]:
    where = f"explorer of {slider.get_attribute('data-explore')}"
    faults = []
    slider.focus()
    for key in ("End", "Home", "ArrowRight"):
        slider.press(key)
        now = slider.evaluate(EXPLORED)
        missing = [words for words in now["wanted"] if words not in now["words"]]
        if missing or not now["wanted"]:
            faults.append(f"after {key} the value text “{now['words']}” lacks {missing}")
        if now["output"] is None or now["output"] != now["words"]:
            faults.append(f"after {key} the output says “{now['output']}”, the value text “{now['words']}”")
    if now["last"] != now["rows"]:
        faults.append(f"it reaches {now['last']} of {now['rows']} points")
    return collect(31, [(fault, where) for fault in faults])
