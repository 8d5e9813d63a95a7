"""Test the picture of a sheet, and the buttons that share it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import fromstring

import pytest

from qwixx.rules.sheet import Sheet
from qwixx.rules.variants import CLASSIC, VARIANTS
from qwixx.ui.dialogs.picture import STROKES, Poster, poster_view, svg_text
from qwixx.ui.files.picture_fonts import font_paths, with_fonts
from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.effects import ShareImage
from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.view import view
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
    sheet = Sheet(variant)
    sheet = sheet.cross(variant.marks[1][0])
    drawn = svg_text(poster_view(poster(sheet)))
    assert drawn.count('class="cross"') == sum(len(sheet.crossed(row)) for row in range(4))


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
