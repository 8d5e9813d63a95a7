"""Test the picture of a sheet, and the buttons that share it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import fromstring

import pytest

from qwixx.games.written.position import parse_position
from qwixx.rules.sheet import Sheet
from qwixx.rules.variants import CLASSIC, VARIANTS
from qwixx.ui.dialogs.picture import STROKES, Poster, poster_view, svg_text
from qwixx.ui.dialogs.share import crosses_as_emoji_rows
from qwixx.ui.files.picture_fonts import font_paths, with_fonts
from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.effects import ShareImage
from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.view import view
from tests.finished_games import finished_game
from tests.ui.fake_page import effects_of, model_after, open_page, play_to_end, walk

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant

ROOT = Path(__file__).parents[2]
ADDRESS = "https://example.org/qwixx/"


def poster(sheet: Sheet, *, has_numbers: bool = True, is_rtl: bool = False) -> Poster:
    return Poster(
        sheet=sheet,
        has_numbers=has_numbers,
        title="Classic",
        day="Nov 26, 2026",
        owner="<Emma> & Noa",
        note="Best choices: 79%",
        others="Rex: 56",
        address="example.org",
        is_rtl=is_rtl,
        label="Picture",
    )


def texts_at(picture: Poster) -> dict[str, float]:
    """Return the horizontal position of each line outside the sheet."""
    root = fromstring(svg_text(poster_view(picture)))  # noqa: S314 - our own SVG
    return {text.text or "": float(text.get("x", 0)) for text in root.findall("{*}text")}


def test_picture_is_a_valid_document_of_fixed_size() -> None:
    root = fromstring(svg_text(poster_view(poster(Sheet(CLASSIC)))))  # noqa: S314 - our own SVG
    assert (root.get("width"), root.get("height")) == ("1080", "1080")
    assert "<Emma> & Noa" in [text.text for text in root.findall(".//{*}text")]


def test_picture_of_a_daily_game_shows_how_many_but_not_which_numbers() -> None:
    sheets = []
    for places in ((0, 1, 2), (3, 6, 8)):
        sheet = Sheet(CLASSIC)
        for place in places:
            sheet = sheet.cross(CLASSIC.marks[0][place])
        sheets.append(sheet)
    without, other = (svg_text(poster_view(poster(s, has_numbers=False))) for s in sheets)
    assert without == other
    assert without.count('class="cross"') == 3
    with_numbers = [svg_text(poster_view(poster(sheet))) for sheet in sheets]
    assert with_numbers[0] != with_numbers[1]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: str(variant.name))
def test_every_variant_has_a_picture(variant: Variant) -> None:
    sheet = finished_game(variant.name).state.sheets[0]
    root = fromstring(svg_text(poster_view(poster(sheet))))  # noqa: S314 - our own SVG
    rows = range(len(variant.marks))
    crosses = [each for each in root.iter() if each.get("class") == "cross"]
    assert len(crosses) == sum(sheet.count(row) - sheet.locked(row) for row in rows[:4]) + sum(
        sheet.count(row) for row in rows[4:]
    )
    shown = [text.text for text in root.findall(".//{*}text")]
    assert shown.count(f"+{sheet.extra_points}") == bool(variant.tables.points)
    without = svg_text(poster_view(poster(sheet, has_numbers=False)))
    assert without.count('class="cross"') >= len(crosses)


def test_picture_of_a_daily_game_shows_all_second_crosses() -> None:
    row = "".join(f"{number}+," for number in range(2, 12))
    sheet = parse_position(f"double-a 4 0 roll - - r{row}12/y/g/b/0 r/y/g/b/0").sheets[0]
    drawn = svg_text(poster_view(poster(sheet, has_numbers=False)))
    assert drawn.count('class="cross"') == 21  # the lock is no box


@pytest.mark.parametrize(
    ("name", "sheet", "lines"),
    [
        ("classic", "r2,3/y/g12/b/0", ["🟥🟥", "🟩"]),
        ("mixx-a", "r2,5,9/y/g/b/0", ["🟨🟦🟩"]),
        ("mixx-a", "r2,5,8,9,11,12/y/g/b/0", ["🟨🟦🟩🟩🟥🟥🟥"]),
        ("big-points", "r2,3/y/g/b4/0/ry2/gb4", ["🟥🟥", "⬜", "⬜", "🟦"]),
        ("double-a", "r2+,3/y/g/b/0", ["🟥🟥🟥"]),
        ("connected-a", "r/y2,6/g11/b/0/A", ["🟨🟨", "🟩", "+6"]),
        ("bonus-b", "r6/y/g/b4/0/-", ["🟥", "🟦", "+13"]),
    ],
)
def test_shared_text_has_all_crosses_and_extra_points(
    name: str, sheet: str, lines: list[str]
) -> None:
    other = Sheet(name, card="B" if "connected" in name else "").code
    shown = parse_position(f"{name} 4 0 roll - - {sheet} {other}").sheets[0]
    assert crosses_as_emoji_rows(shown) == lines


def test_shared_text_of_a_daily_game_says_nothing_about_numbers() -> None:
    sheets = parse_position("mixx-a 4 0 roll - - r2,5/y/g/b/0 r8,11/y/g/b/0").sheets
    one, other = (crosses_as_emoji_rows(sheet, hides_numbers=True) for sheet in sheets)
    assert one == other == ["🟥🟥"]


def test_picture_is_mirrored_for_languages_from_right_to_left() -> None:
    left, right = (texts_at(poster(Sheet(CLASSIC), is_rtl=is_rtl)) for is_rtl in (False, True))
    assert left.keys() == right.keys()
    assert all(left[text] + right[text] == 1080 for text in left)


def test_pen_of_pictures_is_that_of_the_page() -> None:
    colors = ROOT.joinpath("static/css/colors.css").read_text(encoding="utf-8")
    for name, stroke in STROKES.items():
        found = re.search(rf"--{name}: ([^;]+);", colors)
        assert found, name
        points = re.findall(r"([\d.]+)%", found[1])
        assert points == [*stroke.split(), *points[:2]], name


def test_picture_contains_fonts_of_its_letters() -> None:
    assert font_paths("Qwixx") == ("static/vendor/rubik/rubik-latin-wght-normal.woff2",)
    names = [path.split("-")[1] for path in font_paths("Žofie Наташа נועה ليلى")]
    assert names == ["latin", "latin", "cyrillic", "hebrew", "arabic"]
    assert all(ROOT.joinpath(path).exists() for path in font_paths("Žofie Наташа נועה ليلى"))
    svg = with_fonts('<svg a="b"><g/></svg>', {font_paths("a")[0]: b"font"})
    assert svg.startswith('<svg a="b"><style>@font-face{font-family:Rubik;')
    assert "base64,Zm9udA==" in svg
    assert with_fonts("<svg/>", {font_paths("a")[0]: b""}) == "<svg/>"  # it could not be loaded


def shared_actions(model: Model) -> set[str]:
    actions = {node.attributes.get("data-action", "") for node in walk(view(model))}
    return actions & {"share", "send-result"}


def test_end_of_game_opens_share_sheet_of_system_in_one_touch() -> None:
    opened = open_page(start="1", players="2").with_session(address=ADDRESS)
    model = play_to_end(opened, with_marks=False)[-1]
    assert shared_actions(model) == {"share"}
    model = model.with_session(can_share=True)
    assert shared_actions(model) == {"send-result"}
    [effect] = effects_of(model, ControlUsed("send-result"))
    assert isinstance(effect, ShareImage)
    assert effect.text.startswith("Qwixx ")
    assert ADDRESS in effect.text
    failed = model_after(model, ControlUsed("no-share"))
    assert shared_actions(failed) == {"share"}  # the page's own dialog
    assert model_after(failed, ControlUsed("share")).dialog.kind is Dialog.SHARE


def test_unfinished_game_is_not_sent_as_a_result() -> None:
    model = open_page(start="1").with_session(address=ADDRESS, can_share=True)
    assert effects_of(model, ControlUsed("send-result")) == []
