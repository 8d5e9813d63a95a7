"""The formats of saved data and messages, frozen: formats.json was written by an earlier version.

Whatever is renamed, these texts are still read, and what is read is written with the same keys. If
this fails, do not change the texts: players have saved them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from qwixx.games.archive import archived_game
from qwixx.games.archive.archived_game import parse_archived_game, write_archived_game
from qwixx.games.daily import parse_daily_log, write_daily_log
from qwixx.games.game import Game
from qwixx.games.live import protocol
from qwixx.games.live.guest import Guest
from qwixx.games.live.host import RELOADED, Host
from qwixx.games.same_dice.game import SameDice
from qwixx.games.score_pad.pad import Pad
from qwixx.games.score_pad.pad_series import PadSeries

if TYPE_CHECKING:
    from collections.abc import Callable

FROZEN: dict[str, Any] = json.loads(
    Path(__file__).with_name("formats.json").read_text(encoding="utf-8")
)
AGAIN: dict[str, Callable[[str], str]] = {
    "save": lambda text: Game.from_json(text).to_json(),
    "archived game": lambda text: write_archived_game(parse_archived_game(text)),
    "archived pad": lambda text: write_archived_game(parse_archived_game(text)),
    "archived same dice": lambda text: write_archived_game(parse_archived_game(text)),
    "score pad": lambda text: Pad.from_json(text).to_json(),
    "pads": lambda text: PadSeries.from_json(text).to_json(),
    "same dice": lambda text: SameDice.from_json(text).to_json(),
    "daily log": lambda text: write_daily_log(parse_daily_log(text)),
    "guest": lambda text: Guest.from_json(text).to_json(),
}
"""How each text is read, and written again."""


@pytest.mark.parametrize("name", AGAIN)
def test_a_text_is_read_and_written_as_before(name: str) -> None:
    assert AGAIN[name](FROZEN[name]) == FROZEN[name]


@pytest.mark.parametrize("name", [name for name in AGAIN if name.startswith("archived")])
def test_an_archived_game_is_replayed_as_before(name: str) -> None:
    entry = parse_archived_game(FROZEN[name])
    assert archived_game.recompute_by_replay(entry) == entry


def test_a_host_is_read_and_written_as_before() -> None:
    """A reloaded host counts its views on from a higher number, and its guests are away."""
    before = json.loads(FROZEN["host"])
    after = json.loads(Host.from_json(FROZEN["host"]).to_json())
    assert list(after) == list(before)
    assert after == {**before, "number": before["number"] + RELOADED}


@pytest.mark.parametrize("text", FROZEN["messages of guests"])
def test_a_message_of_a_guest_is_read_and_written_as_before(text: str) -> None:
    assert protocol.encode_message(protocol.parse_guest_message(text)) == text


@pytest.mark.parametrize("text", FROZEN["messages of the host"])
def test_a_message_of_the_host_is_read_and_written_as_before(text: str) -> None:
    assert protocol.encode_message(protocol.parse_host_message(text)) == text


def test_every_kind_of_message_is_among_them() -> None:
    texts = FROZEN["messages of guests"] + FROZEN["messages of the host"]
    assert {json.loads(text)["is"] for text in texts} == set(protocol._KINDS)  # noqa: SLF001
