"""Same dice without a connection: results come together, and what is kept comes back."""

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

DEAL = SharedSetup(CLASSIC, 3, 11)


def table(names: str = "Ann,Bob,Cy") -> list[SameDicePhone]:
    """Return three phones that have played a whole game."""
    phones = []
    for seat, name in enumerate(names.split(",")):
        phone = SameDicePhone(fragment=f"same={DEAL.code}", next_slot=(7 + seat) << 20)
        phone.take_seat(seat, name)
        phones.append(phone)
    for _state, touched in random_phone_steps(DEAL, 4):
        for seat, step in touched:
            phones[seat].perform(step)
    return phones


def result_link(phone: SameDicePhone) -> str:
    return phone.find_node("id", "same-link").attributes["value"]


def entry_of(phone: SameDicePhone) -> str:
    return next(e.entries[0][1] for e in reversed(phone.effects) if isinstance(e, WriteArchive))


# Results


def test_a_link_brings_a_result_and_a_name() -> None:
    ann, bob, cy = table()
    assert "Still waiting for: Player 2 and Player 3" in ann.text()
    link = result_link(bob)
    assert link.startswith(f"{PAGE_URL}#same={DEAL.code}.")
    ann.send(FragmentChanged(link.partition("#")[2]))
    assert ann.game.names == ("Ann", "Bob", "")
    assert ann.game.sheets[1] == bob.game.state.sheet
    ann.press("same-result:2", value=result_link(cy))
    assert ann.game.names == ("Ann", "Bob", "Cy")
    assert ann.game.is_complete
    most = max((ann, bob, cy), key=lambda phone: phone.game.state.sheet.points)
    assert f"{most.game.names[most.game.seat]} has the most points" in ann.status_text()
    ann.press("same-forget:2")
    assert not ann.game.is_complete
    ann.press("same-share")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("123", "The code is too short or too long."),
        ("0000 0000 0001", "One letter or digit is wrong. Ask to hear it again."),
        ("nonsense*", "One letter or digit is wrong. Ask to hear it again."),
        ("#same=000000.1", "The code is too short or too long."),
    ],
)
def test_what_is_no_result_is_told_at_its_field(typed: str, told: str) -> None:
    ann = table()[0]
    before = ann.game
    ann.press("same-result:1", value=typed)
    assert told in text_of(ann.find_node("id", "same-fault-1"))
    assert told == ann.status_text()
    assert ann.game is before
    ann.press("same-result:1", value=" ")
    assert told not in ann.text()
    ann.send(ControlUsed("same-result:9", value="x"), ControlUsed("same-forget:9"))
    assert ann.game is before


def test_ones_own_code_and_that_of_another_table_are_told() -> None:
    ann, bob, _cy = table()
    ann.press("same-result:1", value=ann.game.sheet_code)
    assert ann.status_text() == "This is your own code."
    ann.press("same-again")
    ann.send(FragmentChanged(result_link(bob).partition("#")[2]))
    assert ann.detail_text() == "This result is from a different table."
    assert ann.game.setup == DEAL.next_setup
    ann.send(ControlUsed("lock:r"))
    ann.press("roll", "lock:r", "lock:b", "finish")
    ann.press("same-result:1", value=result_link(bob))
    assert ann.status_text() == "This result is from a different table."


def test_contradictions_are_said_and_nothing_is_forbidden() -> None:
    deal = SharedSetup(CLASSIC, 2, 5)
    phones = []
    for seat in range(2):
        phone = SameDicePhone(fragment=f"same={deal.code}")
        phone.take_seat(seat)
        phone.press("roll", "lock:r", "lock:y", "finish")
        phones.append(phone)
    ann, bob = phones
    ann.press("same-result:1", value=bob.game.sheet_code)
    assert "Something doesn't add up:" in ann.text()
    assert "A row is locked on this phone, but nobody locked it (Yellow)." in ann.text()
    assert "According to these sheets, the game isn't over." in ann.text()
    assert "Most points: Player 1 and Player 2" in ann.text()


def test_the_next_game_is_the_same_on_every_phone() -> None:
    phones = table()
    for phone in phones:
        phone.press("same-again")
        assert phone.model.is_in_progress
        assert ClearFragment() in phone.effects
    assert {phone.game.setup for phone in phones} == {DEAL.next_setup}
    assert [phone.game.seat for phone in phones] == [0, 1, 2]
    assert phones[1].game.names == ("", "Bob", "")
    assert len({phone.game.id for phone in phones}) == 3
    before = phones[0].model
    phones[0].send(ControlUsed("same-again"))  # it has only begun
    assert phones[0].model is before


# The history


def test_a_game_that_is_over_enters_the_history_with_its_results() -> None:
    ann, bob, cy = table()
    entry = parse_archived_game(entry_of(ann))
    assert entry.is_finished
    assert entry.names == ("Ann",)
    assert entry.winners == ()
    assert sole_local_player(entry) is None
    for phone in (bob, cy):
        ann.press(f"same-result:{phone.game.seat}", value=result_link(phone))
    entry = parse_archived_game(entry_of(ann))
    assert entry.names == ("Ann", "Bob", "Cy")
    assert entry.scores == tuple(p.game.state.sheet.points for p in (ann, bob, cy))
    assert recompute_by_replay(parse_archived_game(write_archived_game(entry))) == entry
    assert sole_local_player(entry) == 0
    told = compute_local_player_statistics([entry])
    assert told.games == 1
    assert told.wins == (0 in entry.winners)
    other = parse_archived_game(entry_of(cy))
    assert other.names == ("Cy",)  # who holds the phone comes first
    cy.press("same-result:0", value=result_link(ann))
    assert parse_archived_game(entry_of(cy)).names == ("Cy", "Ann")
    ann.press("undo")
    assert DeleteGames((entry.id,)) in ann.effects


def test_the_history_shows_it_and_leads_to_its_result() -> None:
    ann = table()[0]
    ann.press("leave-same")
    ann.send(
        ControlUsed("history"),
        ArchiveRead("history", (entry_of(ann),), ("",), 1, from_database=True),
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
    broken = json.dumps({**json.loads(entry_of(ann)), "same": "{}"})
    ann.send(ArchiveRead("history", (broken,), ("",), 1, from_database=True))
    ann.press("open:0")
    assert ann.model.notices == ("bad-game",)
    with pytest.raises(ValueError, match="must be texts"):
        parse_archived_game(json.dumps({**json.loads(entry_of(ann)), "same": 5}))


# What is kept


def test_a_game_comes_back_as_it_was() -> None:
    phone = SameDicePhone(players="3", names="Ann")
    assert phone.screen.name == "Ann"
    phone.press("same-seat:1", "sit", "roll", "lock:b", "undo")
    text = phone.saved_text
    back = SameDicePhone({"same": text}, same="")  # the page is opened anew, wherever
    assert back.game == phone.game
    assert "Your sheet is as you left it." in back.text()
    back.press("redo")
    assert back.game.state.closed_now[3]
    address = SameDicePhone({"same": text})
    assert address.game == phone.game
    linked = SameDicePhone({"same": text}, fragment=f"same={phone.game.setup.code}")
    assert linked.game == phone.game
    phone.press("leave-same")
    left = SameDicePhone({"same": phone.saved_text}, same="")
    assert isinstance(left.model.screen, StartScreen)
    left.send(ControlUsed("menu"))
    assert "same-dice" in left.actions()
    left.model, effects = update(left.model, ControlUsed("same-dice"))
    assert effects == [LoadSameDice()]
    left.send(SameDiceLoaded(phone.saved_text))
    assert left.game.names[1] == "Ann"
    assert left.model.back_stays_on_page  # the browser's "Back" closes it
    assert '"open": true' in left.saved_text
    left.send(ControlUsed("back"))
    assert isinstance(left.model.screen, StartScreen)


def test_a_result_survives_until_the_table_is_left() -> None:
    ann = table()[0]
    back = SameDicePhone({"same": ann.saved_text}, same="")
    assert back.screen.is_finished
    assert any(isinstance(each, WriteArchive) for each in back.effects)
    game = ann.game
    ann.press("leave-same")
    again = SameDicePhone({"same": ann.saved_text})
    assert again.screen.game is None  # a door to a new table, with the way back
    assert (again.screen.setup.variant, again.screen.setup.players) == (CLASSIC, 3)
    assert again.screen.name == "Ann"
    again.press("same-other")
    assert again.game == game


def test_a_link_to_another_table_ends_nothing_before_one_sits_down() -> None:
    phone = SameDicePhone()
    phone.take_seat()
    phone.press("roll")
    game, other = phone.game, SharedSetup(CLASSIC, 4, 77)
    phone.send(FragmentChanged(f"same={other.code}"))
    assert phone.screen.game is None
    assert phone.screen.setup == other
    assert game.setup.code in phone.text()
    assert saved.parse_save(phone.saved_text).game == game
    phone.press("same-other")
    assert phone.game == game
    phone.send(FragmentChanged(f"same={other.code}"))
    phone.take_seat(3)
    assert phone.game.setup == other
    assert saved.parse_save(phone.saved_text).game == phone.game
    phone.send(FragmentChanged(""))
    assert isinstance(phone.model.screen, StartScreen)


def test_a_broken_link_leads_to_a_door_that_says_so() -> None:
    phone = SameDicePhone(fragment="same=00000")
    assert "A table code has six characters (letters and digits)." in phone.text()
    ann = table()[0]
    code, _, rest = result_link(ann).partition("#")[2].partition(".")
    far = SameDicePhone(fragment=f"{code}.{rest}")  # whoever has no game there can sit down
    assert far.screen.setup == DEAL
    bob = table()[1]
    bob.send(FragmentChanged(f"{code}.{rest[:12]}.broken"))
    assert bob.game.reported_sheets[0] == ann.game.state.sheet
    assert bob.game.names[0] == ""


def test_what_cannot_be_read_is_kept_aside() -> None:
    phone = SameDicePhone({"same": "{"})
    assert QuarantineText("same", "{") in phone.effects
    assert phone.model.notices == ("kept-aside",)
    assert isinstance(SameDicePhone({"same": "{"}, same="").model.screen, StartScreen)
    whole = SameDicePhone()
    whole.take_seat()
    fields = json.loads(whole.saved_text)
    changes: list[dict[str, object]] = [{"game": {}}, {"game": 5}, {"name": 5}]
    for bad in changes:
        with pytest.raises(ValueError, match=r"no |not a valid"):
            saved.parse_save(json.dumps(fields | bad))
    for text in ("[]", "5", '"same"'):
        with pytest.raises(ValueError, match=r"no |not a valid"):
            saved.parse_save(text)


def test_a_name_in_a_link_is_read_with_care() -> None:
    link = saved.write_link("", DEAL, "0" * 12, "Zoë")
    assert saved.parse_link(link).name == "Zoë"
    code = f"same={DEAL.code}.{'0' * 12}."
    invalid = mixed_radix.to_checked_base64(0xFF)
    for broken in ("", "x", "A" * 301, invalid):
        assert saved.parse_link(code + broken).name == ""


def test_another_tab_is_followed() -> None:
    phone, tab = SameDicePhone(), SameDicePhone()
    tab.send(SlotChangedElsewhere("same", ""))
    assert tab.screen.other is None
    phone.take_seat()
    tab.send(SlotChangedElsewhere("same", phone.saved_text))
    assert tab.screen.other == phone.game
    back = SameDicePhone({"same": phone.saved_text}, same="")
    phone.press("roll")
    back.send(SlotChangedElsewhere("same", phone.saved_text), SlotChangedElsewhere("same", "{"))
    assert back.game == phone.game
    back.send(ControlUsed("print"), SlotChangedElsewhere("same", phone.saved_text))
    assert isinstance(model_after(Model(), SlotChangedElsewhere("same", "")).screen, StartScreen)


def test_a_game_behind_is_left_alone() -> None:
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


def test_without_storage_a_link_finds_the_game_that_is_shown() -> None:
    ann, bob, _cy = table()
    model, effects = update(ann.model, FragmentChanged(result_link(bob).partition("#")[2]))
    [asked] = [e for e in effects if isinstance(e, LoadSameDice)]
    model, _effects = update(model, SameDiceLoaded("", asked.fragment))
    phone = SameDicePhone()
    phone.model = model
    assert phone.game.reported_sheets[1] == bob.game.state.sheet


def test_every_touch_is_saved() -> None:
    phone = SameDicePhone()
    phone.take_seat()
    for action in ("roll", "lock:r", "undo", "redo", "roll"):
        phone.effects.clear()
        phone.press(action)
        assert any(isinstance(each, SaveText) for each in phone.effects), action
