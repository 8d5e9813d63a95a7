"""Same-dice games: the lobby, the game on each phone, status texts, and refusals."""

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


def seated_phone(seat: int = 0, code: str = "") -> SameDicePhone:
    phone = SameDicePhone(fragment=f"same={code}" if code else "")
    phone.take_seat(seat)
    return phone


def setup_with_first_seat(
    players: int = 2, variant: Variant = CLASSIC, *, first: int = 0
) -> SharedSetup:
    """Return a shared setup in which seat `first` has the first turn."""
    setups = (SharedSetup(variant, players, seed) for seed in range(99))
    return next(setup for setup in setups if setup.first_seat == first)


# The lobby


def test_url_opens_lobby_of_new_table() -> None:
    phone = SameDicePhone(players="3", variant="longo")
    attributes = root_attributes(phone.model)
    assert attributes["data-screen"] == "table"
    assert attributes["data-variant"] == "longo"
    assert attributes["data-layout"] == "one"
    setup = phone.screen.setup
    assert (setup.variant, setup.players) == (LONGO, 3)
    assert phone.find_node("data-action", "same-code").attributes["value"] == setup.code
    assert not phone.model.back_stays_on_page  # "Back" returns to the page with the link
    assert not phone.model.is_in_progress
    seats = [n for n in phone.nodes() if "data-seat" in n.attributes]
    assert [n.tag for n in seats] == ["button"] * 3
    assert "goes first" in text_of(seats[setup.first_seat])
    assert "you" in text_of(seats[0])
    phone.press("same-seat:2")
    assert phone.screen.seat == 2
    phone.take_seat(1, " Ann\x00 ")
    assert phone.game.seat == 1
    assert phone.game.names == ("", "Ann", "")
    assert phone.model.is_in_progress
    phone.press("leave-same")
    assert isinstance(phone.model.screen, StartScreen)


def test_join_code_includes_variant_and_player_count() -> None:
    phone = SameDicePhone()
    codes = [phone.screen.setup.code]
    for action, value in (("same-variant", "longo"), ("same-players", "5"), ("same-new", "")):
        phone.send(ControlUsed(action, value))
        codes.append(phone.screen.setup.code)
    assert len({*codes}) == 4
    assert SharedSetup.from_code(codes[-1]).players == 5
    for invalid_message in (
        ControlUsed("same-variant", "chess"),
        ControlUsed("same-players", "9"),
        ControlUsed("same-seat:7"),
        ControlUsed("same-other"),
    ):
        before = phone.model
        phone.send(invalid_message)
        assert phone.model is before
    phone.press("same-seat:4")
    phone.send(ControlUsed("same-players", "2"))
    assert phone.screen.seat == 1


def test_join_code_may_be_typed_in_several_forms() -> None:
    setup = SharedSetup(LONGO, 4, 1000)
    phone = SameDicePhone()
    phone.press(
        "same-code", value=f" {setup.code[:3].lower()} {setup.code[3:].replace('0', 'o')} "
    )
    assert phone.screen.setup == setup
    assert "Longo, seats: 4" in phone.text()
    assert "same-variant" not in phone.actions()
    phone.press("same-new")
    assert "same-variant" in phone.actions()
    phone.press("same-code", value=f"{PAGE_URL}#same={setup.code}")
    assert phone.screen.setup == setup


@pytest.mark.parametrize(
    ("typed", "error_text"),
    [
        ("12345", "A table code has six or seven letters and digits"),
        ("", "A table code has six or seven letters and digits"),
        ("12345*", "One letter or digit is wrong. Ask to hear it again."),
        ("000001", "One letter or digit is wrong. Ask to hear it again."),
    ],
)
def test_wrong_join_code_shows_error_and_disables_start(typed: str, error_text: str) -> None:
    phone = SameDicePhone()
    phone.press("same-code", value=typed)
    assert error_text in phone.text()
    assert phone.find_node("data-action", "sit").attributes["aria-disabled"] == "true"
    phone.send(ControlUsed("sit"))
    assert phone.screen.game is None
    phone.press("same-code", value=phone.screen.setup.code)
    assert error_text not in phone.text()
    phone.press("sit")


def test_joining_phone_has_no_seat_until_one_is_chosen() -> None:
    """Two phones that both preselect the first seat would share it."""
    own = SameDicePhone()
    assert own.screen.seat == 0
    joining = SameDicePhone(fragment=f"same={own.screen.setup.code}")
    own.press("same-code", value=SharedSetup(LONGO, 4, 1000).code)
    for phone in (joining, own):
        assert phone.find_node("data-action", "sit").attributes["aria-disabled"] == "true"
        assert not [n for n in phone.nodes() if n.attributes.get("aria-pressed") == "true"]
        phone.send(ControlUsed("sit"))
        assert phone.screen.game is None
        phone.press("same-seat:1", "sit")
        assert phone.game.seat == 1


def test_look_alike_digits_of_join_code_are_explained() -> None:
    phone = SameDicePhone()
    for setup in (SharedSetup(CLASSIC, 2, 0), SharedSetup(LONGO, 5, 99999)):
        phone.press("same-code", value=setup.code)
        assert ("Codes have no letter O." in phone.text()) == ("0" in setup.code)
        assert ("Codes have no letter I or L." in phone.text()) == ("1" in setup.code)


def test_table_is_shared_by_link_and_qr_code() -> None:
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
    phone.send(ControlUsed("same-players", "3"))  # the QR code of the old join code is gone
    assert not any(n.attributes.get("class") == "qr" for n in phone.nodes())
    new_link = f"{PAGE_URL}#same={phone.screen.setup.code}"
    phone.send(QrCodeGenerated(new_link, ()))
    assert "Can’t make a QR code right now." in phone.text()
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
@given(
    st.sampled_from([variant.name for variant in VARIANTS.values()]),
    st.integers(2, 4),
    st.integers(0, 2**20 - 1),
)
def test_all_phones_agree_on_all_results(variant: str, players: int, seed: int) -> None:
    setup = SharedSetup(VARIANTS[variant], players, seed)
    phones = [seated_phone(seat, setup.code) for seat in range(players)]
    for state, actions in random_phone_steps(setup, seed):
        for seat, action in actions:
            phones[seat].perform(action)
        if (0, RollDice()) in actions:
            assert {phone.game.state.roll for phone in phones} == {state.roll}
    outcome = state.outcome()
    assert outcome
    for phone in phones:
        assert phone.screen.is_finished
        score_node = phone.find_node("data-score", str(phone.game.seat))
        assert text_of(score_node) == str(outcome.scores[phone.game.seat])
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
        winners = {
            n.attributes.get("data-result") for n in phone.nodes() if "data-winner" in n.attributes
        }
        assert winners == {str(seat) for seat in outcome.winners}
        assert "doesn’t add up" not in phone.text()


def test_roll_control_depends_on_active_player() -> None:
    setup = setup_with_first_seat(3)
    ann, bob = seated_phone(0, setup.code), seated_phone(1, setup.code)
    assert "By random draw, you go first." in ann.text()
    assert "By random draw, Player 1 goes first." in bob.text()
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


def test_tap_crosses_out_and_second_tap_undoes() -> None:
    setup = setup_with_first_seat()
    phone = seated_phone(0, setup.code)
    phone.tap("r7")
    assert phone.detail_text() == "Roll the dice first."
    phone.press("roll")
    offered_cells = [n for n in phone.nodes() if n.attributes.get("data-offer") == "now"]
    assert len(offered_cells) == len(phone.game.state.legal_marks())
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
    assert phone.detail_text().startswith("Undone: ")
    phone.press("redo", "undo", "redo", "roll")
    assert "data-pending" not in phone.cell(mark.code).attributes
    phone.tap(mark.code)
    assert phone.detail_text() == "This number is already crossed out."
    before = phone.model
    phone.send(CellTapped(1, "r7"), CellTapped(0, "nothing"), CellTapped(0, "r99"))
    assert phone.model is before


def test_number_that_dice_do_not_make_is_refused_with_reason() -> None:
    setup = setup_with_first_seat()
    ann, bob = seated_phone(0, setup.code), seated_phone(1, setup.code)
    for phone in (ann, bob):
        phone.press("roll")
    roll = ann.game.state.roll
    assert roll
    number = next(n for n in range(5, 9) if n != roll.white_sum)
    bob.tap(f"r{number}")
    assert bob.detail_text() == f"The white dice make {roll.white_sum}, not {number}."
    bob.tap(f"r{roll.white_sum} y{roll.white_sum}")
    assert bob.detail_text() == "You’ve already made your choice for this white sum."
    red_die = roll.colored[0]
    assert red_die
    number = next(
        n
        for n in range(2, 12)
        if n not in {roll.white_sum, *(red_die + white_die for white_die in roll.white)}
    )
    ann.tap(f"r{number}")
    assert f"not {number}. A white die and this color’s {red_die} make" in ann.detail_text()


def test_tap_locks_row_and_second_tap_unlocks_it() -> None:
    setup = setup_with_first_seat(first=1)
    phone = seated_phone(0, setup.code)
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
    assert phone.detail_text() == "Blue is locked. Locked rows: 2. The game ends after this step."
    assert "roll" not in phone.actions()
    phone.send(ControlUsed("roll"))
    assert phone.detail_text() == "There’s no next roll: the game ends with this one."
    phone.press("finish")
    assert phone.screen.is_finished
    assert phone.game.state.sheet.penalties == 0


def test_row_cannot_be_locked_elsewhere_after_color_step_mark() -> None:
    phone = seated_phone(0, setup_with_first_seat().code)
    phone.press("roll")
    state = phone.game.state
    mark = next(mark for mark in state.legal_marks() if not state.fits_white_step(mark))
    phone.tap(mark.code)
    phone.press(f"lock:{mark.code[0]}")
    assert phone.detail_text() == (
        "Other players lock rows before you use your colored dice. Undo your colored cross "
        "first, then tap the lock."
    )


def test_fourth_penalty_ends_the_game() -> None:
    setup = setup_with_first_seat(first=1)
    ann, bob = seated_phone(0, setup.code), seated_phone(1, setup.code)
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
    assert "doesn’t add up" not in ann.text()
    ann.press("undo")
    assert not ann.screen.is_finished
    ann.press("redo")
    assert ann.screen.is_finished


def test_phone_that_is_behind_catches_up() -> None:
    setup = setup_with_first_seat(4)
    phone = seated_phone(3, setup.code)
    phone.press("roll", "where")
    assert FocusElement('[data-action="go-to"]') in phone.effects
    phone.press("go-to", value="9")
    assert phone.game.state.turn == 2  # roll 4 is this player's own, so it is not skipped
    assert phone.detail_text() == "This phone is now on roll 3. You roll next."
    assert "go-to" not in phone.actions()
    phone.press("where")
    phone.press("go-to", value="1")
    assert phone.game.state.turn == 0
    assert phone.detail_text() == "Undone: the last roll"
    assert phone.game.can_redo
    for invalid_number in ("", "x", "0", "1", "99999", "٣"):
        phone.press("where")
        phone.press("go-to", value=invalid_number)
        assert phone.game.state.turn in (0, 2)
    phone.press("where")
    phone.send(KeyPressed("Escape"))
    assert not phone.screen.is_roll_field_open


def test_accidental_double_tap_rolls_once() -> None:
    phone = SameDicePhone(fragment=f"same={setup_with_first_seat().code}", speed="calm")
    phone.send(
        ControlUsed("same-seat:0"), ControlUsed("sit", at=1000), ControlUsed("roll", at=1200)
    )
    assert phone.game.state.turn == -1
    phone.send(ControlUsed("roll", at=5000), ControlUsed("roll", at=5200))
    assert phone.game.state.turn == 0
    phone.send(ControlUsed("finish", at=5200), ControlUsed("fourth", at=5200))
    assert phone.detail_text() != "The game is over."
    phone.send(ControlUsed("roll", at=6000))
    assert phone.game.state.turn == 1
    assert phone.game.state.sheet.penalties == 1


def test_game_is_playable_with_keys() -> None:
    phone = seated_phone(1, setup_with_first_seat().code)
    phone.send(KeyPressed("r"))
    assert phone.game.state.turn == 0
    phone.send(KeyPressed("ArrowRight", "r2", player=1))
    assert FocusElement('[data-player="1"] [data-cell="r3"]') in phone.effects
    tab_stops = [n for n in phone.nodes() if n.attributes.get("tabindex") == "0"]
    assert [n.attributes["data-cell"] for n in tab_stops] == ["r3"]
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


def test_longo_players_have_lucky_numbers() -> None:
    phone = seated_phone(1, setup_with_first_seat(2, LONGO).code)
    assert "★ 6 11" in phone.text()
    phone.press("roll")
    assert phone.find_node("data-player", "1").tag == "section"


def test_tap_on_own_lock_undoes_it() -> None:
    for seed in range(400):
        phone = seated_phone(0, SharedSetup(CLASSIC, 2, seed).code)
        for _ in range(14):
            phone.send(ControlUsed("roll"))
            state = phone.game.state
            if state.is_finished or state.turn_ends_game:
                break
            legal = sorted(
                state.legal_marks(), key=lambda mark: (state.sheet.skips(mark), mark.row)
            )
            locking = [mark for mark in legal if state.sheet.cross(mark).locked(mark.row)]
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


def test_empty_and_finished_games_ignore_controls() -> None:
    phone = seated_phone(0, setup_with_first_seat(first=1).code)
    before = phone.model
    phone.send(ControlUsed("undo"), ControlUsed("redo"), ControlUsed("finish"))
    assert phone.game is not None
    assert phone.game.history.events == ()
    phone.press("roll", "lock:r", "lock:y", "finish")
    finished_game = phone.game
    phone.send(
        ControlUsed("where"),
        ControlUsed("roll"),
        ControlUsed("lock:g"),
        ControlUsed("redo"),
        CellTapped(0, "r7"),
    )
    assert phone.game is finished_game
    assert before is not phone.model
    assert "aria-disabled" in phone.cell("r7").attributes


def test_phone_cannot_catch_up_past_the_end() -> None:
    phone = seated_phone(0, setup_with_first_seat(first=1).code)
    phone.press("roll", "lock:r", "lock:y", "where")
    phone.press("go-to", value="3")
    assert phone.detail_text() == "There’s no next roll: the game ends with this one."
