"""A game is looked at step by step, shared in a link, and played on from there."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

from qwixx import Game, Mark, Phase, coach
from qwixx.coach import Decided, Review
from qwixx.games.events import Decision
from qwixx.games.written.share_link import decode_game, encode_game
from qwixx.rules.moves import PASS
from qwixx.ui.dialogs.share import share_text
from qwixx.ui.model import Dialog, Model
from qwixx.ui.model.effects import (
    ClearFragment,
    ContinueReview,
    CopyField,
    DownloadImage,
    GenerateQrCode,
    LoadWeights,
    SaveText,
    SetTabSlot,
    ShareText,
    StartTimer,
)
from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    FragmentChanged,
    KeyPressed,
    PageOpened,
    QrCodeGenerated,
    ReviewProgressed,
    SaveStatusChanged,
    SlotChangedElsewhere,
    TimerFired,
    WeightsLoaded,
)
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.values import replace
from qwixx.ui.parts.html import Node
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.finished_games import finished_game
from tests.ui.fake_page import effects_of, model_after, open_page, play_to_end, text_of, walk

SEATS = ("person", "hard")
ADDRESS = "https://me.org/qwixx/"


def visited(game: Game, model: Model | None = None, **options: bool) -> Model:
    """Return the page after a link to a game was followed on it."""
    code = encode_game(game, SEATS if len(game.names) == 2 else (), **options)
    return model_after(model or open_page(), FragmentChanged(f"g={code}"))


def replay_of(model: Model) -> ReplayScreen:
    assert isinstance(model.screen, ReplayScreen)
    return model.screen


def read(model: Model) -> str:
    """Return what the status tells."""
    return next(text_of(n) for n in walk(view(model)) if "data-status" in n.attributes)


def test_a_link_opens_a_game_from_its_start() -> None:
    game = finished_game()
    model = model_after(
        Model(),
        PageOpened(fragment=f"g={encode_game(game, SEATS)}", languages=("en",), page_url=ADDRESS),
    )
    screen = replay_of(model)
    assert (screen.step, screen.game.event_count_with_undone) == (0, len(game.events))
    assert screen.whole_own_game.events == game.events
    assert [seat.kind for seat in screen.setup.seats] == [*SEATS]
    assert screen.game.names == ("You", "Rex")
    assert root_attributes(model)["data-screen"] == "history"
    assert root_attributes(model)["data-variant"] == "classic"
    assert root_attributes(model)["data-phase"] is None
    assert not model.back_stays_on_page  # the browser's "Back" leads to where the link was
    left, effects = update(model, ControlUsed("leave-replay"))
    assert isinstance(left.screen, StartScreen)
    assert ClearFragment() in effects


def test_names_are_there_if_they_were_shared() -> None:
    assert replay_of(visited(finished_game(), names=True)).game.names == ("P0", "P1")
    assert replay_of(visited(finished_game(player_count=3))).game.names == (
        "Player 1",
        "Player 2",
        "Player 3",
    )


def test_a_position_is_shown_as_it_is() -> None:
    game = finished_game().go_to(9)
    screen = replay_of(visited(game.without_undone()))
    assert (screen.step, screen.game.event_count_with_undone) == (9, 9)
    assert screen.reviewed is None


@pytest.mark.parametrize("fragment", ["g=", "g=1xyz", "g=" + "A" * 100_000, "g=2QAAAAAAAAAA8w"])
def test_a_broken_link_is_told(fragment: str) -> None:
    before = open_page(start="1", seed="4", first="0")
    model, effects = update(before, FragmentChanged(fragment))
    assert model.notices == ("bad-link",)
    assert effects == [ClearFragment()]
    assert model.game is before.game
    begun = model_after(Model(), PageOpened(fragment=fragment, languages=("en",)))
    assert isinstance(begun.screen, StartScreen)
    assert "bad-link" in begun.notices


def test_all_steps_can_be_gone_to() -> None:
    game = finished_game("longo", 3)
    model = visited(game)
    told = [read(model)]
    for step in range(1, game.event_count_with_undone + 1):
        model = model_after(model, ControlUsed("next"))
        assert replay_of(model).step == step
        assert replay_of(model).game.state == game.states[step]
        event = game.events[step - 1]
        if isinstance(event, Decision):
            assert replay_of(model).large_seat == event.player
        told.append(read(model))
    assert "wins with" in told[-1]
    assert model_after(model, ControlUsed("next")).screen == model.screen  # there is no more
    for action, step in (
        ("first", 0),
        ("last", game.event_count_with_undone),
        ("previous", game.event_count_with_undone - 1),
    ):
        model = model_after(model, ControlUsed(action))
        assert replay_of(model).step == step
    model = model_after(model, ControlUsed("seek", "5"))
    assert replay_of(model).step == 5
    assert model_after(model, ControlUsed("seek", "x")).screen == model.screen
    assert (
        replay_of(model_after(model, ControlUsed("seek", "99999"))).step
        == game.event_count_with_undone
    )


def test_keys_lead_through_it() -> None:
    model = visited(finished_game())
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        model = model_after(model, KeyPressed(key))
        assert replay_of(model).step == step
    assert (
        replay_of(model_after(model, KeyPressed("End"))).step
        == replay_of(model).game.event_count_with_undone
    )
    menu = model_after(model, ControlUsed("menu"))
    assert (
        replay_of(model_after(menu, KeyPressed("ArrowRight"))).step == 0
    )  # it belongs to the dialog
    assert model_after(model, KeyPressed("m")).dialog.kind is Dialog.MENU


def test_it_plays_at_a_pace_and_stops_at_the_end() -> None:
    model = model_after(
        visited(finished_game()),
        ControlUsed("last"),
        ControlUsed("previous"),
        ControlUsed("previous"),
    )
    model, effects = update(model, ControlUsed("run"))
    assert replay_of(model).running
    assert effects == [StartTimer(350, model.session.timer)]
    early = model.session.timer
    model, effects = update(model, TimerFired(early))
    assert effects == [StartTimer(350, model.session.timer)]
    assert update(model, TimerFired(early))[0] is model  # an old timer
    model, effects = update(model, TimerFired(model.session.timer))
    screen = replay_of(model)
    assert (screen.step, screen.running, effects) == (
        screen.game.event_count_with_undone,
        False,
        [],
    )
    again = model_after(model, ControlUsed("run"))
    assert (replay_of(again).step, replay_of(again).running) == (0, True)
    assert not replay_of(model_after(again, ControlUsed("run"))).running
    assert not replay_of(model_after(again, ControlUsed("next"))).running  # whoever walks stops it


def test_nothing_in_it_changes_the_game() -> None:
    model = visited(finished_game())
    for message in (
        ControlUsed("roll"),
        ControlUsed("pass"),
        ControlUsed("undo"),
        ControlUsed("new-game"),
        CellTapped(0, "r5"),
    ):
        assert model_after(model, message).screen == model.screen


def test_the_coach_judges_each_decision() -> None:
    game = finished_game()
    model, effects = update(open_page(), FragmentChanged(f"g={encode_game(game, SEATS)}"))
    model = replace(model, screen=replace(replay_of(model), wants=True, reviewed=None))
    model, effects = update(model, WeightsLoaded("classic-2.bin", ok=True))
    [ponder] = effects
    assert isinstance(ponder, ContinueReview)
    model, effects = update(model, ReviewProgressed(ponder.game, 0.5))
    assert effects == [ponder]
    decided = [n for n, event in enumerate(game.events) if isinstance(event, Decision)]
    first, second, third = decided[:3]
    at = game.events[first]
    assert isinstance(at, Decision)
    best = Decided(first, 0, at.player, at.move, at.move, None, 0.5, 0.0, 0.1)
    worse = Decided(second, 0, at.player, PASS, Mark(0, 5), None, 0.5, 0.12, -0.1)
    review = Review((), (best, worse), ())
    model, effects = update(model, ReviewProgressed(ponder.game, 1.0, review))
    assert effects == []
    assert "The best choice." in read(model_after(model, ControlUsed("seek", str(first + 1))))
    costly = read(model_after(model, ControlUsed("seek", str(second + 1))))
    assert "That cost \u206612.0%\u2069 in win chance. Better:" in costly
    assert "There was no choice." in read(model_after(model, ControlUsed("seek", str(third + 1))))
    marks = [n for n in walk(view(model)) if n.tag == "rect"]
    assert len(marks) == 1  # over the slider
    other = ReviewProgressed(finished_game(seed=2), 1.0, review)
    assert update(visited(game), other)[0].screen == visited(game).screen


def test_without_weights_there_is_no_judgement() -> None:
    model = visited(finished_game())
    model = replace(model, screen=replace(replay_of(model), wants=True, reviewed=None))
    model, effects = update(model, WeightsLoaded("classic-2.bin", ok=False))
    assert effects == []
    assert replay_of(model).review is None


def test_it_is_judged_at_once_where_there_are_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qwixx.bots.weights.missing_file", lambda _variant, _players: "")
    model, effects = update(
        open_page(), FragmentChanged(f"g={encode_game(finished_game(), SEATS)}")
    )
    assert ContinueReview(replay_of(model).whole_own_game) in effects
    assert not replay_of(model).wants


# A bot in the person's place


def test_a_bot_plays_in_the_persons_place_with_the_same_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("qwixx.bots.weights.missing_file", lambda _variant, _players: "")
    game = finished_game()
    model = model_after(visited(game), ControlUsed("seek", "5"))
    shown = replay_of(model)
    assert shown.replayable_seat == 0
    assert f"You: {game.state.scores()[0]}" in text_of(view(model))
    model, effects = update(model, ControlUsed("instead", "bot"))
    assert effects == [StartTimer(0, model.session.timer)]
    assert "Rex 1…" in text_of(view(model))
    assert update(model, ControlUsed("instead", "bot"))[0].screen == model.screen
    assert update(model, ControlUsed("run"))[0] == model  # or the bot's timer would be void
    early = model_after(model, TimerFired(model.session.timer - 1))
    assert early.screen == model.screen
    while replay_of(model).thinks:
        assert replay_of(model).game is shown.game
        model, effects = update(model, TimerFired(model.session.timer))
    assert effects == []
    screen = replay_of(model)
    bots = screen.game
    assert (screen.by_bot, screen.step, screen.large_seat) == (
        True,
        bots.event_count_with_undone,
        0,
    )
    assert bots.state.phase is Phase.OVER
    assert (bots.seed, bots.variant) == (game.seed, game.variant)
    assert bots.states[1].roll == game.states[1].roll
    assert [seat.kind for seat in screen.setup.seats] == ["hard", "hard"]
    assert f"Rex 1: {bots.state.scores()[0]}" in text_of(view(model))
    assert screen.whole_own_game.events == game.events
    assert "#g=" in share_text(model, with_names=False)
    assert (
        decode_game(share_text(model, with_names=False).rpartition("#g=")[2]).events == bots.events
    )
    own = model_after(model, ControlUsed("instead", "own"))
    assert replay_of(own).step == 5
    assert replay_of(own).setup == shown.setup
    again = model_after(own, ControlUsed("instead", "bot"))
    assert replay_of(again).game.events == bots.events  # it is not played twice


def test_who_does_not_wait_for_the_bot_sees_their_own_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("qwixx.bots.weights.missing_file", lambda _variant, _players: "")
    before = visited(finished_game())
    model = model_after(before, ControlUsed("instead", "bot"))
    left = model_after(model, ControlUsed("instead", "own"))
    assert replay_of(left).other is None
    assert model_after(left, TimerFired(left.session.timer)).screen == left.screen


def test_nobody_plays_instead_of_several_people_or_in_a_game_that_goes_on() -> None:
    for model in (
        visited(finished_game(player_count=3)),
        visited(finished_game().go_to(9).without_undone()),
    ):
        assert replay_of(model).replayable_seat is None
        assert model_after(model, ControlUsed("instead", "bot")).screen == model.screen
        assert "With the same dice" not in text_of(view(model))


def test_the_bot_waits_for_its_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qwixx.bots.weights.missing_file", lambda _variant, _players: "some.bin")
    model = visited(finished_game())
    assert replay_of(model).wants  # the coach has asked for them
    model, effects = update(model, ControlUsed("instead", "bot"))
    assert effects == []
    none = model_after(model, WeightsLoaded("some.bin", ok=False))
    assert replay_of(none).other is None
    asked = effects_of(none_wanted(none), ControlUsed("instead", "bot"))
    assert asked == [LoadWeights("some.bin")]
    monkeypatch.setattr("qwixx.bots.weights.missing_file", lambda _variant, _players: "")
    model, effects = update(model, WeightsLoaded("some.bin", ok=True))
    assert effects == [
        ContinueReview(replay_of(model).whole_own_game),
        StartTimer(0, model.session.timer),
    ]


def none_wanted(model: Model) -> Model:
    return replace(model, screen=replace(replay_of(model), wants=False))


# A QR code


def test_a_qr_code_leads_to_what_is_shared() -> None:
    model = model_after(
        visited(finished_game()).with_session(address=ADDRESS), ControlUsed("share")
    )
    link = share_text(model, with_names=False).splitlines()[-1]
    assert effects_of(model, ControlUsed("qr")) == [GenerateQrCode(link)]
    rows = ("# #", "   ", "###")
    coded = model_after(model, QrCodeGenerated(link, rows))
    [code] = [n for n in walk(view(coded)) if n.attributes.get("class") == "qr"]
    assert code.attributes["viewBox"] == "0 0 11 11"
    [_light, dark] = code.children
    assert isinstance(dark, Node)
    assert dark.attributes["d"] == "M4 4h1v1h-1zM6 4h1v1h-1zM4 6h3v1h-3z"
    assert model_after(model, QrCodeGenerated("another", rows)).dialog == model.dialog
    assert model_after(open_page(), QrCodeGenerated(link, rows)).dialog == open_page().dialog
    named, effects = update(coded, ControlUsed("share-names"))
    assert named.dialog.code is None
    assert effects == [GenerateQrCode(share_text(named, with_names=True).splitlines()[-1])]
    assert effects_of(model, ControlUsed("share-names")) == []
    failed = model_after(model, QrCodeGenerated(link, ()))
    assert "Can't make a QR code right now." in text_of(view(failed))
    assert effects_of(open_page(), ControlUsed("qr")) == []


def test_it_comes_back_to_the_game_that_went_on() -> None:
    before = open_page(start="1", seed="4", first="0", speed="quick")
    there = visited(finished_game(), before)
    assert there.back_stays_on_page
    moved = model_after(there, SaveStatusChanged(ok=False))
    assert moved.below != there.below  # the screen below knows of it
    heard = model_after(there, SlotChangedElsewhere("77", ""))
    assert isinstance(heard.screen, ReplayScreen)
    left, effects = update(there, ControlUsed("back"))
    assert left.game is before.game
    assert isinstance(left.screen, GameScreen)
    assert ClearFragment() in effects
    assert model_after(there, FragmentChanged("")).game is before.game
    twice = visited(finished_game(seed=3), there)
    assert model_after(twice, ControlUsed("leave-replay")).game is before.game


def test_one_plays_on_from_any_point() -> None:
    before = model_after(open_page(start="1", seed="4", first="0"), ControlUsed("roll"))
    slot = before.board.slot
    there = model_after(visited(finished_game(), before), ControlUsed("seek", "7"))
    model, effects = update(there, ControlUsed("play-on"))
    board = model.board
    assert board.game.events == finished_game().events[:7]
    assert not board.game.can_redo
    assert board.slot != slot
    assert model.session.others == (slot,)
    assert [seat.kind for seat in board.seats] == [*SEATS]
    assert SetTabSlot(board.slot) in effects
    assert any(isinstance(e, SaveText) and e.key == f"game:{board.slot}" for e in effects)
    end = model_after(there, ControlUsed("last"))
    assert model_after(end, ControlUsed("play-on")).screen == end.screen


def test_bots_alone_leave_a_seat_to_who_plays_on() -> None:
    code = encode_game(finished_game(), ("hard", "hard"))
    model = model_after(
        open_page(), FragmentChanged(f"g={code}"), ControlUsed("seek", "1"), ControlUsed("play-on")
    )
    assert [seat.kind for seat in model.board.seats] == ["person", "hard"]


def test_a_game_that_is_over_is_looked_at_and_left_again() -> None:
    model = open_page(start="1", seed="4", first="0", bots="random,random", players="2")
    while model.game is not None and model.game.state.phase is not Phase.OVER:
        model = model_after(model, TimerFired(model.session.timer))
    there = model_after(model, ControlUsed("replay"))
    assert replay_of(there).step == 0
    left = model_after(there, ControlUsed("leave-replay"))
    assert left.game is model.game
    assert model_after(open_page(), ControlUsed("replay")).screen == open_page().screen


def test_the_end_leads_to_the_decision_that_mattered_most() -> None:
    start = open_page(start="1", bots="greedy", first="0", seed="7")
    model = play_to_end(start, with_marks=True)[-1]
    assert model.game is not None
    unseen = model_after(model, ControlUsed("replay"))
    assert replay_of(unseen).step == 0  # nothing is known of it yet
    whole = coach.review(model.game)
    judged = model.with_board(review=whole, review_progress=1.0)
    there = replay_of(model_after(judged, ControlUsed("replay")))
    own = [one for one in whole.decisions if one.player == 0]
    assert there.shown_decision_review is not None
    assert max(there.shown_decision_review.cost, there.shown_decision_review.gain) == max(
        max(o.cost, o.gain) for o in own
    )
    assert there.review is whole
    assert not any(
        isinstance(effect, ContinueReview) for effect in effects_of(judged, ControlUsed("replay"))
    )


# Sharing


def hosted(model: Model, *, can_share: bool = False) -> Model:
    return model.with_session(address=ADDRESS, can_share=can_share)


def test_what_is_shared_can_be_read_back() -> None:
    game = finished_game()
    model = model_after(hosted(visited(game)), ControlUsed("share"))
    assert model.dialog.kind is Dialog.SHARE
    field = next(n for n in walk(view(model)) if "data-share-text" in n.attributes)
    text = text_of(field)
    assert text == share_text(model, with_names=False)
    code = text.rpartition("#g=")[2]
    assert decode_game(code).events == game.events
    assert "P0" not in text
    assert f"{game.state.scores()[0]} : {game.state.scores()[1]}" in text
    assert text.count("🟥") == game.state.sheets[0].count(0)
    named = model_after(model, ControlUsed("share-names", "on"))
    field = next(n for n in walk(view(named)) if "data-share-text" in n.attributes)
    assert isinstance(named.screen, ReplayScreen)
    assert decode_game(text_of(field).rpartition("#g=")[2]).names == named.screen.game.names
    assert effects_of(named, ControlUsed("copy")) == [CopyField("dialog textarea")]
    assert "Copied." in text_of(view(model_after(named, ControlUsed("copied"))))


def test_the_sheets_are_painted_with_names_only_if_wanted() -> None:
    model = model_after(
        hosted(visited(finished_game("longo", 3), names=True)), ControlUsed("share")
    )
    [effect] = effects_of(model, ControlUsed("paint"))
    assert isinstance(effect, DownloadImage)
    assert "P0" not in effect.svg
    assert effect.svg.count("Player ") == 3
    tree = fromstring(effect.svg)  # noqa: S314 - ours
    sheets = finished_game("longo", 3).state.sheets
    crosses = sum(len(sheet.crossed(row)) for sheet in sheets for row in range(4))
    assert len(tree.findall(".//{*}path")) == crosses
    named = model_after(model, ControlUsed("share-names", "on"))
    [effect] = effects_of(named, ControlUsed("paint"))
    assert isinstance(effect, DownloadImage)
    assert "P0" in effect.svg
    assert effects_of(open_page(), ControlUsed("paint")) == []


def test_a_position_in_mid_game_is_shared_as_it_is() -> None:
    model = model_after(
        hosted(open_page(start="1", seed="4", first="0")),
        ControlUsed("roll"),
        ControlUsed("share"),
    )
    assert model.game is not None
    code = share_text(model, with_names=False).rpartition("#g=")[2]
    assert decode_game(code).state == model.game.state


def test_the_system_shares_where_it_can() -> None:
    model = model_after(hosted(visited(finished_game()), can_share=True), ControlUsed("share"))
    [effect] = effects_of(model, ControlUsed("send"))
    assert effect == ShareText(share_text(model, with_names=False))
    assert effects_of(visited(finished_game()), ControlUsed("send")) == []
    assert model_after(open_page(), ControlUsed("share")).dialog.kind is Dialog.NONE
