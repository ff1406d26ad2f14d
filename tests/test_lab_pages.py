"""Every lab's page, JSON and CSV over the real server: right answers, and refusals beside the field.
It names no single setting; what a lab declares is visited."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from labs import Lab, Spec, all_labs, describe, parse, query, result_form, table_csv
from tests.asking import ask, ask_lab

ROOT = Path(__file__).resolve().parent.parent
BAD = {
    "text": "twelve",
    "nan": "NaN",
    "infinity": "inf",
    "1e400": "1e400",
    "underscore": "1_0",
    "blank": " 1",
    "plus": "+1",
    "digits": "9" * 5000,
    "arabic digits": "\u0661\u0662",
    "fullwidth digits": "\uff11",
    "far out": "1e99",
    "below": "-1e99",
    "markup": "<script>alert(1)</script>",
    "comma": "1,5",
    "null byte": "1\x00",
}
FIELDS = [(lab, spec) for lab in all_labs().values() for spec in describe(lab)]
SINGLE = [(lab, spec) for lab, spec in FIELDS if spec.kind != "numbers"]
FIELD_IDS = [f"{lab.slug}-{spec.name}" for lab, spec in FIELDS]


def refused_values(spec: Spec) -> list[str]:
    """What no setting of this kind takes; a list of numbers takes a comma, and words any short plain text."""
    taken = {"words": BAD.keys() - {"digits", "arabic digits", "null byte"}, "numbers": {"comma"}}.get(spec.kind, set())
    return [value for name, value in BAD.items() if name not in taken]


def reading(spec: Spec, value: str) -> list[tuple[str, str]]:
    return [(spec.name, value)]


def at_its_switch(lab: Lab, spec: Spec) -> list[tuple[str, str]]:
    """The switch set so that the page asks for this setting."""
    return [(each.name, spec.when) for each in describe(lab) if each.switch and spec.when and each.name != spec.name]


@pytest.mark.parametrize(("lab", "spec"), FIELDS, ids=FIELD_IDS)
def test_each_bad_value_is_refused_beside_its_field_and_kept(server: str, lab: Lab, spec: Spec) -> None:
    for value in refused_values(spec):
        pairs = [*at_its_switch(lab, spec), (spec.name, value)]
        page = ask_lab(server, lab.slug, pairs)
        told = ask_lab(server, lab.slug, pairs, ".json")
        assert (page.status, told.status) == (422, 422), (spec.name, value[:20])
        message = told.json()["error"]["fields"][spec.name]
        assert spec.label in message
        assert len(message) < 400
        assert message in unescape(page.text)
        assert "<title>Error: " in page.text
        assert "Traceback" not in page.text
        assert "<script>alert" not in page.text
        if not spec.switch:
            assert f'id="{spec.name}-error"' in page.text
            assert "aria-invalid" in page.text
        if spec.kind in ("whole", "decimal", "real"):
            assert value in unescape(page.text)


@pytest.mark.parametrize(("lab", "spec"), FIELDS, ids=FIELD_IDS)
def test_an_empty_value_is_refused_unless_optional(server: str, lab: Lab, spec: Spec) -> None:
    status = ask_lab(server, lab.slug, [(spec.name, "")], ".json").status
    assert status == (200 if spec.optional or spec.kind == "choices" else 422)


@pytest.mark.parametrize(("lab", "spec"), SINGLE, ids=[f"{lab.slug}-{spec.name}" for lab, spec in SINGLE])
def test_a_repeated_value_is_refused(server: str, lab: Lab, spec: Spec) -> None:
    value = next(iter(spec.choices), str(spec.low))
    value = "yes" if spec.kind == "yesno" else value
    answer = ask_lab(server, lab.slug, [(spec.name, value), (spec.name, value)], ".json")
    assert answer.status == 422
    assert spec.name in answer.json()["error"]["fields"]


@pytest.mark.parametrize("lab", all_labs().values(), ids=list(all_labs()))
def test_every_wrong_setting_is_told_at_once(server: str, lab: Lab) -> None:
    numbers = [spec for spec in describe(lab) if spec.kind in ("whole", "decimal", "real")]
    answer = ask_lab(server, lab.slug, [(spec.name, "x") for spec in numbers], ".json")
    assert set(answer.json()["error"]["fields"]) == {spec.name for spec in numbers}


@pytest.mark.parametrize("lab", all_labs().values(), ids=list(all_labs()))
def test_an_unknown_setting_gets_the_nearest_name(server: str, lab: Lab) -> None:
    name = describe(lab)[1].name
    answer = ask_lab(server, lab.slug, [(name[:-1], "1")])
    assert answer.status == 422
    assert f'no setting "{name[:-1]}". Did you mean "{name}"?' in unescape(answer.text)


@pytest.mark.parametrize("lab", all_labs().values(), ids=list(all_labs()))
def test_page_json_csv_and_command_line_agree(server: str, lab: Lab) -> None:
    for values in ({}, *lab.presets.values()):
        pairs = list(values.items())
        params = parse(lab, pairs)
        result = lab.run(params)
        form = result_form(lab, params, result)
        assert ask_lab(server, lab.slug, pairs, ".json").json() == json.loads(json.dumps(form))
        for table in result.tables:
            answer = ask_lab(server, lab.slug, pairs, f"/{table.name}.csv")
            assert answer.text == table_csv(table).replace("\r\n", "\r\n")
            assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        page = ask(server, f"/labs/{lab.slug}?{query(params)}")
        assert page.status == 200
        assert form["digest"] in page.text
        assert str(result.says) in unescape(page.text)


def test_the_command_line_prints_the_same_digests_in_another_process() -> None:
    # Another seed of hashing too, so that no digest rests on the order of a set.
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "1234"}
    command = [sys.executable, "-m", "tests.digests"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, encoding="utf-8", env=environ) as other:
        mine = {slug: [digest_of(lab, values) for values in lab.presets.values()] for slug, lab in all_labs().items()}
        said, _ = other.communicate()
    assert other.returncode == 0
    assert json.loads(said) == mine


def digest_of(lab: Lab, values: Mapping[str, str]) -> str:
    params = parse(lab, list(values.items()))
    return str(result_form(lab, params, lab.run(params))["digest"])


def test_the_program_itself_prints_a_digest() -> None:
    lab, (values, *_) = all_labs()["gpu-memory-ledger"], all_labs()["gpu-memory-ledger"].presets.values()
    settings = [f"{name}={value}" for name, value in values.items()]
    command = [sys.executable, "-m", "app", "lab", lab.slug, *settings, "--format", "json"]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, encoding="utf-8")
    assert json.loads(said.stdout)["digest"] == digest_of(lab, values)


@pytest.mark.parametrize("lab", all_labs().values(), ids=list(all_labs()))
def test_a_full_form_is_sent_on_to_the_short_address(server: str, lab: Lab) -> None:
    values = next(iter(lab.presets.values()))
    params = parse(lab, list(values.items()))
    everything = [(spec.name, str(values.get(spec.name, ""))) for spec in describe(lab) if spec.name in values]
    answer = ask_lab(server, lab.slug, [*everything[::-1]])
    short = f"/labs/{lab.slug}?{query(params)}".rstrip("?")
    if urlencode(everything[::-1]) != query(params):
        assert (answer.status, answer.headers["location"]) == (302, short)
    assert ask(server, short).status == 200


def test_one_moved_setting_is_named_with_its_effect(server: str) -> None:
    came_from = {"Referer": f"{server}labs/gpu-memory-ledger?microbatch=16"}
    page = ask(server, "/labs/gpu-memory-ledger?microbatch=54", headers=came_from)
    assert "Microbatch moved from 16 to 54 samples. " in unescape(page.text)
    assert "rose from 8.64 GB to 21.56 GB." in page.text


def test_two_moved_settings_are_called_two_causes(server: str) -> None:
    came_from = {"Referer": f"{server}labs/gpu-memory-ledger"}
    page = ask(server, "/labs/gpu-memory-ledger?microbatch=54&fixed_gb=4", headers=came_from)
    assert "Two causes moved, " in page.text


def test_another_sites_referer_changes_nothing(server: str) -> None:
    came_from = {"Referer": "http://elsewhere.example/labs/gpu-memory-ledger?microbatch=16"}
    page = ask(server, "/labs/gpu-memory-ledger?microbatch=54", headers=came_from)
    assert "moved" not in page.text.partition("<details")[0]


def test_an_unknown_lab_names_the_nearest(server: str) -> None:
    answer = ask(server, "/labs/gpu-memory-leger")
    assert answer.status == 404
    assert "Did you mean gpu-memory-ledger?" in answer.text


@pytest.mark.parametrize(
    "path", ["/labs/gpu-memory-ledger/nothing.csv", "/reference?topic=nothing", "/nothing", "/labs/x.json"]
)
def test_what_does_not_exist_is_a_404_in_words(server: str, path: str) -> None:
    answer = ask(server, path)
    assert answer.status == 404
    assert "Traceback" not in answer.text


def test_an_older_versions_address_is_told(server: str) -> None:
    page = ask(server, "/labs/gpu-memory-ledger?v=0")
    assert "made with version 0" in page.text


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/labs",
        "/labs/gpu-memory-ledger",
        "/labs/gpu-memory-ledger?mode=serving",
        "/reference",
        "/reference?topic=kv_cache",
        "/nothing",
    ],
)
def test_no_page_has_inline_style_or_script(server: str, path: str) -> None:
    text = ask(server, path).text
    assert not re.search(r"\sstyle=", text)
    assert not re.search(r"<script(?![^>]*(src=|application/json))", text)
    assert "http://" not in re.sub(r'(value="|xmlns="|This result is at )http://[^"<]*', "", text)


def test_addresses_of_other_scripts_and_control_characters_never_break_a_page(server: str) -> None:
    for raw in ("%00", "%ff%fe", "%E2%80%AE", "%0d%0aX-Injected: 1", quote("é" * 300)):
        answer = ask(server, f"/labs/gpu-memory-ledger?microbatch={raw}".replace(" ", "%20"))
        assert answer.status == 422
        assert "x-injected" not in answer.headers


@pytest.mark.parametrize("host", ["a..b", ".", "..", "x" * 64, "[::1", "a b"])
def test_a_host_that_cannot_be_read_is_refused_without_a_trace(server: str, host: str) -> None:
    answer = ask(server, "/labs/gpu-memory-ledger", headers={"Host": host})
    assert answer.status == 400
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "referer", ["http://[localhost", "//", "\u00e9", "javascript:1", "http://127.0.0.1:99999999/labs"]
)
def test_a_referer_that_cannot_be_read_is_ignored(server: str, referer: str) -> None:
    headers = {"Referer": referer.encode("latin-1").decode("latin-1")}
    assert ask(server, "/labs/gpu-memory-ledger?microbatch=54", headers=headers).status == 200


def test_a_reload_of_the_paste_address_leads_to_the_lab(server: str) -> None:
    answer = ask(server, "/labs/gpu-memory-ledger/files")
    assert (answer.status, answer.headers["location"]) == (302, "/labs/gpu-memory-ledger")


def test_a_wrong_method_is_told_with_the_right_ones(server: str) -> None:
    answer = ask(server, "/labs", form=[("a", "b")])
    assert answer.status == 405
    assert "GET" in answer.headers["allow"]
