"""Games by turns on the page: two browsers play by links alone; saves, refusals, and files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.games.turns.record_link import MAX_LINK
from qwixx.games.turns.turn_game import Step
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.rules.variants import BONUS_B, CLASSIC
from qwixx.ui.model.effects import (
    CopyField,
    DownloadText,
    GenerateQrCode,
    SaveTurnGame,
    ShareText,
    WriteArchive,
)
from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    FilePicked,
    QrCodeGenerated,
    SameDiceLoaded,
    SlotChangedElsewhere,
    TextEdited,
)
from qwixx.ui.model.values import replace
from qwixx.ui.screens.turns.model import MAX_GAMES, TurnsScreen, turn_game, turn_games
from qwixx.ui.screens.turns.texts import STATUS_OF_READING, how_it_works, status_text
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.view import root_attributes, view
from tests.games.turn_games import whole_game
from tests.ui.browser_tabs import MemoryStorage, RecordingTab
from tests.ui.fake_page import page_actions, text_of, walk

if TYPE_CHECKING:
    from qwixx.games.turns.turn_game import TurnGame

CLUMSY = 3
"""Numbers that a player of these tests skips at most."""


class Device(RecordingTab):
    """A browser that plays by turns."""

    @property
    def screen(self) -> TurnsScreen:
        assert isinstance(self.model.screen, TurnsScreen)
        return self.model.screen

    @property
    def stage(self) -> str:
        """The stage of the shown page; "board" while the board is shown."""
        found = [
            node.attributes["data-turn"]
            for node in walk(view(self.model))
            if node.tag == "main" and "data-turn" in node.attributes
        ]
        return str(found[0]) if found else "board"

    @property
    def link(self) -> str:
        """The link to send; "" if none is shown."""
        found = [
            node.attributes["value"]
            for node in walk(view(self.model))
            if "data-link" in node.attributes
        ]
        return str(found[0]) if found else ""

    def paste(self, text: str) -> Device:
        return self.send(TextEdited("turns-paste", text))

    def game(self) -> TurnGame:
        game = turn_game(self.model, self.screen.game_id)
        assert game is not None
        return game

    def decide(self) -> Device:
        """Decide on the board, with few skips, and make the link."""
        while self.model.screen.board is not None:
            board = self.model.board
            state, seat = board.game.state, board.local_people[0]
            assert board.person_to_act == seat
            marks = [move for move in state.legal_moves(seat) if isinstance(move, Mark)]
            best = min(marks, key=state.sheets[seat].skips, default=None)
            if best is not None and state.sheets[seat].skips(best) <= CLUMSY:
                self.send(CellTapped(seat, best.code))
            else:
                self.press("pass")
        assert self.stage in ("decided", "reply")
        return self.press("turns-send")


def invited(variant: str = "classic") -> Device:
    device = Device(turns="1")
    device.send(ControlUsed("turns-name", "Emma"), ControlUsed("turns-variant", variant))
    return device.press("turns-invite")


def joined(invitation: str) -> Device:
    device = Device().open_link(invitation)
    assert device.stage == "invited"
    assert "Emma" in device.text
    return device.send(ControlUsed("turns-name", "Noa")).press("turns-accept")


def test_two_browsers_play_a_whole_game_by_links_alone() -> None:
    emma = invited()
    assert root_attributes(emma.model)["data-screen"] == "turns"
    assert emma.stage == "send"
    noa = joined(emma.link)
    sender, reader = noa, emma
    for count in range(200):
        link = sender.link
        assert len(link.rpartition("=")[2]) <= MAX_LINK
        if count % 7 == 3:
            reader = reader.reload()
        reader = reader.open_link(link) if count % 2 else reader.press("by-turns").paste(link)
        assert not reader.link or reader.game().record.is_finished
        if reader.game().step is Step.NONE:
            break
        reader.decide()
        assert reader.stage in ("send", "over")
        sender, reader = reader, sender
    assert sender.game().record.game == reader.game().record.game
    assert reader.stage == sender.stage == "over"
    for device in (sender, reader):
        archived = [effect for effect in device.effects if isinstance(effect, WriteArchive)]
        assert len(archived) == 1
        device.press("turns-result")
        assert device.model.board.game.state.phase is Phase.OVER
        assert "review" in page_actions(device.model) or "turns-list" in page_actions(device.model)
        assert device.press("turns-list").stage == "list"
        assert "Finished" in device.text
    game_id = turn_games(sender.model)[0].record.table
    sender.press(f"turns-open:{game_id}", "turns-drop")
    assert not turn_games(sender.model)
    assert "turns:" not in " ".join(sender.store.texts_by_name())


def started() -> tuple[Device, Device]:
    """Return two browsers in the first turn: the inviter has sent its commitment."""
    emma = invited()
    noa = joined(emma.link)
    return emma.open_link(noa.link).decide(), noa


def test_link_is_shown_only_once_it_is_saved() -> None:
    emma, noa = started()
    noa.open_link(emma.link)
    while noa.model.screen.board is not None:
        noa.press("pass")
    before = noa.game()
    noa.store.blocked = True
    noa.press("turns-send")
    assert noa.link == ""
    assert noa.game() == before
    assert noa.screen.status == "turns-unsaved"
    noa.store.blocked = False
    while noa.model.screen.board is not None:
        noa.press("pass")
    assert noa.press("turns-send").link


def test_nothing_can_be_begun_without_storage() -> None:
    store = MemoryStorage(capacity=100_000)
    device = Device(store, turns="1")
    store.blocked = True
    device.press("turns-invite")
    assert (device.stage, device.link, device.screen.status) == ("list", "", "turns-unsaved")
    emma = invited()
    other = Device().open_link(emma.link)
    other.store.blocked = True
    other.press("turns-accept")
    assert (other.link, other.screen.status) == ("", "turns-unsaved")


def test_decision_can_be_undone_until_the_link_is_made() -> None:
    emma, noa = started()
    noa.open_link(emma.link)
    first = noa.model.board.game
    noa.press("pass")
    if noa.model.screen.board is not None:
        noa.press("undo")
        assert noa.model.board.game.events == first.events
        noa.press("pass", "pass")
    assert noa.stage == "decided"
    assert noa.link == ""
    assert noa.press("turns-change").model.board.game.events == first.events
    noa.decide()
    link = noa.link
    assert "undo" not in page_actions(noa.model)
    assert noa.reload().press("by-turns", f"turns-open:{noa.game().record.table}").link == link


def test_links_that_are_not_the_next_step_say_so() -> None:
    emma, noa = started()
    own = noa.link
    noa.open_link(own)
    assert noa.screen.status == "turns-own"
    asked = emma.link
    noa.open_link(asked).decide()
    assert noa.open_link(asked).screen.status == "turns-old"
    answer = noa.link
    emma.open_link(answer)
    emma.open_link(answer)
    assert emma.screen.status == "turns-same"
    other = joined(invited().link)
    assert emma.open_link(other.link).stage == "look"


def test_forwarded_invitation_and_older_save_are_refused() -> None:
    emma = invited()
    noa, cy = joined(emma.link), joined(emma.link)
    emma.open_link(noa.link)
    assert emma.open_link(cy.link).screen.status == "turns-two-links"
    assert emma.game().record.names == ("Emma", "Noa")
    older = dict(emma.store.texts)
    emma.decide()
    noa.open_link(emma.link).decide()
    emma.store.texts = older
    again = emma.reload().open_link(noa.link)
    assert again.screen.status == "turns-ahead"
    assert again.link == ""


def test_second_device_may_look_and_says_why_it_cannot_answer() -> None:
    emma, noa = started()
    noa.open_link(emma.link).decide()
    other = Device().open_link(noa.link)
    assert other.stage == "look"
    assert "You can look, but not answer" in other.text
    assert not {"turns-send", "turns-accept", "pass"} & {*page_actions(other.model)}
    assert other.link == ""
    other.paste(emma.link)
    assert other.stage == "look"


def test_game_of_unnamed_people_can_be_looked_at() -> None:
    links = whole_game(1, names=("", ""))
    other = Device().open_link("#t=" + links[4].text)
    assert other.stage == "look"
    assert "A game by links" in other.text


@pytest.mark.parametrize(("variant", "columns"), [("longo", "15"), ("bonus-a", "11")])
def test_small_sheets_have_the_size_of_their_variant(variant: str, columns: str) -> None:
    emma = invited(variant)
    noa = joined(emma.link)
    emma.open_link(noa.link).decide()
    sizes = [
        node.attributes["data-columns"]
        for node in walk(view(emma.model))
        if node.attributes.get("class") == "compared-sheets"
    ]
    assert sizes == [columns]


def test_bad_links_get_a_sentence() -> None:
    emma, _noa = started()
    link = emma.link.rpartition("=")[2]
    device = Device(turns="1")
    for text, status in (
        (link[:-4], "link-incomplete"),
        (link[:-1] + ("A" if link[-1] != "A" else "B"), "link-damaged"),
        ("2" + link[1:], "link-newer"),
        ("A" * 100_000, "link-damaged"),
    ):
        device.send(ControlUsed("turns-paste", text))
        assert device.screen.status == status
        assert status_text(texts_in("en"), status) in device.text
    assert not device.paste(link[:-4]).screen.game_id
    assert device.send(ControlUsed("turns-paste", " ")).screen.status == ""


@pytest.mark.parametrize(
    "status",
    [
        *STATUS_OF_READING.values(),
        "turns-unreadable",
        "turns-unsaved",
        "turns-moved",
        "turns-too-many",
        "turns-no-file",
    ],
)
def test_each_notice_has_a_sentence(status: str) -> None:
    device = Device(turns="1")
    device.model = replace(device.model, screen=replace(device.screen, status=status))
    assert status_text(texts_in("en"), status).endswith(".")
    assert status_text(texts_in("en"), status) in device.text


def test_several_games_run_side_by_side() -> None:
    emma, _noa = started()
    emma.press("turns-list", "turns-invite")
    assert len(turn_games(emma.model)) == 2
    emma.press("turns-list")
    assert emma.text.count("Waiting for") == 2
    assert "Whose turn is it?" in emma.press("leave-turns").text
    assert "Whose turn is it?" not in Device().text


def test_another_tab_takes_over() -> None:
    emma, noa = started()
    tab = Device(noa.store).press("by-turns", f"turns-open:{noa.game().record.table}")
    noa.open_link(emma.link).decide()
    tab.receive_storage_events()
    assert tab.link == noa.link
    assert tab.screen.status == "turns-moved"
    closed, game_id = Device(noa.store), noa.game().record.table
    noa.press("turns-drop")
    assert "turns-drop-now" in page_actions(noa.model)
    noa.press("turns-drop-now")
    for other in (closed, tab):
        for slot, text in other.slot_store.changed_slots(f"qwixx:/:turns:{game_id}").items():
            other.send(SlotChangedElsewhere(slot, text))
        assert not turn_games(other.model)
    assert tab.stage == "list"


def test_tab_that_did_not_hear_of_the_step_makes_no_second_link() -> None:
    emma, noa = started()
    tab = Device(noa.store)
    noa.open_link(emma.link).decide()
    tab.open_link(emma.link)
    assert tab.screen.status == "turns-moved"
    assert tab.link == noa.link


def test_game_moves_in_a_file() -> None:
    emma, noa = started()
    emma.press("turns-save")
    texts = [effect.text for effect in emma.effects if isinstance(effect, DownloadText)]
    moved = Device(turns="1").send(FilePicked(texts[0]))
    assert moved.link == emma.link
    noa.open_link(emma.link).decide()
    assert moved.open_link(noa.link).game().step is not Step.AWAIT
    assert moved.send(FilePicked(texts[0])).screen.status == "turns-old"
    assert moved.press("turns-list").send(FilePicked("{}")).screen.status == "turns-no-file"


def test_link_can_be_shared_copied_and_shown_as_a_qr_code() -> None:
    emma, _noa = started()
    emma.press("turns-share", "turns-copy", "turns-qr", "copied")
    shared = [effect.text for effect in emma.effects if isinstance(effect, ShareText)]
    assert shared[0].endswith(emma.link)
    assert CopyField("#turns-link") in emma.effects
    qr = [effect.text for effect in emma.effects if isinstance(effect, GenerateQrCode)]
    emma.send(QrCodeGenerated(qr[0], ("10", "01")))
    assert emma.screen.qr is not None
    assert emma.press("turns-qr").screen.qr_text == ""


def test_rules_of_this_way_to_play_name_the_sheets_that_are_not_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = "qwixx.ui.screens.turns.texts.VARIANTS"
    monkeypatch.setattr(module, {"classic": CLASSIC})
    without = how_it_works(texts_in("en"))
    monkeypatch.setattr(module, {"classic": CLASSIC, "bonus-b": BONUS_B})
    assert how_it_works(texts_in("en"))[:-1] == without
    assert "Bonus B" in how_it_works(texts_in("en"))[-1]
    assert "Bonus B" not in [
        text_of(node) for node in walk(view(Device(turns="1").model)) if node.tag == "option"
    ]


def test_list_says_why_the_chosen_sheet_is_not_offered() -> None:
    notice = how_it_works(texts_in("en"))[-1]
    device = Device(turns="1", variant="bonus-b")
    assert device.screen.variant == "classic"
    assert device.screen.status == "turns-not-offered"
    assert status_text(texts_in("en"), "turns-not-offered") == notice
    assert text_of(view(device.model)).count(notice) == 2  # the notice, and how it works
    assert Device(turns="1", variant="bonus-a").screen.status == ""
    opened = Device(variant="bonus-b").press("by-turns")
    assert opened.screen.status == "turns-not-offered"


def test_saves_go_through_one_effect() -> None:
    emma, _noa = started()
    saves = [effect for effect in emma.effects if isinstance(effect, SaveTurnGame)]
    assert [save.before for save in saves[1:]] == [save.text for save in saves[:-1]]


def test_link_pasted_into_a_field_for_other_links_opens_its_game() -> None:
    emma, noa = started()
    link = f"https://example.org/#{emma.link.rpartition('#')[2]}"
    noa.press("leave-turns", "leave-turns", "same-dice").send(SameDiceLoaded(""))
    noa.send(TextEdited("same-code", link[:-3]))
    assert not isinstance(noa.model.screen, TurnsScreen)
    noa.send(TextEdited("same-code", link))
    assert isinstance(noa.model.screen, TurnsScreen)
    assert noa.screen.game_id == emma.screen.game_id


def test_invitation_without_a_name_is_from_a_friend() -> None:
    emma = Device(turns="1").press("turns-invite")
    assert "A friend invites you to a game by turns" in Device().open_link(emma.link).text


def test_start_screen_counts_games_that_wait_for_this_person() -> None:
    emma, noa = started()
    waiting = text_of(view(noa.reload().model))
    assert "Your turn in" not in waiting
    assert "Whose turn is it?" in waiting
    noa.open_link(emma.link)
    device = noa.reload()
    assert "Your turn in 1 game" in device.text
    assert "Whose turn is it?" not in device.text
    device.press("by-turns", f"turns-open:{turn_games(device.model)[0].record.table}").decide()
    assert "Your turn in" not in device.reload().text
    broken = Device().model.with_session(turn_games=(("0" * 32, "?"), ("1" * 32, '{"due":1}')))
    assert "Your turn in" not in text_of(view(broken))


def test_games_by_turns_are_offered_in_who_plays_and_in_the_menu() -> None:
    device = Device()
    assert "In different towns" in device.text
    assert "two people, links in messages" in device.press("menu").text
    assert device.press("by-turns").stage == "list"


def test_list_has_own_turns_first_and_is_limited() -> None:
    emma, noa = started()
    noa.open_link(emma.link)
    table = noa.game().record.table
    noa.press("turns-list")
    while len(turn_games(noa.model)) < MAX_GAMES:
        noa.press("turns-invite", "turns-list")
    assert turn_games(noa.model)[0].record.table == table
    assert [game.is_awaited for game in turn_games(noa.model)].count(True) == 1
    items = [action for action in page_actions(noa.model) if action.startswith("turns-open:")]
    assert len(items) == MAX_GAMES
    noa.press("turns-invite")
    assert (noa.stage, noa.screen.status) == ("list", "turns-too-many")
    assert "Your list is full" in noa.text
    other = invited()
    noa.open_link(other.link).press("turns-accept")
    assert (noa.stage, noa.screen.status) == ("invited", "turns-too-many")
    file = next(one.text for one in other.press("turns-save").effects if type(one) is DownloadText)
    noa.press("turns-list").send(FilePicked(file))
    assert noa.screen.status == "turns-too-many"
    noa.press(f"turns-open:{table}", "turns-drop", "turns-drop-now")
    assert noa.open_link(other.link).press("turns-accept").link


def test_invitation_stays_open_if_it_cannot_be_saved() -> None:
    emma = invited()
    noa = Device().open_link(emma.link)
    noa.store.blocked = True
    noa.press("turns-accept")
    assert (noa.stage, noa.screen.status) == ("invited", "turns-unsaved")
    noa.store.blocked = False
    assert noa.press("turns-accept").link


def test_blocks_of_this_device_can_be_played_by_turns() -> None:
    device = Device(turns="1", variant="block:R7K2M9")
    [field] = [
        n for n in walk(view(device.model)) if n.attributes.get("data-action") == "turns-variant"
    ]
    offered = [n.attributes.get("value") for n in walk(field) if n.tag == "option"]
    assert "block:R7K2M9" in offered
    assert "bonus-b" not in offered
    noa = joined(invited("block:R7K2M9").link)
    assert noa.game().record.variant.name == "block:R7K2M9"
