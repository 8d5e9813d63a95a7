"""Test that saves from older versions can be read."""

from __future__ import annotations

import ast
import json

import pytest

from qwixx import Game
from qwixx.games.live.guest import Guest, new_guest
from qwixx.games.written import old_saves
from qwixx.publish.files import ROOT

KEY = "a" * 64
OLD_GUEST = {"texts": [KEY, "Ben", "b" * 32, "c" * 64, ""], "round": 3}
OLD_TABLE = {"holders": [["here", "Emma", "", ""], ["guest", "No\u202ea", "1" * 32, ""]]}


def test_legacy_storage_keys_have_no_folder() -> None:
    keys = old_saves.legacy_storage_keys("qwixx:", "?x")
    assert keys["settings"] == "qwixx:settings"  # shared by all frames
    assert keys["game"] == "qwixx:game?x"
    script = ROOT.joinpath("static/js/first.js").read_text("utf-8")
    assert f'read("{keys["settings"]}")' in script


@pytest.mark.parametrize(
    ("saved", "cleaned"), [("An\u202en", "Ann"), ("\u200b", "2"), ("Ann", "Ann"), ("", "")]
)
def test_invisible_characters_are_removed_from_names(saved: str, cleaned: str) -> None:
    assert old_saves.name_without_invisible(saved, 2) == cleaned


def test_game_with_invisible_name_is_loaded() -> None:
    text = Game("classic", ["Ann", "Bob"], seed=7).to_json().replace("Bob", "\\u200b")
    assert Game.from_json(text).names == ("Ann", "2")


def test_guest_of_version_1_loses_seat() -> None:
    assert not old_saves.is_guest_of_old_version(json.loads(new_guest(KEY).to_json()))
    guest = Guest.from_json(json.dumps(OLD_GUEST))
    assert (guest.name, guest.token, guest.pins) == ("Ben", "", new_guest(KEY).pins)
    assert not old_saves.is_guest_in_old_game(OLD_GUEST)


def test_guest_of_version_2_loses_seat() -> None:
    pins = {"table": "0" * 32, "terms": ["classic", ["", "1" * 64]], "verdict": ""}
    fields = {"name": "Ben", "token": "2" * 32, "pins": pins}
    guest = Guest.from_json(json.dumps(fields))
    assert (guest.name, guest.token, guest.pins) == ("Ben", "", new_guest(KEY).pins)
    assert old_saves.is_guest_in_old_game(fields)
    assert not old_saves.is_guest_in_old_game({**fields, "pins": {**pins, "verdict": "fair"}})


def test_table_of_version_1_keeps_seats() -> None:
    assert old_saves.is_table_of_old_version(OLD_TABLE)
    assert old_saves.is_table_of_old_version({**OLD_TABLE, "version": 2})
    assert not old_saves.is_table_of_old_version({**OLD_TABLE, "version": 3})
    assert old_saves.seats_of_old_table(OLD_TABLE) == [("here", "Emma"), ("guest", "Noa")]


def test_name_of_start_screen_is_sanitized() -> None:
    assert old_saves.sanitize_setup_name(" A\x00nn\u202e ") == "Ann"


def test_every_function_for_old_saves_is_used() -> None:
    tree = ast.parse(ROOT.joinpath("qwixx/games/written/old_saves.py").read_text("utf-8"))
    function_names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    sources = [path.read_text("utf-8") for path in ROOT.joinpath("qwixx").rglob("*.py")]
    assert function_names == {
        name
        for name in function_names
        if any(f"old_saves.{name}(" in source for source in sources)
    }
