"""Same dice without a connection: the door, the game on each phone, what is told and refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, VARIANTS, Variant
from qwixx.games.paper_actions import Finish, RollDice
from qwixx.games.written.join_code import SharedSetup
from qwixx.ui.model import Dialog
from qwixx.ui.model.effects import CopyField, FocusElement, GenerateQrCode, PlaySound, ShareText
from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    KeyPressed,
    QrCodeGenerated,
    TimerFired,
)
from qwixx.ui.model.start import StartScreen
from qwixx.ui.texts.sentences import points_number
from qwixx.ui.view import root_attributes
from tests.example_counts import scale_examples
from tests.games.phone_games import random_phone_steps
from tests.ui.fake_page import text_of
from tests.ui.same_dice_phone import PAGE_URL, SameDicePhone


def seated(seat: int = 0, code: str = "") -> SameDicePhone:
    phone = SameDicePhone(fragment=f"same={code}" if code else "")
    phone.take_seat(seat)
    return phone


def first_of(players: int = 2, variant: Variant = CLASSIC, *, first: int = 0) -> SharedSetup:
    """Return a table at which a certain player begins."""
    deals = (SharedSetup(variant, players, seed) for seed in range(99))
    return next(deal for deal in deals if deal.first_seat == first)


# The door


def test_an_address_leads_to_the_door_of_a_new_table() -> None:
    phone = SameDicePhone(players="3", variant="longo")
    attributes = root_attributes(phone.model)
    assert attributes["data-screen"] == "table"
    assert attributes["data-variant"] == "longo"
    assert attributes["data-layout"] == "one"
    deal = phone.screen.setup
    assert (deal.variant, deal.players) == (LONGO, 3)
    assert phone.find_node("data-action", "same-code").attributes["value"] == deal.code
    assert not phone.model.back_stays_on_page  # the browser's "Back" leads to where the link was
    assert not phone.model.is_in_progress
    seats = [n for n in phone.nodes() if "data-seat" in n.attributes]
    assert [n.tag for n in seats] == ["button"] * 3
    assert "goes first" in text_of(seats[deal.first_seat])
    assert "you" in text_of(seats[0])
    phone.press("same-seat:2")
    assert phone.screen.seat == 2
    phone.take_seat(1, " Ann\x00 ")
    assert phone.game.seat == 1
    assert phone.game.names == ("", "Ann", "")
    assert phone.model.is_in_progress
    phone.press("leave-same")
    assert isinstance(phone.model.screen, StartScreen)


def test_rules_and_seats_are_part_of_the_code() -> None:
    phone = SameDicePhone()
    codes = [phone.screen.setup.code]
    for action, value in (("same-variant", "longo"), ("same-players", "5"), ("same-new", "")):
        phone.send(ControlUsed(action, value))
        codes.append(phone.screen.setup.code)
    assert len({*codes}) == 4
    assert SharedSetup.from_code(codes[-1]).players == 5
    for nonsense in (
        ControlUsed("same-variant", "chess"),
        ControlUsed("same-players", "9"),
        ControlUsed("same-seat:7"),
        ControlUsed("same-other"),
    ):
        before = phone.model
        phone.send(nonsense)
        assert phone.model is before
    phone.press("same-seat:4")
    phone.send(ControlUsed("same-players", "2"))
    assert phone.screen.seat == 1


def test_a_code_is_typed_however_it_is_heard() -> None:
    deal = SharedSetup(LONGO, 4, 1000)
    phone = SameDicePhone()
    phone.press("same-code", value=f" {deal.code[:3].lower()} {deal.code[3:].replace('0', 'o')} ")
    assert phone.screen.setup == deal
    assert "Longo, seats: 4" in phone.text()
    assert "same-variant" not in phone.actions()
    phone.press("same-new")
    assert "same-variant" in phone.actions()
    phone.press("same-code", value=f"{PAGE_URL}#same={deal.code}")
    assert phone.screen.setup == deal


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("12345", "A table code has six characters (letters and digits)."),
        ("", "A table code has six characters (letters and digits)."),
        ("12345*", "One letter or digit is wrong. Ask to hear it again."),
        ("000001", "One letter or digit is wrong. Ask to hear it again."),
    ],
)
def test_a_wrong_code_is_told_and_nobody_sits_down_with_it(typed: str, told: str) -> None:
    phone = SameDicePhone()
    phone.press("same-code", value=typed)
    assert told in phone.text()
    assert phone.find_node("data-action", "sit").attributes["aria-disabled"] == "true"
    phone.send(ControlUsed("sit"))
    assert phone.screen.game is None
    phone.press("same-code", value=phone.screen.setup.code)
    assert told not in phone.text()
    phone.press("sit")


def test_the_table_is_handed_on_by_link_and_picture() -> None:
    phone = SameDicePhone()
    link = f"{PAGE_URL}#same={phone.screen.setup.code}"
    assert phone.find_node("id", "same-link").attributes["value"] == link
    phone.press("same-share", "same-copy", "same-qr")
    [shared] = [e.text for e in phone.effects if isinstance(e, ShareText)]
    assert shared == f"Qwixx with the same dice. Code: {phone.screen.setup.code}\n{link}"
    assert CopyField("#same-link") in phone.effects
    assert GenerateQrCode(link) in phone.effects
    phone.send(QrCodeGenerated("something else", ("#",)))
    assert phone.screen.code is None
    phone.send(QrCodeGenerated(link, ("#",)))
    assert any(n.attributes.get("class") == "qr" for n in phone.nodes())
    phone.send(ControlUsed("same-players", "3"))  # another code: another picture
    assert not any(n.attributes.get("class") == "qr" for n in phone.nodes())
    now = f"{PAGE_URL}#same={phone.screen.setup.code}"
    phone.send(QrCodeGenerated(now, ()))
    assert "Can't make a QR code right now." in phone.text()
    phone.press("same-qr")
    assert phone.screen.qr_text == ""
    phone.send(ControlUsed("copied"))
    assert "Copied." in phone.text()
    phone.take_seat()
    phone.press("invite")
    assert phone.find_node("data-action", "same-code").attributes["value"] == phone.game.setup.code
    phone.send(ControlUsed("same-name", "Zoë"))
    assert phone.game.names[0] == "Zoë"
    phone.press("leave-same")
    assert not phone.screen.invites


# The game


@scale_examples(0.06)
@given(st.sampled_from([*VARIANTS]), st.integers(2, 4), st.integers(0, 2**20 - 1))
def test_a_whole_table_plays_and_every_result_comes_to_every_phone(
    variant: str, players: int, seed: int
) -> None:
    deal = SharedSetup(VARIANTS[variant], players, seed)
    phones = [seated(seat, deal.code) for seat in range(players)]
    for state, touched in random_phone_steps(deal, seed):
        for seat, step in touched:
            phones[seat].perform(step)
        if (0, RollDice()) in touched:
            assert {phone.game.state.roll for phone in phones} == {state.roll}
    outcome = state.outcome()
    assert outcome
    for phone in phones:
        assert phone.screen.is_finished
        shown = phone.find_node("data-score", str(phone.game.seat))
        assert text_of(shown) == str(outcome.scores[phone.game.seat])
        for other in phones:
            if other is not phone:
                phone.press(f"same-result:{other.game.seat}", value=other.game.sheet_code.lower())
        totals = {
            int(n.attributes["data-result"]): text_of(n).split()[-1]
            for n in phone.nodes()
            if "data-result" in n.attributes
        }
        assert totals == {
            seat: points_number(points) for seat, points in enumerate(outcome.scores)
        }
        won = {
            n.attributes.get("data-result") for n in phone.nodes() if "data-winner" in n.attributes
        }
        assert won == {str(seat) for seat in outcome.winners}
        assert "doesn't add up" not in phone.text()


def test_who_is_active_rolls_and_the_others_go_on() -> None:
    deal = first_of(3)
    ann, bob = seated(0, deal.code), seated(1, deal.code)
    assert "You were drawn to go first." in ann.text()
    assert "Player 1 was drawn to go first." in bob.text()
    assert text_of(ann.find_node("data-action", "roll")) == "Roll"
    assert text_of(bob.find_node("data-action", "roll")) == "Next roll Player 1 rolls"
    ann.press("roll")
    bob.press("roll")
    assert ann.game.state.roll == bob.game.state.roll
    assert text_of(ann.find_node("data-roll", "1")) == "Roll no. 1"
    assert "Your roll" in ann.text()
    assert ann.status_text().startswith("Roll 1. Your roll. White sum: ")
    assert text_of(ann.find_node("data-action", "roll")) == "Next roll Take a penalty: −5"
    assert text_of(bob.find_node("data-action", "roll")) == "Roll"
    assert PlaySound("roll") in ann.effects


def test_a_tap_crosses_and_the_same_tap_takes_back() -> None:
    deal = first_of()
    phone = seated(0, deal.code)
    phone.tap("r7")
    assert phone.detail_text() == "Roll the dice first."
    phone.press("roll")
    offered = [n for n in phone.nodes() if n.attributes.get("data-offer") == "now"]
    assert len(offered) == len(phone.game.state.legal_marks())
    mark = next(
        mark for mark in phone.game.state.legal_marks() if phone.game.state.fits_white_step(mark)
    )
    phone.tap(mark.code)
    cell = phone.cell(mark.code)
    assert cell.attributes["aria-pressed"] == "true"
    assert cell.attributes["aria-disabled"] == "false"
    assert "data-pending" in cell.attributes
    assert "Points: 1" in phone.detail_text()
    phone.tap(mark.code)
    assert phone.cell(mark.code).attributes["aria-pressed"] == "false"
    assert phone.detail_text().startswith("Taken back: ")
    phone.press("redo", "undo", "redo", "roll")
    assert "data-pending" not in phone.cell(mark.code).attributes
    phone.tap(mark.code)
    assert phone.detail_text() == "This number is already crossed out."
    before = phone.model
    phone.send(CellTapped(1, "r7"), CellTapped(0, "nothing"), CellTapped(0, "r99"))
    assert phone.model is before


def test_what_the_dice_do_not_make_is_refused_with_the_reason() -> None:
    deal = first_of()
    ann, bob = seated(0, deal.code), seated(1, deal.code)
    for phone in (ann, bob):
        phone.press("roll")
    roll = ann.game.state.roll
    assert roll
    number = next(n for n in range(5, 9) if n != roll.white_sum)
    bob.tap(f"r{number}")
    assert bob.detail_text() == f"The white dice make {roll.white_sum}, not {number}."
    bob.tap(f"r{roll.white_sum} y{roll.white_sum}")
    assert bob.detail_text() == "You've already made your choice for this white sum."
    red = roll.colored[0]
    assert red
    number = next(
        n for n in range(2, 12) if n not in {roll.white_sum, *(red + w for w in roll.white)}
    )
    ann.tap(f"r{number}")
    assert f"not {number}. A white die and this color's {red} make" in ann.detail_text()


def test_a_lock_is_one_touch_and_another_takes_it_back() -> None:
    deal = first_of(first=1)
    phone = seated(0, deal.code)
    phone.send(ControlUsed("lock:r"))
    assert phone.detail_text() == "Roll the dice first."
    phone.press("roll", "lock:r")
    assert phone.find_node("data-lock", "r").attributes["data-state"] == "closed"
    assert phone.find_node("data-lock", "r").tag == "button"
    assert phone.detail_text() == "Red is locked."
    phone.press("lock:r")
    assert phone.find_node("data-lock", "r").attributes["data-state"] == "open"
    phone.press("lock:r", "roll")
    assert phone.find_node("data-die", "r").attributes["data-value"] == ""
    phone.press("lock:r")
    assert phone.detail_text() == "Red is locked."
    before = phone.model
    phone.send(ControlUsed("lock:"), ControlUsed("lock:x"), ControlUsed("lock:ry"))
    assert phone.model is before
    phone.press("lock:b")
    assert phone.detail_text() == "Blue is locked. Locked rows: 2. The game ends with this step."
    assert "roll" not in phone.actions()
    phone.send(ControlUsed("roll"))
    assert phone.detail_text() == "There's no next roll: the game ends with this one."
    phone.press("finish")
    assert phone.screen.is_finished
    assert phone.game.state.sheet.penalties == 0


def test_others_lock_before_ones_own_colored_dice() -> None:
    phone = seated(0, first_of().code)
    phone.press("roll")
    now = phone.game.state
    mark = next(mark for mark in now.legal_marks() if not now.fits_white_step(mark))
    phone.tap(mark.code)
    phone.press(f"lock:{mark.code[0]}")
    assert (
        phone.detail_text()
        == "Rows get locked before your colored dice: take that cross back first."
    )


def test_a_fourth_penalty_ends_the_game() -> None:
    deal = first_of(first=1)
    ann, bob = seated(0, deal.code), seated(1, deal.code)
    assert "fourth" not in ann.actions()
    for turn in range(7):
        for phone in (ann, bob):
            phone.press("roll")
        if turn % 2:
            ann.tap(ann.game.state.legal_marks()[0].code)
            ann.send(ControlUsed("fourth"))
            assert ann.detail_text().startswith("This is your roll")
        else:
            ann.send(ControlUsed("fourth"))
            if turn < 6:
                assert ann.detail_text() == "Nobody can have four penalties yet."
    assert ann.screen.is_finished
    finish = bob.find_node("data-action", "finish")
    assert text_of(finish) == "End game Last penalty: −5, ends the game"
    assert "fourth" not in bob.actions()
    bob.press("finish")
    assert bob.game.state.sheet.points == -20
    ann.press("same-result:1", value=bob.game.sheet_code)
    assert "doesn't add up" not in ann.text()
    ann.press("undo")
    assert not ann.screen.is_finished
    ann.press("redo")
    assert ann.screen.is_finished


def test_a_phone_that_is_behind_catches_up() -> None:
    deal = first_of(4)
    phone = seated(3, deal.code)
    phone.press("roll", "where")
    assert FocusElement('[data-action="go-to"]') in phone.effects
    phone.press("go-to", value="9")
    assert phone.game.state.turn == 2  # the fourth is this player's own
    assert phone.detail_text() == "This phone is now on roll 3. You roll next."
    assert "go-to" not in phone.actions()
    phone.press("where")
    phone.press("go-to", value="1")
    assert phone.game.state.turn == 0
    assert phone.detail_text() == "Taken back: the last roll"
    assert phone.game.can_redo
    for nonsense in ("", "x", "0", "1", "99999", "٣"):
        phone.press("where")
        phone.press("go-to", value=nonsense)
        assert phone.game.state.turn in (0, 2)
    phone.press("where")
    phone.send(KeyPressed("Escape"))
    assert not phone.screen.is_roll_field_open


def test_a_finger_that_slips_rolls_no_second_time() -> None:
    phone = SameDicePhone(fragment=f"same={first_of().code}", speed="calm")
    phone.send(ControlUsed("sit", at=1000), ControlUsed("roll", at=1200))
    assert phone.game.state.turn == -1
    phone.send(ControlUsed("roll", at=5000), ControlUsed("roll", at=5200))
    assert phone.game.state.turn == 0
    phone.send(ControlUsed("finish", at=5200), ControlUsed("fourth", at=5200))
    assert phone.detail_text() != "The game is over."
    phone.send(ControlUsed("roll", at=6000))
    assert phone.game.state.turn == 1
    assert phone.game.state.sheet.penalties == 1


def test_it_is_played_by_keys() -> None:
    phone = seated(1, first_of().code)
    phone.send(KeyPressed("r"))
    assert phone.game.state.turn == 0
    phone.send(KeyPressed("ArrowRight", "r2", player=1))
    assert FocusElement('[data-player="1"] [data-cell="r3"]') in phone.effects
    stops = [n for n in phone.nodes() if n.attributes.get("tabindex") == "0"]
    assert [n.attributes["data-cell"] for n in stops] == ["r3"]
    phone.send(KeyPressed("u"))
    assert phone.game.state.turn == -1
    phone.send(KeyPressed("y"))
    assert phone.game.state.turn == 0
    phone.send(KeyPressed("q"), TimerFired(99))
    phone.send(ControlUsed("menu"), KeyPressed("u"))
    assert phone.model.dialog.kind is Dialog.MENU
    assert phone.game.state.turn == 0
    phone.send(ControlUsed("close"), ControlUsed("lock:r"), ControlUsed("lock:y"), KeyPressed("r"))
    assert phone.game.state.is_finished
    assert phone.game.history.events[-1] == Finish()
    assert RollDice() in phone.game.history.events
    phone.send(KeyPressed("r"))
    assert phone.game.state.is_finished


def test_longo_deals_lucky_numbers() -> None:
    phone = seated(1, first_of(2, LONGO).code)
    assert "★ 6 11" in phone.text()
    phone.press("roll")
    assert phone.find_node("data-player", "1").tag == "section"


def test_ones_own_lock_is_taken_back_at_the_lock_too() -> None:
    for seed in range(400):
        phone = seated(0, SharedSetup(CLASSIC, 2, seed).code)
        for _ in range(14):
            phone.send(ControlUsed("roll"))
            now = phone.game.state
            if now.is_finished or now.turn_ends_game:
                break
            legal = sorted(now.legal_marks(), key=lambda mark: (now.sheet.skips(mark), mark.row))
            locking = [mark for mark in legal if now.sheet.cross(mark).locked(mark.row)]
            if locking:
                [code] = {mark.code for mark in locking[:1]}
                phone.tap(code)
                assert phone.find_node("data-lock", code[0]).attributes["data-state"] == "crossed"
                assert PlaySound("lock") in phone.effects
                phone.press(f"lock:{code[0]}")
                assert phone.find_node("data-lock", code[0]).attributes["data-state"] == "open"
                assert phone.cell(code).attributes["aria-pressed"] == "false"
                return
            if legal:
                phone.tap(legal[0].code)
    pytest.fail("nobody ever locks")


def test_what_is_empty_or_over_takes_no_touch() -> None:
    phone = seated(0, first_of(first=1).code)
    before = phone.model
    phone.send(ControlUsed("undo"), ControlUsed("redo"), ControlUsed("finish"))
    assert phone.game is not None
    assert phone.game.history.events == ()
    phone.press("roll", "lock:r", "lock:y", "finish")
    over = phone.game
    phone.send(
        ControlUsed("where"),
        ControlUsed("roll"),
        ControlUsed("lock:g"),
        ControlUsed("redo"),
        CellTapped(0, "r7"),
    )
    assert phone.game is over
    assert before is not phone.model
    assert "aria-disabled" in phone.cell("r7").attributes


def test_a_phone_cannot_catch_up_past_the_end() -> None:
    phone = seated(0, first_of(first=1).code)
    phone.press("roll", "lock:r", "lock:y", "where")
    phone.press("go-to", value="3")
    assert phone.detail_text() == "There's no next roll: the game ends with this one."
