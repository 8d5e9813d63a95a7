"""Test the names of players."""

from __future__ import annotations

import pytest

from qwixx import CLASSIC, Game
from qwixx.games.names import MAX_NAME, sanitize_name

NAMES = ["Ada", "Bo"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "x" * (MAX_NAME + 1),
        "a\nb",
        "a\x00",
        "a\u2028b",
        "\x9f",
        "\ud800",
        5,
        "\u202eada",
        "a\u2066",
        "a\u2069b",
        "\u200d",
        "\u3164",
        "\u2800 \ufe0f",
    ],
)
def test_invalid_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="names must have"):
        Game(CLASSIC, ["Ada", name], 7)


@pytest.mark.parametrize(
    "name", ["x" * MAX_NAME, "<img onerror=alert(1)>", "נועה", "👩‍👩‍👧", "می\u200cخواهم"]
)
def test_any_plain_text_is_valid_name(name: str) -> None:
    game = Game(CLASSIC, ["Ada", name], 7)
    assert Game.from_json(game.to_json()).names == ("Ada", name)


def test_players_can_be_renamed_to_valid_names() -> None:
    game = Game(CLASSIC, ["Ann", "Bob"], 1).roll()
    renamed = game.rename(["Zoë", "Bob"])
    assert (game.names, renamed.names) == (("Ann", "Bob"), ("Zoë", "Bob"))
    assert renamed.states == game.states
    game = renamed
    assert Game.from_json(game.to_json()).names == ("Zoë", "Bob")
    for names in (["Ann"], ["Ann", "Bob", "Cy"], ["Ann", ""]):
        with pytest.raises(ValueError, match="name"):
            game.rename(names)
        assert game.names == ("Zoë", "Bob")


def test_names_must_be_list() -> None:
    for names in ("Ada", {"Ada", "Bo"}, iter(NAMES), None):
        with pytest.raises(ValueError, match="names must have"):
            Game(CLASSIC, names, 7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  a\x00b\u2028\ud800c ", "abc"),
        ("x" * 10_000, "x" * MAX_NAME),
        ("x" * (MAX_NAME - 1) + " y", "x" * (MAX_NAME - 1)),
        ("👩\u200d👧", "👩\u200d👧"),
        ("\n \x9f", ""),
        ("\u202eevil\u202d", "evil"),
        ("\u2066a\u2069 \u200fb\u061c\ufeff", "a b"),
        ("\u200b\u2800\u3164\u200d\ufe0f\U000e0020", ""),
    ],
)
def test_typed_text_becomes_name(text: str, name: str) -> None:
    assert sanitize_name(text) == name
    if name:
        assert Game(CLASSIC, [name, "B"], 1).names == (name, "B")


def test_characters_that_xml_lacks_are_removed_but_stay_valid_in_old_saves() -> None:
    assert sanitize_name("A\ufffe\uffffB") == "AB"
    game = Game(CLASSIC, ["A\uffff", "Bo"], 7)
    assert Game.from_json(game.to_json()) == game
