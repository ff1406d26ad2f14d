"""The pages of the labs: gallery, a lab with its result, the same result as JSON and CSV, a pasted file.
It refuses to know any single lab; everything comes from its declaration and its result."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Flask, Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from app.web.addresses import address_of
from app.web.came_from import came_from, change_since
from app.web.fields import build_form, texts_of
from app.web.job_views import Trouble, job_view
from app.web.offers import offered_here
from app.web.result import live_figures, show_result
from app.web.run_panel import panel_of
from app.web.runs import run_download, run_lab
from app.web.seen import HEADER, seen
from app.web.uploads import bound_paste, bound_upload, received, unread_settings
from app.web.walks import steps
from labs import (
    BadParams,
    FieldError,
    Lab,
    Params,
    Table,
    TooMuchAtOnce,
    all_labs,
    get_lab,
    parse,
    query,
    quote,
    result_form,
    schema,
    table_csv,
)

Pairs = list[tuple[str, str]]


def register(app: Flask) -> None:
    app.add_url_rule("/labs", "labs", gallery)
    app.add_url_rule("/labs/<slug>", "lab", lab_page)
    app.add_url_rule("/labs/<slug>.json", "lab_json", lab_json)
    app.add_url_rule("/labs/<slug>/figures.json", "lab_figures", lab_figures)
    app.add_url_rule("/labs/<slug>/schema.json", "lab_schema", lab_schema)
    app.add_url_rule("/labs/<slug>/<table>.csv", "lab_csv", lab_csv)
    app.add_url_rule("/labs/<slug>/files", "lab_files", lab_files, methods=["POST"])
    # A reload after a refused paste, or a link kept from it, leads to the lab.
    app.add_url_rule("/labs/<slug>/files", "lab_files_again", lab_files_again)


def gallery() -> str:
    return render_template("labs.html", labs=all_labs().values())


def lab_page(slug: str) -> BaseResponse:
    lab = get_lab(slug)
    pairs = _pairs()
    try:
        params = parse(lab, pairs)
        if not _is_part() and not _is_canonical(params):
            return redirect(lab_address(lab, params, request.args.get("v")), 302)
        return _answer(lab, params)
    except TooMuchAtOnce as much:
        return unfinished(lab, params, much)
    except BadParams as bad:
        return refused(lab, pairs, bad)


def _answer(lab: Lab, params: Params) -> Response:
    # A page that is updated says what it shows; one that is made does not know its size yet.
    shown = show_result(lab.slug, params, seen() if _target() == "result" else None)
    context = {
        "lab": lab,
        "shown": shown,
        "panel": panel_of(shown.result),
        "walks": steps(lab, params, shown.result),
        "change": change_since(lab, params),
        "made_with": _older_version(lab),
        "address": lab_address(lab, params, str(lab.version)),
    }
    return _with_form("_parts/result.html", lab, params, context)


def unfinished(
    lab: Lab, params: Params, much: TooMuchAtOnce, trouble: Trouble | None = None, place: tuple[str, str] = ("", "")
) -> Response:
    """Where the run apart stands, in place of a result; nothing begins. `place`: a lesson's address and region."""
    context = {"lab": lab, "job": job_view(lab, params, much, trouble, place), "kept": query(params)}
    if place[1]:
        response = make_response(render_template("_parts/job.html", **context))
    else:
        response = _with_form("_parts/job.html", lab, params, context)
    response.headers["Cache-Control"] = "no-store"
    if trouble is not None:
        response.status_code = trouble.status
        response.headers.update(trouble.headers)
    return response


def _with_form(part: str, lab: Lab, params: Params, context: dict[str, Any]) -> Response:
    """The part that goes into the result's region, or the page around it."""
    if _target() == "result":
        response = make_response(render_template(part, **context))
    else:
        context["form"] = build_form(lab, texts_of(params), {}, offered_here(lab))
        response = make_response(render_template("_parts/lab.html" if _is_part() else "lab.html", **context))
    response.headers["HX-Replace-Url"] = lab_address(lab, params, None)
    response.vary.update(["HX-Target", "Referer", HEADER, "X-From"])
    return response


def refused(lab: Lab, pairs: Pairs, bad: BadParams, pasted: Mapping[str, str] | None = None) -> Response:
    """The lab's page with every error beside its field, the values kept and no result."""
    errors = {error.name: error.message for error in bad.errors}
    context: dict[str, Any] = {
        "lab": lab,
        "form": build_form(lab, _joined(pairs), errors, offered_here(lab)),
        "errors": bad.errors,
        "pasted": pasted or {},
        "kept": urlencode(pairs),
        "asked": request.method == "POST" or "X-Live" not in request.headers,
    }
    response = make_response(render_template("_parts/lab.html" if _is_part() else "lab.html", **context), 422)
    response.headers["HX-Retarget"] = "#lab"
    response.headers["HX-Reswap"] = "outerHTML"
    response.vary.add("HX-Target")
    return response


def lab_json(slug: str) -> Response:
    lab = get_lab(slug)
    params = parse(lab, _pairs())
    return jsonify(result_form(lab, params, run_lab(slug, params)))


def lab_figures(slug: str) -> Response:
    """The result's figures as Plotly takes them."""
    return Response(live_figures(slug, parse(get_lab(slug), _pairs())), content_type="application/json")


def lab_schema(slug: str) -> Response:
    return jsonify(schema(get_lab(slug)))


def lab_csv(slug: str, table: str) -> Response:
    found = _named_table(slug, table, parse(get_lab(slug), _pairs()))
    response = Response(table_csv(found), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{slug}-{found.name}.csv"'
    return response


def _named_table(slug: str, name: str, params: Params) -> Table:
    if name in get_lab(slug).downloads:
        return run_download(slug, name, params)
    tables = {each.name: each for each in run_lab(slug, params).tables}
    if name not in tables:
        raise NotFound(f'This result has no table "{quote(name)}". It has {", ".join(tables)}.')
    return tables[name]


def lab_files(slug: str) -> BaseResponse:
    """A pasted text becomes values in an address; nothing is stored. A file is checked first and stored then."""
    lab = get_lab(slug)
    # A body that is too long is not read to its end, so the settings come from its head or from the page before.
    pairs = unread_settings(lab) or came_from(lab) or []
    pasted: dict[str, str] = {}
    try:
        bound_upload(lab)
        bound_paste(lab)
        pairs = [pair for pair in parse_qsl(request.form.get("settings", ""), keep_blank_values=True) if pair[0] != "v"]
        pasted = {name: request.form.get(name, "") for name in lab.readers if name in request.form}
        pairs = list((dict(pairs) | (received(lab) if lab.uploads else _pasted(lab, pasted))).items())
        params = parse(lab, pairs)
    except BadParams as bad:
        return refused(lab, pairs, bad, pasted)
    # Who pasted a text goes on at the sentence of the result, not at the top of a page that looks the same.
    return redirect(f"{lab_address(lab, params, None)}{'' if lab.uploads else '#says'}", 303)


def _pasted(lab: Lab, pasted: Mapping[str, str]) -> dict[str, str]:
    if not pasted:
        raise BadParams([FieldError("file", f"Nothing was pasted. Paste {' or '.join(lab.readers)}.")])
    return {name: value for kind, paste in pasted.items() for name, value in lab.readers[kind](paste).items()}


def lab_files_again(slug: str) -> BaseResponse:
    return redirect(url_for("lab", slug=get_lab(slug).slug))


def _pairs() -> Pairs:
    return [pair for pair in request.args.items(multi=True) if pair[0] != "v"]


def _joined(pairs: Pairs) -> dict[str, str]:
    """The text of each setting as its field shows it: what a list was given in several parts stands in one line."""
    texts: dict[str, list[str]] = {}
    for name, text in pairs:
        texts.setdefault(name, []).append(text)
    return {name: ",".join(parts) for name, parts in texts.items()}


def lab_address(lab: Lab, params: Params, version: str | None) -> str:
    """The path of a result, with the version when it is to be told."""
    parts = [part for part in (query(params), f"v={version}" if version else "") if part]
    path = address_of("lab", slug=lab.slug)
    return f"{path}?{'&'.join(parts)}" if parts else path


def _is_canonical(params: Params) -> bool:
    return parse_qsl(query(params), keep_blank_values=True) == _pairs()


def _target() -> str:
    """The id of the element that htmx will fill, empty for a whole page."""
    return request.headers.get("HX-Target", "").partition("#")[2]


def _is_part() -> bool:
    return _target() in ("result", "lab")


def _older_version(lab: Lab) -> str:
    given = request.args.get("v", str(lab.version))
    return "" if given == str(lab.version) else quote(given)
