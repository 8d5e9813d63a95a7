"""Test the frozen formats of saves and messages: formats.json was written by an earlier version.

All releases must read these texts and write them with the same keys. If a test fails, do not
change the texts: players have saved them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from qwixx.games.archive import archived_game
from qwixx.games.archive.archived_game import parse_archived_game, write_archived_game
from qwixx.games.challenge_log import parse_challenge_log, write_challenge_log
from qwixx.games.daily import parse_daily_log, write_daily_log
from qwixx.games.game import Game
from qwixx.games.live import protocol
from qwixx.games.live.guest import Guest
from qwixx.games.live.host import RELOADED, Host
from qwixx.games.same_dice.game import SameDice
from qwixx.games.score_pad.pad import Pad
from qwixx.games.score_pad.pad_series import PadSeries
from qwixx.games.written.challenge_link import parse_challenge
from qwixx.games.written.join_code import SharedSetup
from qwixx.games.written.share_link import encode_game, parse_link
from qwixx.games.written.sheet_code import decode_sheet, encode_sheet
from qwixx.ui.screens.live_table.saved import parse_save
from qwixx.ui.storage import parse_setup, write_setup

if TYPE_CHECKING:
    from collections.abc import Callable

FROZEN: dict[str, Any] = json.loads(
    Path(__file__).with_name("formats.json").read_text(encoding="utf-8")
)
REWRITE: dict[str, Callable[[str], str]] = {
    "save": lambda text: Game.from_json(text).to_json(),
    "save with given rolls": lambda text: Game.from_json(text).to_json(),
    "save from a position": lambda text: Game.from_json(text).to_json(),
    "archived game": lambda text: write_archived_game(parse_archived_game(text)),
    "archived game with proof": lambda text: write_archived_game(parse_archived_game(text)),
    "archived pad": lambda text: write_archived_game(parse_archived_game(text)),
    "archived same dice": lambda text: write_archived_game(parse_archived_game(text)),
    "score pad": lambda text: Pad.from_json(text).to_json(),
    "pads": lambda text: PadSeries.from_json(text).to_json(),
    "same dice": lambda text: SameDice.from_json(text).to_json(),
    "daily log": lambda text: write_daily_log(parse_daily_log(text)),
    "challenge": lambda text: parse_challenge(text).code,
    "answer to a challenge": lambda text: parse_challenge(text).code,
    "challenge log": lambda text: write_challenge_log(parse_challenge_log(text)),
    "guest": lambda text: Guest.from_json(text).to_json(),
    "setup": lambda text: write_setup(parse_setup(text)),
}
"""Functions that read a text and write it again, by kind of text."""


@pytest.mark.parametrize("name", REWRITE)
def test_frozen_text_round_trips(name: str) -> None:
    assert REWRITE[name](FROZEN[name]) == FROZEN[name]


def rewritten_sheet_code(join_code: str, code: str) -> str:
    setup = SharedSetup.from_code(join_code)
    return encode_sheet(setup, *decode_sheet(setup, code))


@pytest.mark.parametrize("name", FROZEN["sheets"])
def test_frozen_texts_of_each_sheet_round_trip(name: str) -> None:
    texts = FROZEN["sheets"][name]
    game = Game.from_json(texts["save"])
    link = parse_link(texts["link"])
    archived = parse_archived_game(texts["archived game"])
    assert {game.variant.name, link.game.variant.name, archived.variant} == {name}
    assert game.to_json() == texts["save"]
    assert encode_game(link.game, link.kinds) == texts["link"]
    assert write_archived_game(archived) == texts["archived game"]
    assert archived_game.recompute_by_replay(archived) == archived
    assert Pad.from_json(texts["score pad"]).to_json() == texts["score pad"]
    assert SharedSetup.from_code(texts["join code"]).code == texts["join code"]
    assert rewritten_sheet_code(texts["join code"], texts["sheet code"]) == texts["sheet code"]
    cards = [sheet.card for sheet in link.game.state.sheets]
    assert cards == (["C", "E"] if game.variant.cards else ["", ""])


@pytest.mark.parametrize(
    ("name", "whole_name", "key", "default"),
    [
        ("setup without first player", "setup", "first", None),
        ("archived game without first lock", "archived game", "first_lock", None),
        ("archived game without day", "archived game", "daily", ""),
    ],
)
def test_text_older_than_a_key_is_read_with_the_default(
    name: str, whole_name: str, key: str, default: object
) -> None:
    assert key not in json.loads(FROZEN[name])
    rewritten = json.loads(REWRITE[whole_name](FROZEN[name]))
    assert rewritten == {**json.loads(FROZEN[whole_name]), key: default}


@pytest.mark.parametrize("name", [name for name in REWRITE if name.startswith("archived")])
def test_replay_confirms_archived_game(name: str) -> None:
    archived = parse_archived_game(FROZEN[name])
    assert archived_game.recompute_by_replay(archived) == archived


def test_host_round_trips_except_for_revision() -> None:
    """Only the revision differs, because a reloaded host skips revisions."""
    fields_before = json.loads(FROZEN["host"])
    fields_after = json.loads(Host.from_json(FROZEN["host"]).to_json())
    assert list(fields_after) == list(fields_before)
    assert fields_after == {**fields_before, "view": fields_before["view"] + RELOADED}


def test_table_of_version_2_is_read_without_its_guests() -> None:
    """Finished games of version 2 are in the archive; running ones go on at one device."""
    text = json.dumps(
        {
            "host": FROZEN["host of version 2"],
            "guest": FROZEN["guest of version 2"],
            "name": "Emma",
            "over": "",
            "open": True,
            "tab": "1",
        }
    )
    saved = parse_save(text)
    assert saved.host is None
    assert saved.older is not None
    assert saved.older.game.names == ("Emma", "Guest 1", "Guest 2")
    assert saved.guest is not None
    assert saved.guest.name == "Guest 1"
    assert saved.has_older_seat


@pytest.mark.parametrize("text", FROZEN["messages of guests"])
def test_frozen_guest_message_round_trips(text: str) -> None:
    assert protocol.encode_message(protocol.parse_guest_message(text)) == text


@pytest.mark.parametrize("text", FROZEN["messages of the host"])
def test_frozen_host_message_round_trips(text: str) -> None:
    assert protocol.encode_message(protocol.parse_host_message(text)) == text


def test_every_kind_of_message_is_frozen() -> None:
    texts = FROZEN["messages of guests"] + FROZEN["messages of the host"]
    assert {json.loads(text)["is"] for text in texts} == set(protocol._KINDS)  # noqa: SLF001
