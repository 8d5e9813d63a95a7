"""Test the timelines: their times reach style sheets and sounds, in one order."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from qwixx.publish.files import ROOT
from qwixx.ui.model.timeline import (
    COUNT,
    CROSS,
    LOCK,
    ROLL,
    SOUNDS,
    TIMELINES,
    TOUCH,
    WIN,
    notes_of,
    part_of,
    style_sheet,
    vibration_of,
)

COLORS = ("white-1", "white-2", "red", "yellow", "green", "blue")


def test_dice_touch_felt_apart_and_click_then() -> None:
    touches = [part_of(ROLL, f"{color}-touch").at_ms for color in COLORS]
    assert touches == [round(TOUCH * part_of(ROLL, color).long_ms) for color in COLORS]
    assert all(after - before >= 30 for before, after in pairwise(touches))
    assert {at for at, _note in notes_of(ROLL)} >= {*touches}
    frames = re.findall(
        r"@keyframes tumble[\w-]* \{.*?\n  \}",
        ROOT.joinpath("static/css/dice.css").read_text("utf-8"),
        re.DOTALL,
    )
    assert len(frames) == 2
    # After it was picked up, the first time at which a die is on the felt
    assert all(re.findall(r"\n    (\d+)% ", frame)[1] == f"{TOUCH:.0%}"[:-1] for frame in frames)


def test_sounds_belong_to_what_is_seen_in_the_same_frame() -> None:
    strokes = [part_of(CROSS, name).at_ms for name in ("first", "second")]
    assert [at for at, _note in notes_of(CROSS)] == strokes
    closing = part_of(LOCK, "shut")
    shackle = part_of(LOCK, "shackle")
    assert shackle.at_ms + shackle.long_ms == closing.at_ms
    assert [at for at, _note in notes_of(LOCK)].count(closing.at_ms) == 2
    rows = [part_of(WIN, color).at_ms for color in COLORS[2:]]
    assert [at for at, _note in notes_of(WIN)] == [*rows, part_of(WIN, "headline").at_ms]


def test_points_change_after_their_gain() -> None:
    gain, landing, points, total = (
        part_of(COUNT, name) for name in ("gain", "landing", "points", "total")
    )
    assert gain.at_ms < landing.at_ms
    assert gain.at_ms + gain.long_ms >= landing.at_ms + landing.long_ms == points.at_ms
    assert points.at_ms < total.at_ms


@pytest.mark.parametrize("event", SOUNDS)
def test_sound_without_motion_keeps_its_order(event: str) -> None:
    notes, swift = notes_of(event), notes_of(event, is_swift=True)
    order = sorted(range(len(notes)), key=lambda index: notes[index][0])
    assert order == sorted(range(len(swift)), key=lambda index: swift[index][0])
    assert min(at for at, _note in swift) == 0
    assert max(at for at, _note in swift) <= 200


def test_vibration_begins_with_its_part() -> None:
    assert vibration_of(LOCK) == (0, part_of(LOCK, "shut").at_ms, 20, 40, 20)
    assert vibration_of(LOCK, is_swift=True) == (20, 40, 20)
    assert vibration_of(CROSS) == (10,)
    assert vibration_of(ROLL) == ()


def test_style_sheets_get_their_times_only_from_timelines() -> None:
    times = dict(re.findall(r"--([\w-]+): (\d+)ms;", style_sheet()))
    assert times["lock-shut-at"] == str(part_of(LOCK, "shut").at_ms)
    drawn = sum(
        bool(part.name) * (bool(part.at_ms) + bool(part.long_ms))
        for parts in TIMELINES.values()
        for part in parts
    )
    assert len(times) == drawn
    text = ROOT.joinpath("static/css/timeline.css").read_text("utf-8")
    assert text == style_sheet()


def test_events_restyle_only_the_cells_that_they_concern() -> None:
    """A rule that ends in ".cell" restyles all cells of all sheets with each change of the event.

    Browsers look for the last part of such a rule by its class, so it has an attribute only.
    """
    found = [
        f"{path.name}: {rule}"
        for path in sorted(ROOT.glob("static/css/*.css"))
        for rule in re.findall(
            r"\[data-(?:landing|event|falling)[^{},;]*\.cell(?=[^\s{},;]*[\s]*[{,])[^{},;]*",
            path.read_text("utf-8"),
        )
    ]
    assert found == []
