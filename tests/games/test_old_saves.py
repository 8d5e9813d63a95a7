"""Saves of older versions are read, by the functions of one module."""

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


def test_keys_without_a_folder_are_known() -> None:
    keys = old_saves.legacy_storage_keys("qwixx:", "?x")
    assert keys["settings"] == "qwixx:settings"  # of all frames
    assert keys["game"] == "qwixx:game?x"
    script = ROOT.joinpath("static/js/first.js").read_text("utf-8")
    assert f'read("{keys["settings"]}")' in script


@pytest.mark.parametrize(
    ("saved", "shown"), [("An\u202en", "Ann"), ("\u200b", "2"), ("Ann", "Ann"), ("", "")]
)
def test_invisible_characters_of_names_are_left_out(saved: str, shown: str) -> None:
    assert old_saves.name_without_invisible(saved, 2) == shown


def test_a_game_with_an_invisible_name_is_read() -> None:
    text = Game("classic", ["Ann", "Bob"], seed=7).to_json().replace("Bob", "\\u200b")
    assert Game.from_json(text).names == ("Ann", "2")


def test_a_guest_of_version_1_has_lost_its_seat() -> None:
    new = json.loads(new_guest(KEY).to_json())
    assert json.loads(json.dumps(old_saves.upgrade_guest_fields(OLD_GUEST))) == {
        **new,
        "name": "Ben",
    }
    assert old_saves.upgrade_guest_fields(new) == new
    assert Guest.from_json(json.dumps(OLD_GUEST)).pins == new_guest(KEY).pins


def test_a_table_of_version_1_has_its_seats() -> None:
    assert old_saves.is_table_of_version_1(OLD_TABLE)
    assert not old_saves.is_table_of_version_1({**OLD_TABLE, "version": 2})
    assert old_saves.seats_of_version_1(OLD_TABLE) == [("here", "Emma"), ("guest", "Noa")]


def test_a_name_of_the_start_screen_is_cleaned() -> None:
    assert old_saves.sanitize_setup_name(" A\x00nn\u202e ") == "Ann"


def test_every_old_form_has_a_reader() -> None:
    tree = ast.parse(ROOT.joinpath("qwixx/games/written/old_saves.py").read_text("utf-8"))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    sources = [path.read_text("utf-8") for path in ROOT.joinpath("qwixx").rglob("*.py")]
    assert names == {name for name in names if any(f"old_saves.{name}(" in s for s in sources)}
