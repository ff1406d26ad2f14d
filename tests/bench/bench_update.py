"""Prints what one update of each lab costs in milliseconds of CPU, beside its budget. Run it as a script.
It refuses to judge: on a busy machine every number is larger than on a quiet core."""

import time
from collections.abc import Callable, Iterator
from itertools import islice
from statistics import median

from flask import Flask, render_template
from flask.testing import FlaskClient

from app import create_app
from app.drawing import wide
from app.footprint import keep_small
from app.web.compress import encode
from app.web.result import show_result
from app.web.runs import SLOW_S
from labs import BadParams, Lab, Params, Spec, all_labs, as_text, describe, parse, query

BUDGET_MS = 3.0
ROUNDS = 60
HEADERS = {"HX-Target": "section#result", "X-Live": "1"}
Pairs = list[tuple[str, str]]


def cpu_ms(asked: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Median CPU time of one call; the first one warms up."""
    asked()
    took = []
    for _ in range(rounds):
        start = time.process_time()
        asked()
        took.append((time.process_time() - start) * 1000)
    return median(took)


def modes(lab: Lab) -> list[Pairs]:
    """The settings that each value of the lab's switch starts from."""
    switch = next((each for each in describe(lab) if each.switch), None)
    return [[(switch.name, value)] for value in switch.choices] if switch else [[]]


def moving(lab: Lab, fixed: Pairs) -> Iterator[Pairs]:
    """Settings that nobody asked for yet: one value after the other of the first setting that has enough of them."""
    at = next((value for _, value in fixed), "")
    several = ((spec, list(_values(spec))) for spec in describe(lab) if spec.is_asked_at(at))
    spec, values = next((spec, values) for spec, values in several if len(values) > ROUNDS)
    yield from ([*fixed, (spec.name, value)] for value in values)


def _values(spec: Spec) -> Iterator[str]:
    """Values of a setting of one number or of a list of numbers, none of them its default."""
    steps = range(1, 2 * ROUNDS)
    if spec.kind == "whole":
        found = (as_text(int(spec.low) + step) for step in steps if spec.low + step <= spec.high)
    elif spec.kind in ("decimal", "real"):
        found = (as_text(spec.low + (spec.high - spec.low) * step / 1000) for step in steps)
    elif spec.kind == "numbers" and isinstance(spec.default, tuple) and spec.item == "whole":
        found = (as_text((step, *spec.default[1:])) for step in steps)
    else:
        return
    yield from (text for text in found if text != as_text(spec.default))


def is_run_apart(lab: Lab, fixed: Pairs) -> bool:
    """Whether the settings of this mode are left to a worker, so that an update computes nothing on the page."""
    return any(_is_left(lab, pairs) for pairs in moving(lab, fixed))


def _is_left(lab: Lab, pairs: Pairs) -> bool:
    try:
        return lab.left_apart is not None and lab.left_apart(parse(lab, pairs)) is not None
    except BadParams:
        return False


def line(app: Flask, lab: Lab, fixed: Pairs) -> str:
    """Costs of the parts at the settings of one mode, and of whole requests, fresh and remembered."""
    params = parse(lab, fixed)
    shown = show_result(lab.slug, params)
    result = shown.result
    run = cpu_ms(lambda: lab.run(params))
    lead = result.figures[0]
    drawn = cpu_ms(lambda: wide(lead, result.table(lead.table), result.facts))
    rendered = cpu_ms(lambda: _render(app, lab, params, lead.name))
    client, path = app.test_client(), f"/labs/{lab.slug}?"
    fresh = (f"{path}{query(parse(lab, pairs))}" for pairs in islice(moving(lab, fixed), ROUNDS + 1))
    update = cpu_ms(lambda: _ask(client, next(fresh), lead.name))
    again = cpu_ms(lambda: _ask(client, path + query(params), lead.name))
    page = _render(app, lab, params, lead.name).encode()
    packed = cpu_ms(lambda: encode(page, "br"))
    parts = f"run {run:5.2f}  draw {drawn:5.2f}  render {rendered:5.2f}  remembered {again:5.2f}  brotli {packed:5.2f}"
    mode, whole = _mode(fixed), f"update {update:6.2f} ms CPU, {update / BUDGET_MS:4.1f} of {BUDGET_MS:g} ms"
    return f"{lab.slug} {mode:16} {parts}  {whole}"


def _mode(fixed: Pairs) -> str:
    return " ".join(as_text(value) for _, value in fixed)


def _ask(client: FlaskClient, address: str, lead: str) -> None:
    """An update of a page that shows its lead picture alone, as tests/browser/test_later.py says of 1280 x 800."""
    answer = client.get(address, headers=HEADERS | {"X-Seen": f"wide {lead}"})
    if answer.status_code != 200:
        raise SystemExit(f"{address} answered {answer.status}; only a computed result says what an update costs.")


def _render(app: Flask, lab: Lab, params: Params, lead: str) -> str:
    with app.test_request_context(f"/labs/{lab.slug}"):
        shown = show_result(lab.slug, params, frozenset({lead}))
        given = {"lab": lab, "shown": shown, "walks": (), "change": "", "made_with": "", "address": ""}
        return render_template("_parts/result.html", **given)


def main() -> None:
    """One line a lab and mode."""
    app = create_app()
    keep_small()
    for lab in all_labs().values():
        # A slow lab is no closed form, and the budget is not about it.
        for fixed in modes(lab) if lab.seconds <= SLOW_S else []:
            if is_run_apart(lab, fixed):
                why = "left out: a worker runs its settings, so no update computes them"
                print(f"{lab.slug} {_mode(fixed):16} {why}")
                continue
            with app.app_context():
                print(line(app, lab, fixed))


if __name__ == "__main__":
    main()
