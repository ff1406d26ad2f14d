"""The overlay draws the same callers from the same seed, says so, and replaces nothing that the file has.
It refuses to test what a scheduler does with them."""

import subprocess
import sys
from dataclasses import replace

import pytest
from trace_files import PLAIN, read_text

from labs.replay.workload import NEVER, Workload
from labs.traces import BadTrace, GroupShare, Overlay, overlay

NUMBER = 20_000


def many(count: int = NUMBER) -> Workload:
    return Workload(range(count), [101] * count, [11] * count, range(2, count + 2))


def test_the_same_seed_draws_the_same_callers_and_another_seed_others() -> None:
    assert overlay(many(), 7) == overlay(many(), 7)
    assert overlay(many(), 7).group != overlay(many(), 8).group


def test_the_draw_is_the_same_in_every_process() -> None:
    code = (
        "import hashlib; from labs.replay.workload import Workload; from labs.traces import overlay;"
        "w = overlay(Workload(range(500), [101] * 500, [11] * 500, range(500)), 3);"
        "print(hashlib.sha256(w.group.tobytes() + w.patience.tobytes()).hexdigest())"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1] != ""


def test_shares_come_out_as_assumed() -> None:
    work = overlay(many(), 1)
    rare = list(work.group).count(work.groups.index("rare"))
    assert rare == pytest.approx(0.04 * NUMBER, rel=0.1)
    assert list(work.priority).count(0) == pytest.approx(0.10 * NUMBER, rel=0.1)
    waiting = [ticks for ticks in work.patience if ticks != NEVER]
    assert len(waiting) == pytest.approx(0.10 * NUMBER, rel=0.1)
    assert 5_000_000 <= min(waiting) <= max(waiting) < 60_000_000
    assert list(work.tenant).count(0) == pytest.approx(NUMBER * 12 / 25, rel=0.05)
    assert work.tenants == ("tenant-1", "tenant-2", "tenant-3", "tenant-4")


def test_the_rare_group_takes_half_as_many_tokens_again_rounded_up() -> None:
    work = overlay(many(), 1)
    rare = work.groups.index("rare")
    pairs = {(group == rare, p, o) for group, p, o in zip(work.group, work.prompt, work.output, strict=True)}
    assert pairs == {(False, 101, 11), (True, 152, 17)}


def test_longer_prompts_are_cut_again_where_a_length_is_given() -> None:
    work = overlay(many(), 1, Overlay(max_len=120))
    assert set(work.prompt) == {101, 103}


def test_the_notes_label_the_overlay_and_its_seed() -> None:
    note = overlay(many(), 5).notes[-1]
    assert note.startswith("overlay: tenant, group, priority, patience drawn with seed 5; assumed, not measured")
    assert "rare 4 % x1.5" in note


def test_columns_of_the_file_stay_and_shift_no_other_draw() -> None:
    own = replace(many(), group=[0] * NUMBER, groups=("unseen",))
    work, full = overlay(own, 2), overlay(many(), 2)
    assert (work.groups, set(work.group), set(work.prompt)) == (("unseen",), {0}, {101})
    assert (work.tenant, work.priority, work.patience) == (full.tenant, full.priority, full.patience)
    assert work.notes[-1].startswith("overlay: tenant, priority, patience drawn")


def test_a_workload_with_every_column_is_left_alone() -> None:
    full = overlay(many(), 2)
    assert overlay(full, 3) is full


def test_callers_are_drawn_in_the_order_of_the_file_not_of_arrival() -> None:
    sorted_rows, unsorted = read_text(f"{PLAIN}0,1,1\n5,2,2\n9,3,3\n"), read_text(f"{PLAIN}9,1,1\n5,2,2\n0,3,3\n")
    forward, backward = (overlay(trace.workload, 4).patience for trace in (sorted_rows, unsorted))
    assert list(forward) == list(backward)[::-1]


@pytest.mark.parametrize(
    ("assumed", "said"),
    [
        (Overlay(groups=(GroupShare("english", 90),)), "sum to 90 percent"),
        (Overlay(groups=(GroupShare("a", 101), GroupShare("b", -1))), "none below 0"),
        (Overlay(groups=(GroupShare("a", 100, tokens_percent=0),)), "1 or more"),
        (Overlay(tenants=0), "1 to 1,000"),
        (Overlay(urgent_percent=101), "0 to 100"),
        (Overlay(patience_low_s=9, patience_high_s=8), "backwards"),
    ],
)
def test_assumptions_that_cannot_be_are_refused(assumed: Overlay, said: str) -> None:
    with pytest.raises(BadTrace, match=said):
        overlay(many(1), 1, assumed)
