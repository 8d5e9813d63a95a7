"""Test that sheets that the page cannot draw yet are unknown to it."""

from __future__ import annotations

import pytest

from qwixx import VARIANTS, Game, RecordError
from qwixx.games.written.join_code import SameDiceError, SharedSetup
from qwixx.games.written.share_link import LinkError, decode_game, encode_game
from qwixx.rules.variants.big_points import BIG_POINTS
from qwixx.ui.undrawn import UNDRAWN, drawn_variants, without_undrawn
from qwixx.ui.view import view
from tests.ui.fake_page import open_page, text_of, walk


def test_start_screen_offers_only_what_the_page_draws() -> None:
    offered = [
        node.attributes["value"]
        for node in walk(view(open_page()))
        if node.attributes.get("data-action") == "variant" and "value" in node.attributes
    ]
    assert offered == [variant.name for variant in drawn_variants()]
    assert not {*offered} & {*UNDRAWN}


@pytest.mark.parametrize("screen", [{}, {"pad": "1"}, {"print": "1"}, {"same": "1"}])
@pytest.mark.parametrize("name", UNDRAWN)
def test_url_of_undrawn_sheet_is_ignored_like_an_unknown_one(
    name: str, screen: dict[str, str]
) -> None:
    undrawn, unknown = (open_page(variant=each, **screen) for each in (name, "chess"))
    assert text_of(view(undrawn)) == text_of(view(unknown))
    assert undrawn.screen == unknown.screen


def test_links_saves_and_codes_of_undrawn_sheets_are_refused() -> None:
    VARIANTS[BIG_POINTS.name] = BIG_POINTS
    game = Game(BIG_POINTS, ["1", "2"], 7)
    link, save, code = encode_game(game), game.to_json(), SharedSetup(BIG_POINTS, 2, 5).code
    del VARIANTS[BIG_POINTS.name]
    with pytest.raises(LinkError, match="newer version"):
        decode_game(link)
    with pytest.raises(RecordError, match="unknown variant"):
        Game.from_json(save)
    with pytest.raises(SameDiceError, match="newer version"):
        SharedSetup.from_code(code)


def test_registry_is_restored() -> None:
    before = dict(VARIANTS)
    VARIANTS[BIG_POINTS.name] = BIG_POINTS
    with without_undrawn():
        assert BIG_POINTS.name not in VARIANTS
    assert VARIANTS.pop(BIG_POINTS.name) is BIG_POINTS
    assert before == VARIANTS
