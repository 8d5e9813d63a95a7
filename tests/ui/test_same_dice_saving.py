"""Same-dice games: results from other phones, the history, and saving and restoring."""

from __future__ import annotations

import json

import pytest

from qwixx import CLASSIC
from qwixx.games.archive.archived_game import (
    parse_archived_game,
    recompute_by_replay,
    write_archived_game,
)
from qwixx.games.archive.statistics import compute_local_player_statistics, sole_local_player
from qwixx.games.written import mixed_radix
from qwixx.games.written.join_code import SharedSetup
from qwixx.ui.model import Model
from qwixx.ui.model.effects import (
    ClearFragment,
    DeleteGames,
    LoadSameDice,
    QuarantineText,
    SaveText,
    WriteArchive,
)
from qwixx.ui.model.messages import (
    ArchiveRead,
    ControlUsed,
    FragmentChanged,
    ReviewProgressed,
    SameDiceLoaded,
    SlotChangedElsewhere,
    TimerFired,
    WeightsLoaded,
)
from qwixx.ui.model.start import StartScreen
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.screens.same_dice import saved
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes
from tests.games.phone_games import random_phone_steps
from tests.ui.fake_page import model_after, open_page, page_actions, text_of
from tests.ui.same_dice_phone import PAGE_URL, SameDicePhone

SETUP = SharedSetup(CLASSIC, 3, 11)


def finished_phones(names: str = "Ann,Bob,Cy") -> list[SameDicePhone]:
    """Return the phones of three players after a whole game."""
    phones = []
    for seat, name in enumerate(names.split(",")):
        phone = SameDicePhone(fragment=f"same={SETUP.code}", next_slot=(7 + seat) << 20)
        phone.take_seat(seat, name)
        phones.append(phone)
    for _state, actions in random_phone_steps(SETUP, 4):
        for seat, action in actions:
            phones[seat].perform(action)
    return phones


def result_link(phone: SameDicePhone) -> str:
    return phone.find_node("id", "same-link").attributes["value"]


def archived_text(phone: SameDicePhone) -> str:
    return next(
        effect.entries[0][1]
        for effect in reversed(phone.effects)
        if isinstance(effect, WriteArchive)
    )


# Results


def test_result_link_adds_sheet_and_name() -> None:
    ann, bob, cy = finished_phones()
    assert "Still waiting for: Player 2 and Player 3" in ann.text()
    link = result_link(bob)
    assert link.startswith(f"{PAGE_URL}#same={SETUP.code}.")
    ann.send(FragmentChanged(link.partition("#")[2]))
    assert ann.game.names == ("Ann", "Bob", "")
    assert ann.game.sheets[1] == bob.game.state.sheet
    ann.press("same-result:2", value=result_link(cy))
    assert ann.game.names == ("Ann", "Bob", "Cy")
    assert ann.game.is_complete
    leader = max((ann, bob, cy), key=lambda phone: phone.game.state.sheet.points)
    assert f"{leader.game.names[leader.game.seat]} has the most points" in ann.status_text()
    ann.press("same-forget:2")
    assert not ann.game.is_complete
    ann.press("same-share")


@pytest.mark.parametrize(
    ("typed", "error_text"),
    [
        ("123", "The code is too short or too long."),
        ("0000 0000 0001", "One letter or digit is wrong. Ask to hear it again."),
        ("nonsense*", "One letter or digit is wrong. Ask to hear it again."),
        ("#same=000000.1", "The code is too short or too long."),
    ],
)
def test_invalid_result_shows_error_at_its_field(typed: str, error_text: str) -> None:
    ann = finished_phones()[0]
    before = ann.game
    ann.press("same-result:1", value=typed)
    assert error_text in text_of(ann.find_node("id", "same-fault-1"))
    assert error_text == ann.status_text()
    assert ann.game is before
    ann.press("same-result:1", value=" ")
    assert error_text not in ann.text()
    ann.send(ControlUsed("same-result:9", value="x"), ControlUsed("same-forget:9"))
    assert ann.game is before


def test_own_code_and_code_of_other_table_are_refused() -> None:
    ann, bob, _cy = finished_phones()
    ann.press("same-result:1", value=ann.game.sheet_code)
    assert ann.status_text() == "This is your own code."
    ann.press("same-again")
    ann.send(FragmentChanged(result_link(bob).partition("#")[2]))
    assert ann.detail_text() == "This result is from a different table."
    assert ann.game.setup == SETUP.next_setup
    ann.send(ControlUsed("lock:r"))
    ann.press("roll", "lock:r", "lock:b", "finish")
    ann.press("same-result:1", value=result_link(bob))
    assert ann.status_text() == "This result is from a different table."


def test_discrepancies_are_reported_but_accepted() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    phones = []
    for seat in range(2):
        phone = SameDicePhone(fragment=f"same={setup.code}")
        phone.take_seat(seat)
        phone.press("roll", "lock:r", "lock:y", "finish")
        phones.append(phone)
    ann, bob = phones
    ann.press("same-result:1", value=bob.game.sheet_code)
    assert "Something doesn’t add up:" in ann.text()
    assert "A row is locked on this phone, but nobody locked it (Yellow)." in ann.text()
    assert "According to these sheets, the game isn’t over." in ann.text()
    assert "Most points: Player 1 and Player 2" in ann.text()


def test_next_game_is_the_same_on_every_phone() -> None:
    phones = finished_phones()
    for phone in phones:
        phone.press("same-again")
        assert phone.model.is_in_progress
        assert ClearFragment() in phone.effects
    assert {phone.game.setup for phone in phones} == {SETUP.next_setup}
    assert [phone.game.seat for phone in phones] == [0, 1, 2]
    assert phones[1].game.names == ("", "Bob", "")
    assert len({phone.game.id for phone in phones}) == 3
    before = phones[0].model
    phones[0].send(ControlUsed("same-again"))  # the game has just begun
    assert phones[0].model is before


# The history


def test_finished_game_is_archived_with_reported_results() -> None:
    ann, bob, cy = finished_phones()
    entry = parse_archived_game(archived_text(ann))
    assert entry.is_finished
    assert entry.names == ("Ann",)
    assert entry.winners == ()
    assert sole_local_player(entry) is None
    for phone in (bob, cy):
        ann.press(f"same-result:{phone.game.seat}", value=result_link(phone))
    entry = parse_archived_game(archived_text(ann))
    assert entry.names == ("Ann", "Bob", "Cy")
    assert entry.scores == tuple(p.game.state.sheet.points for p in (ann, bob, cy))
    assert recompute_by_replay(parse_archived_game(write_archived_game(entry))) == entry
    assert sole_local_player(entry) == 0
    statistics = compute_local_player_statistics([entry])
    assert statistics.games == 1
    assert statistics.wins == (0 in entry.winners)
    other_entry = parse_archived_game(archived_text(cy))
    assert other_entry.names == ("Cy",)  # the phone's own player comes first
    cy.press("same-result:0", value=result_link(ann))
    assert parse_archived_game(archived_text(cy)).names == ("Cy", "Ann")
    ann.press("undo")
    assert DeleteGames((entry.id,)) in ann.effects


def test_history_opens_archived_game_read_only() -> None:
    ann = finished_phones()[0]
    ann.press("leave-same")
    ann.send(
        ControlUsed("history"),
        ArchiveRead("history", (archived_text(ann),), ("",), 1, from_database=True),
    )
    assert isinstance(ann.model.screen, HistoryScreen)
    assert "Same dice · Classic" in ann.text()
    ann.press("open:0")
    assert ann.screen.is_read_only
    assert root_attributes(ann.model)["data-screen"] == "table"
    assert page_actions(ann.model).isdisjoint({"undo", "same-again", "invite", "same-copy"})
    before = ann.model
    ann.send(
        ControlUsed("undo"),
        ControlUsed("same-again"),
        SlotChangedElsewhere("same", ann.saved_text),
    )
    assert ann.model is before
    ann.press("leave-same")
    assert isinstance(ann.model.screen, HistoryScreen)
    broken_text = json.dumps({**json.loads(archived_text(ann)), "same": "{}"})
    ann.send(ArchiveRead("history", (broken_text,), ("",), 1, from_database=True))
    ann.press("open:0")
    assert ann.model.notices == ("bad-game",)
    with pytest.raises(ValueError, match="must be texts"):
        parse_archived_game(json.dumps({**json.loads(archived_text(ann)), "same": 5}))


# Saving and restoring


def test_game_is_restored_from_save() -> None:
    phone = SameDicePhone(players="3", names="Ann")
    assert phone.screen.name == "Ann"
    phone.press("same-seat:1", "sit", "roll", "lock:b", "undo")
    text = phone.saved_text
    restored = SameDicePhone({"same": text}, same="")  # as if the page were reloaded
    assert restored.game == phone.game
    assert "Your sheet is as you left it." in restored.text()
    restored.press("redo")
    assert restored.game.state.closed_now[3]
    restored_by_url = SameDicePhone({"same": text})
    assert restored_by_url.game == phone.game
    restored_by_link = SameDicePhone({"same": text}, fragment=f"same={phone.game.setup.code}")
    assert restored_by_link.game == phone.game
    phone.press("leave-same")
    reopened = SameDicePhone({"same": phone.saved_text}, same="")
    assert isinstance(reopened.model.screen, StartScreen)
    reopened.send(ControlUsed("menu"))
    assert "same-dice" in reopened.actions()
    reopened.model, effects = update(reopened.model, ControlUsed("same-dice"))
    assert effects == [LoadSameDice()]
    reopened.send(SameDiceLoaded(phone.saved_text))
    assert reopened.game.names[1] == "Ann"
    assert reopened.model.back_stays_on_page  # the browser's "Back" closes the game
    assert '"open": true' in reopened.saved_text
    reopened.send(ControlUsed("back"))
    assert isinstance(reopened.model.screen, StartScreen)


def test_finished_game_is_restored_until_left() -> None:
    ann = finished_phones()[0]
    restored = SameDicePhone({"same": ann.saved_text}, same="")
    assert restored.screen.is_finished
    assert any(isinstance(effect, WriteArchive) for effect in restored.effects)
    game = ann.game
    ann.press("leave-same")
    new_lobby = SameDicePhone({"same": ann.saved_text})
    assert new_lobby.screen.game is None  # the lobby of a new table, with a way back to the game
    assert (new_lobby.screen.setup.variant, new_lobby.screen.setup.players) == (CLASSIC, 3)
    assert new_lobby.screen.name == "Ann"
    new_lobby.press("same-other")
    assert new_lobby.game == game


def test_link_to_other_table_replaces_game_only_after_joining() -> None:
    phone = SameDicePhone()
    phone.take_seat()
    phone.press("roll")
    game, other_setup = phone.game, SharedSetup(CLASSIC, 4, 77)
    phone.send(FragmentChanged(f"same={other_setup.code}"))
    assert phone.screen.game is None
    assert phone.screen.setup == other_setup
    assert game.setup.code in phone.text()
    assert saved.parse_save(phone.saved_text).game == game
    phone.press("same-other")
    assert phone.game == game
    phone.send(FragmentChanged(f"same={other_setup.code}"))
    phone.take_seat(3)
    assert phone.game.setup == other_setup
    assert saved.parse_save(phone.saved_text).game == phone.game
    phone.send(FragmentChanged(""))
    assert isinstance(phone.model.screen, StartScreen)


def test_broken_link_opens_lobby_with_error() -> None:
    phone = SameDicePhone(fragment="same=00000")
    assert "A table code has six or seven letters and digits" in phone.text()
    ann = finished_phones()[0]
    code, _, rest = result_link(ann).partition("#")[2].partition(".")
    other_phone = SameDicePhone(fragment=f"{code}.{rest}")  # a phone without a game can still join
    assert other_phone.screen.setup == SETUP
    bob = finished_phones()[1]
    bob.send(FragmentChanged(f"{code}.{rest[:12]}.broken"))
    assert bob.game.reported_sheets[0] == ann.game.state.sheet
    assert bob.game.names[0] == ""


def test_unreadable_save_is_quarantined() -> None:
    phone = SameDicePhone({"same": "{"})
    assert QuarantineText("same", "{") in phone.effects
    assert phone.model.notices == ("kept-aside",)
    assert isinstance(SameDicePhone({"same": "{"}, same="").model.screen, StartScreen)
    valid_phone = SameDicePhone()
    valid_phone.take_seat()
    fields = json.loads(valid_phone.saved_text)
    changes: list[dict[str, object]] = [{"game": {}}, {"game": 5}, {"name": 5}]
    for change in changes:
        with pytest.raises(ValueError, match=r"no |not a valid"):
            saved.parse_save(json.dumps(fields | change))
    for text in ("[]", "5", '"same"'):
        with pytest.raises(ValueError, match=r"no |not a valid"):
            saved.parse_save(text)


def test_invalid_name_in_link_is_ignored() -> None:
    link = saved.invitation_or_result_url("", SETUP, "0" * 12, "Zoë")
    assert saved.parse_link(link).name == "Zoë"
    link_start = f"same={SETUP.code}.{'0' * 12}."
    invalid_utf8 = mixed_radix.to_checked_base64(0xFF)
    for broken_name in ("", "x", "A" * 301, invalid_utf8):
        assert saved.parse_link(link_start + broken_name).name == ""


def test_phone_follows_other_tab() -> None:
    phone, tab = SameDicePhone(), SameDicePhone()
    tab.send(SlotChangedElsewhere("same", ""))
    assert tab.screen.other is None
    phone.take_seat()
    tab.send(SlotChangedElsewhere("same", phone.saved_text))
    assert tab.screen.other == phone.game
    restored = SameDicePhone({"same": phone.saved_text}, same="")
    phone.press("roll")
    restored.send(
        SlotChangedElsewhere("same", phone.saved_text), SlotChangedElsewhere("same", "{")
    )
    assert restored.game == phone.game
    restored.send(ControlUsed("print"), SlotChangedElsewhere("same", phone.saved_text))
    assert isinstance(model_after(Model(), SlotChangedElsewhere("same", "")).screen, StartScreen)


def test_game_below_same_dice_screen_is_unchanged() -> None:
    model = open_page(start="1", bots="hard", seed="5")
    assert isinstance(model.screen, GameScreen)
    phone = SameDicePhone()
    phone.model = model
    phone.send(SameDiceLoaded(""))
    phone.take_seat()
    phone.send(
        ControlUsed("roll"),
        ReviewProgressed(model.board.game, 0.5),
        TimerFired(phone.model.session.timer),
        WeightsLoaded("x", ok=True),
    )
    assert phone.game.state.turn == 0
    phone.press("leave-same")
    assert phone.model.game == model.game


def test_result_link_finds_shown_game_without_storage() -> None:
    ann, bob, _cy = finished_phones()
    model, effects = update(ann.model, FragmentChanged(result_link(bob).partition("#")[2]))
    [load] = [e for e in effects if isinstance(e, LoadSameDice)]
    model, _effects = update(model, SameDiceLoaded("", load.fragment))
    phone = SameDicePhone()
    phone.model = model
    assert phone.game.reported_sheets[1] == bob.game.state.sheet


def test_every_action_is_saved() -> None:
    phone = SameDicePhone()
    phone.take_seat()
    for action in ("roll", "lock:r", "undo", "redo", "roll"):
        phone.effects.clear()
        phone.press(action)
        assert any(isinstance(effect, SaveText) for effect in phone.effects), action
