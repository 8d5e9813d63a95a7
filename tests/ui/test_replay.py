"""Replays: their steps, reviews, and share links, and new games from a step."""

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
from qwixx.ui.model.board import Board
from qwixx.ui.model.effects import (
    ClearFragment,
    ContinueReview,
    CopyField,
    DownloadImage,
    GenerateQrCode,
    LoadWeights,
    SaveText,
    SetTabSlot,
    ShareImage,
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
from qwixx.ui.model.setup import PERSON, Seat, Setup
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.values import replace
from qwixx.ui.parts.html import Node
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.replay.model import PACE, ReplayScreen
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.texts.sentences import seat_names
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.finished_games import finished_game
from tests.ui.fake_page import effects_of, model_after, open_page, play_to_end, text_of, walk

OCCUPANT_KINDS = ("person", "hard")
PAGE_URL = "https://me.org/qwixx/"
ISOLATES = dict.fromkeys((0x2066, 0x2068, 0x2069))


def open_share_link(game: Game, model: Model | None = None, **options: bool) -> Model:
    """Open a share link to a game and return the page's model."""
    code = encode_game(game, OCCUPANT_KINDS if len(game.names) == 2 else (), **options)
    return model_after(model or open_page(), FragmentChanged(f"g={code}"))


def replay_screen(model: Model) -> ReplayScreen:
    assert isinstance(model.screen, ReplayScreen)
    return model.screen


def status_text(model: Model) -> str:
    return next(text_of(n) for n in walk(view(model)) if "data-status" in n.attributes)


def test_share_link_opens_replay_at_first_step() -> None:
    game = finished_game()
    model = model_after(
        Model(),
        PageOpened(
            fragment=f"g={encode_game(game, OCCUPANT_KINDS)}", languages=("en",), page_url=PAGE_URL
        ),
    )
    screen = replay_screen(model)
    assert (screen.step, screen.game.event_count_with_undone) == (0, len(game.events))
    assert screen.whole_own_game.events == game.events
    assert [seat.kind for seat in screen.setup.seats] == [*OCCUPANT_KINDS]
    assert screen.game.names == ("Player 1", "Rex")  # a stranger may have played
    first, second = game.state.scores()
    title = next(n for n in walk(view(model)) if n.attributes.get("class") == "bar-title")
    assert text_of(title) == f"Classic · \u2066{first} : {second}\u2069"
    assert f"Player 1: {first} · Rex: {second}" in status_text(model).translate(ISOLATES)
    assert "A shared game." in status_text(model)
    assert "A shared game." not in status_text(model_after(model, ControlUsed("next")))
    assert root_attributes(model)["data-screen"] == "history"
    assert root_attributes(model)["data-variant"] == "classic"
    assert root_attributes(model)["data-phase"] is None
    assert not model.back_stays_on_page  # the browser's "Back" returns to the page with the link
    left, effects = update(model, ControlUsed("leave-replay"))
    assert isinstance(left.screen, StartScreen)
    assert ClearFragment() in effects


def test_names_appear_only_if_shared() -> None:
    assert replay_screen(open_share_link(finished_game(), names=True)).game.names == ("P0", "P1")
    assert replay_screen(open_share_link(finished_game(player_count=3))).game.names == (
        "Player 1",
        "Player 2",
        "Player 3",
    )


def test_unfinished_game_opens_at_its_last_step() -> None:
    game = finished_game().go_to(9)
    screen = replay_screen(open_share_link(game.without_undone()))
    assert (screen.step, screen.game.event_count_with_undone) == (9, 9)
    assert screen.reviewed is None


@pytest.mark.parametrize("fragment", ["g=", "g=1xyz", "g=" + "A" * 100_000, "g=2QAAAAAAAAAA8w"])
def test_broken_link_shows_notice(fragment: str) -> None:
    before = open_page(start="1", seed="4", first="0")
    model, effects = update(before, FragmentChanged(fragment))
    assert model.notices == ("bad-link",)
    assert effects == [ClearFragment()]
    assert model.game is before.game
    opened_page = model_after(Model(), PageOpened(fragment=fragment, languages=("en",)))
    assert isinstance(opened_page.screen, StartScreen)
    assert "bad-link" in opened_page.notices


def test_controls_reach_every_step() -> None:
    game = finished_game("longo", 3)
    model = open_share_link(game)
    status_texts = [status_text(model)]
    for step in range(1, game.event_count_with_undone + 1):
        model = model_after(model, ControlUsed("next"))
        assert replay_screen(model).step == step
        assert replay_screen(model).game.state == game.states[step]
        event = game.events[step - 1]
        if isinstance(event, Decision):
            assert replay_screen(model).large_seat == event.player
        status_texts.append(status_text(model))
    assert "wins with" in status_texts[-1]
    assert model_after(model, ControlUsed("next")).screen == model.screen  # this is the last step
    for action, step in (
        ("first", 0),
        ("last", game.event_count_with_undone),
        ("previous", game.event_count_with_undone - 1),
    ):
        model = model_after(model, ControlUsed(action))
        assert replay_screen(model).step == step
    model = model_after(model, ControlUsed("seek", "5"))
    assert replay_screen(model).step == 5
    assert model_after(model, ControlUsed("seek", "x")).screen == model.screen
    assert (
        replay_screen(model_after(model, ControlUsed("seek", "99999"))).step
        == game.event_count_with_undone
    )


def test_keys_move_through_replay() -> None:
    model = open_share_link(finished_game())
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        model = model_after(model, KeyPressed(key))
        assert replay_screen(model).step == step
    assert (
        replay_screen(model_after(model, KeyPressed("End"))).step
        == replay_screen(model).game.event_count_with_undone
    )
    with_menu = model_after(model, ControlUsed("menu"))
    assert (
        replay_screen(model_after(with_menu, KeyPressed("ArrowRight"))).step == 0
    )  # the key goes to the dialog
    assert model_after(model, KeyPressed("m")).dialog.kind is Dialog.MENU


def test_playback_follows_timers_and_stops_at_the_end() -> None:
    model = model_after(
        open_share_link(finished_game()),
        ControlUsed("last"),
        ControlUsed("previous"),
        ControlUsed("previous"),
    )
    model, effects = update(model, ControlUsed("run"))
    assert replay_screen(model).running
    assert effects == [StartTimer(PACE["instant"] // 3, model.session.timer)]  # after a pass
    first_timer = model.session.timer
    model, effects = update(model, TimerFired(first_timer))
    assert effects == [StartTimer(PACE["instant"] // 3, model.session.timer)]
    assert update(model, TimerFired(first_timer))[0] is model  # an outdated timer
    model, effects = update(model, TimerFired(model.session.timer))
    screen = replay_screen(model)
    assert (screen.step, screen.running, effects) == (
        screen.game.event_count_with_undone,
        False,
        [],
    )
    restarted = model_after(model, ControlUsed("run"))
    assert (replay_screen(restarted).step, replay_screen(restarted).running) == (0, True)
    assert not replay_screen(model_after(restarted, ControlUsed("run"))).running
    assert not replay_screen(
        model_after(restarted, ControlUsed("next"))
    ).running  # a manual step stops playback


def test_game_controls_do_not_change_replay() -> None:
    model = open_share_link(finished_game())
    for message in (
        ControlUsed("roll"),
        ControlUsed("pass"),
        ControlUsed("undo"),
        ControlUsed("new-game"),
        CellTapped(0, "r5"),
    ):
        assert model_after(model, message).screen == model.screen


def test_coach_comments_on_each_decision() -> None:
    game = finished_game()
    model, effects = update(open_page(), FragmentChanged(f"g={encode_game(game, OCCUPANT_KINDS)}"))
    model = replace(model, screen=replace(replay_screen(model), wants=True, reviewed=None))
    model, effects = update(model, WeightsLoaded("classic-2.bin", ok=True))
    [continue_review] = effects
    assert isinstance(continue_review, ContinueReview)
    model, effects = update(model, ReviewProgressed(continue_review.game, 0.5))
    assert effects == [continue_review]
    decision_steps = [n for n, event in enumerate(game.events) if isinstance(event, Decision)]
    first, second, third = decision_steps[:3]
    decision = game.events[first]
    assert isinstance(decision, Decision)
    best = Decided(first, 0, decision.player, decision.move, decision.move, None, 0.5, 0.0, 0.1)
    worse = Decided(second, 0, decision.player, PASS, Mark(0, 5), None, 0.5, 0.12, -0.1)
    review = Review((), (best, worse), ())
    model, effects = update(model, ReviewProgressed(continue_review.game, 1.0, review))
    assert effects == []
    assert "The best choice." in status_text(
        model_after(model, ControlUsed("seek", str(first + 1)))
    )
    costly_text = status_text(model_after(model, ControlUsed("seek", str(second + 1))))
    assert "Win chance down \u206612%\u2069. Better:" in costly_text
    assert "No other move was possible." in status_text(
        model_after(model, ControlUsed("seek", str(third + 1)))
    )
    marks = [n for n in walk(view(model)) if n.tag == "rect"]
    assert len(marks) == 1  # the costly decision, above the slider
    other_game_reviewed = ReviewProgressed(finished_game(seed=2), 1.0, review)
    assert (
        update(open_share_link(game), other_game_reviewed)[0].screen
        == open_share_link(game).screen
    )


def test_no_review_without_weights() -> None:
    model = open_share_link(finished_game())
    model = replace(model, screen=replace(replay_screen(model), wants=True, reviewed=None))
    model, effects = update(model, WeightsLoaded("classic-2.bin", ok=False))
    assert effects == []
    assert replay_screen(model).review is None


def test_review_starts_immediately_if_weights_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qwixx.bots.weights.missing_file", lambda _variant, _players: "")
    model, effects = update(
        open_page(), FragmentChanged(f"g={encode_game(finished_game(), OCCUPANT_KINDS)}")
    )
    assert ContinueReview(replay_screen(model).whole_own_game) in effects
    assert not replay_screen(model).wants


# A bot's game with the same dice


def test_bot_plays_for_person_with_the_same_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("qwixx.bots.weights.missing_file", lambda _variant, _players: "")
    game = finished_game()
    model = model_after(open_share_link(game), ControlUsed("seek", "5"))
    own_replay = replay_screen(model)
    assert own_replay.replayable_seat == 0
    assert f"Player 1: {game.state.scores()[0]}" in text_of(view(model)).translate(ISOLATES)
    model, effects = update(model, ControlUsed("instead", "bot"))
    assert effects == [StartTimer(0, model.session.timer)]
    assert "Rex…" in text_of(view(model))
    assert update(model, ControlUsed("instead", "bot"))[0].screen == model.screen
    assert update(model, ControlUsed("run"))[0] == model  # playback would cancel the bot's timer
    unchanged = model_after(model, TimerFired(model.session.timer - 1))
    assert unchanged.screen == model.screen
    while replay_screen(model).thinks:
        assert replay_screen(model).game is own_replay.game
        model, effects = update(model, TimerFired(model.session.timer))
    assert effects == []
    screen = replay_screen(model)
    bot_game = screen.game
    assert (screen.by_bot, screen.step, screen.large_seat) == (
        True,
        bot_game.event_count_with_undone,
        0,
    )
    assert bot_game.state.phase is Phase.OVER
    assert (bot_game.seed, bot_game.variant) == (game.seed, game.variant)
    assert bot_game.states[1].roll == game.states[1].roll
    assert [seat.kind for seat in screen.setup.seats] == ["hard", "hard"]
    assert f"Rex: {bot_game.state.scores()[0]}" in text_of(view(model))
    assert screen.whole_own_game.events == game.events
    assert "#g=" in share_text(model, with_names=False)
    assert (
        decode_game(share_text(model, with_names=False).rpartition("#g=")[2]).events
        == bot_game.events
    )
    own_game_model = model_after(model, ControlUsed("instead", "own"))
    assert replay_screen(own_game_model).step == 5
    assert replay_screen(own_game_model).setup == own_replay.setup
    bot_game_model = model_after(own_game_model, ControlUsed("instead", "bot"))
    assert (
        replay_screen(bot_game_model).game.events == bot_game.events
    )  # the bot does not play again


def test_return_to_own_game_stops_the_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("qwixx.bots.weights.missing_file", lambda _variant, _players: "")
    before = open_share_link(finished_game())
    model = model_after(before, ControlUsed("instead", "bot"))
    own_game_model = model_after(model, ControlUsed("instead", "own"))
    assert replay_screen(own_game_model).other is None
    assert (
        model_after(own_game_model, TimerFired(own_game_model.session.timer)).screen
        == own_game_model.screen
    )


def test_bot_plays_only_finished_games_of_one_person() -> None:
    for model in (
        open_share_link(finished_game(player_count=3)),
        open_share_link(finished_game().go_to(9).without_undone()),
    ):
        assert replay_screen(model).replayable_seat is None
        assert model_after(model, ControlUsed("instead", "bot")).screen == model.screen
        assert "With the same dice" not in text_of(view(model))


def test_the_bot_waits_for_its_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qwixx.bots.weights.missing_file", lambda _variant, _players: "some.bin")
    model = open_share_link(finished_game())
    assert replay_screen(model).wants  # the coach has already requested the weights
    model, effects = update(model, ControlUsed("instead", "bot"))
    assert effects == []
    without_weights = model_after(model, WeightsLoaded("some.bin", ok=False))
    assert replay_screen(without_weights).other is None
    effects_after_failure = effects_of(
        without_weights_request(without_weights), ControlUsed("instead", "bot")
    )
    assert effects_after_failure == [LoadWeights("some.bin")]
    monkeypatch.setattr("qwixx.bots.weights.missing_file", lambda _variant, _players: "")
    model, effects = update(model, WeightsLoaded("some.bin", ok=True))
    assert effects == [
        ContinueReview(replay_screen(model).whole_own_game),
        StartTimer(0, model.session.timer),
    ]


def without_weights_request(model: Model) -> Model:
    return replace(model, screen=replace(replay_screen(model), wants=False))


# Texts for other people


@pytest.mark.parametrize("language", ["en", "de", "he"])
@pytest.mark.parametrize("own_name", ["", "You", "Zoë"])
def test_shared_game_never_says_you(own_name: str, language: str) -> None:
    """Games played before this release have the name "You"."""
    seats = (Seat(PERSON, own_name), Seat("hard"))
    game = finished_game().rename(seat_names(seats, texts_in(language)))
    board = Board(game, Setup(game.variant, seats), "1")
    model = with_page_url(replace(open_page(lang=language), screen=GameScreen(board)))
    you = seat_names((Seat(),), texts_in(language))[0]
    typed = own_name if own_name == "Zoë" else ""
    for with_names in (True, False):
        text = share_text(model, with_names=with_names)
        link = text.splitlines()[-1]
        fragment = link.partition("#")[2]
        assert "You" not in text.removesuffix(link)
        assert you not in text.removesuffix(link).split()
        opened = replay_screen(model_after(open_page(), FragmentChanged(fragment))).game.names
        assert opened == ((with_names and typed) or "Player 1", "Rex")
        assert decode_game(fragment.removeprefix("g=")).names == (
            (with_names and typed) or "1",
            "2",
        )


def test_old_link_with_the_name_you_shows_no_you() -> None:
    game = finished_game().rename(["You", "Rex"])
    code = encode_game(game, OCCUPANT_KINDS, names=True)
    model = model_after(open_page(), FragmentChanged(f"g={code}"))
    assert replay_screen(model).game.names == ("Player 1", "Rex")


def test_shared_text_of_people_shows_the_winner() -> None:
    game = next(
        game
        for game in (finished_game(player_count=3, seed=seed) for seed in range(1, 50))
        if game.state.scores().index(max(game.state.scores())) > 0
    )
    scores = game.state.scores()
    best = scores.index(max(scores))
    sheet = game.state.sheets[best]
    seats = tuple(Seat(PERSON, f"P{seat}") for seat in range(3))
    board = Board(game, Setup(game.variant, seats), "1")
    model = with_page_url(replace(open_page(), screen=GameScreen(board)))
    for with_names, owner in ((True, f"P{best}"), (False, f"Player {best + 1}")):
        lines = share_text(model, with_names=with_names).splitlines()
        assert lines[1].translate(ISOLATES) == f"{owner}: {max(scores)}"
        assert sum(line.count("🟥") for line in lines) == sheet.count(0)
        assert sum(line.count("🟦") for line in lines) == sheet.count(3)


# QR code


def test_qr_code_encodes_shared_link() -> None:
    model = model_after(
        open_share_link(finished_game()).with_session(address=PAGE_URL), ControlUsed("share")
    )
    link = share_text(model, with_names=False).splitlines()[-1]
    assert effects_of(model, ControlUsed("qr")) == [GenerateQrCode(link)]
    rows = ("# #", "   ", "###")
    with_code = model_after(model, QrCodeGenerated(link, rows))
    [code] = [n for n in walk(view(with_code)) if n.attributes.get("class") == "qr"]
    assert code.attributes["viewBox"] == "0 0 11 11"
    [_light, dark] = code.children
    assert isinstance(dark, Node)
    assert dark.attributes["d"] == "M4 4h1v1h-1zM6 4h1v1h-1zM4 6h3v1h-3z"
    assert model_after(model, QrCodeGenerated("another", rows)).dialog == model.dialog
    assert model_after(open_page(), QrCodeGenerated(link, rows)).dialog == open_page().dialog
    with_names, effects = update(with_code, ControlUsed("share-names"))
    assert with_names.dialog.code is None
    assert effects == [GenerateQrCode(share_text(with_names, with_names=True).splitlines()[-1])]
    assert effects_of(model, ControlUsed("share-names")) == []
    failed = model_after(model, QrCodeGenerated(link, ()))
    assert "Can’t make a QR code right now." in text_of(view(failed))
    assert effects_of(open_page(), ControlUsed("qr")) == []


def test_replay_returns_to_game_in_progress() -> None:
    before = open_page(start="1", seed="4", first="0", speed="quick")
    replay_model = open_share_link(finished_game(), before)
    assert replay_model.back_stays_on_page
    unsaved = model_after(replay_model, SaveStatusChanged(ok=False))
    assert unsaved.below != replay_model.below  # the screen below handles the message too
    notified = model_after(replay_model, SlotChangedElsewhere("77", ""))
    assert isinstance(notified.screen, ReplayScreen)
    game_model, effects = update(replay_model, ControlUsed("back"))
    assert game_model.game is before.game
    assert isinstance(game_model.screen, GameScreen)
    assert ClearFragment() in effects
    assert model_after(replay_model, FragmentChanged("")).game is before.game
    second_replay_model = open_share_link(finished_game(seed=3), replay_model)
    assert model_after(second_replay_model, ControlUsed("leave-replay")).game is before.game


def test_play_on_starts_new_game_from_shown_step() -> None:
    before = model_after(open_page(start="1", seed="4", first="0"), ControlUsed("roll"))
    slot = before.board.slot
    replay_model = model_after(open_share_link(finished_game(), before), ControlUsed("seek", "7"))
    model, effects = update(replay_model, ControlUsed("play-on"))
    board = model.board
    assert board.game.events == finished_game().events[:7]
    assert not board.game.can_redo
    assert board.slot != slot
    assert model.session.others == (slot,)
    assert [seat.kind for seat in board.seats] == [*OCCUPANT_KINDS]
    assert SetTabSlot(board.slot) in effects
    assert any(isinstance(e, SaveText) and e.key == f"game:{board.slot}" for e in effects)
    at_end = model_after(replay_model, ControlUsed("last"))
    assert model_after(at_end, ControlUsed("play-on")).screen == at_end.screen


def test_play_on_gives_person_the_seat_of_a_bot() -> None:
    code = encode_game(finished_game(), ("hard", "hard"))
    model = model_after(
        open_page(), FragmentChanged(f"g={code}"), ControlUsed("seek", "1"), ControlUsed("play-on")
    )
    assert [seat.kind for seat in model.board.seats] == ["person", "hard"]


def test_finished_game_opens_in_replay_and_returns() -> None:
    model = open_page(start="1", seed="4", first="0", bots="random,random", players="2")
    while model.game is not None and model.game.state.phase is not Phase.OVER:
        model = model_after(model, TimerFired(model.session.timer))
    replay_model = model_after(model, ControlUsed("replay"))
    assert replay_screen(replay_model).step == 0
    game_model = model_after(replay_model, ControlUsed("leave-replay"))
    assert game_model.game is model.game
    assert model_after(open_page(), ControlUsed("replay")).screen == open_page().screen


def test_replay_opens_at_most_important_decision() -> None:
    start_of_game = open_page(start="1", bots="greedy", first="0", seed="7")
    model = play_to_end(start_of_game, with_marks=True)[-1]
    assert model.game is not None
    unreviewed = model_after(model, ControlUsed("replay"))
    assert replay_screen(unreviewed).step == 0  # there is no review yet
    review = coach.review(model.game)
    reviewed = model.with_board(review=review, review_progress=1.0)
    replay = replay_screen(model_after(reviewed, ControlUsed("replay")))
    own_decisions = [decision for decision in review.decisions if decision.player == 0]
    assert replay.shown_decision_review is not None
    assert max(replay.shown_decision_review.cost, replay.shown_decision_review.gain) == max(
        max(decision.cost, decision.gain) for decision in own_decisions
    )
    assert replay.review is review
    assert not any(
        isinstance(effect, ContinueReview)
        for effect in effects_of(reviewed, ControlUsed("replay"))
    )


# Sharing


def with_page_url(model: Model, *, can_share: bool = False) -> Model:
    return model.with_session(address=PAGE_URL, can_share=can_share)


def test_shared_text_contains_the_game() -> None:
    game = finished_game()
    model = model_after(with_page_url(open_share_link(game)), ControlUsed("share"))
    assert model.dialog.kind is Dialog.SHARE
    field = next(n for n in walk(view(model)) if "data-share-text" in n.attributes)
    text = text_of(field)
    assert text == share_text(model, with_names=False)
    code = text.rpartition("#g=")[2]
    assert decode_game(code).events == game.events
    assert "P0" not in text
    assert f"{game.state.scores()[0]} : {game.state.scores()[1]}" in text
    assert text.count("🟥") == game.state.sheets[0].count(0)
    assert text.count(":") == 2 + PAGE_URL.count(":") - 1  # one person's crosses need no name
    with_names = model_after(model, ControlUsed("share-names", "on"))
    field = next(n for n in walk(view(with_names)) if "data-share-text" in n.attributes)
    assert isinstance(with_names.screen, ReplayScreen)
    assert decode_game(text_of(field).rpartition("#g=")[2]).names == ("1", "2")  # nobody typed one
    assert "Player 1: " in text_of(field).translate(ISOLATES)
    assert effects_of(with_names, ControlUsed("copy")) == [CopyField("dialog textarea")]
    assert "Copied." in text_of(view(model_after(with_names, ControlUsed("copied"))))


def test_picture_has_names_only_on_request() -> None:
    model = model_after(
        with_page_url(open_share_link(finished_game("longo", 3), names=True)), ControlUsed("share")
    )
    [effect] = effects_of(model, ControlUsed("paint"))
    assert isinstance(effect, DownloadImage)
    assert "P0" not in effect.svg
    assert effect.svg.count("Player ") == 2  # the others
    game = finished_game("longo", 3)
    scores = game.state.scores()
    best = game.state.sheets[scores.index(max(scores))]
    drawn = fromstring(effect.svg)  # noqa: S314 - our own SVG
    crosses = sum(len(best.crossed(row)) for row in range(4))
    assert len(drawn.findall(".//{*}g[@class='cross']")) == crosses
    lines = [text.text for text in drawn.findall(".//{*}text")]
    assert {"Qwixx", "Longo", str(best.points), PAGE_URL.partition("://")[2].rstrip("/")} <= {
        *lines
    }
    with_names = model_after(model, ControlUsed("share-names", "on"))
    [effect] = effects_of(with_names, ControlUsed("paint"))
    assert isinstance(effect, DownloadImage)
    assert "P0" in effect.svg
    assert effects_of(open_page(), ControlUsed("paint")) == []


def test_unfinished_game_is_shared_at_its_position() -> None:
    model = model_after(
        with_page_url(open_page(start="1", seed="4", first="0")),
        ControlUsed("roll"),
        ControlUsed("share"),
    )
    assert model.game is not None
    code = share_text(model, with_names=False).rpartition("#g=")[2]
    assert decode_game(code).state == model.game.state


def test_share_sheet_of_system_is_used_if_available() -> None:
    model = model_after(
        with_page_url(open_share_link(finished_game()), can_share=True), ControlUsed("share")
    )
    [effect] = effects_of(model, ControlUsed("send"))
    assert isinstance(effect, ShareImage)
    assert effect.text == share_text(model, with_names=False)
    assert effect.svg.startswith("<svg ")
    assert effects_of(open_share_link(finished_game()), ControlUsed("send")) == []
    assert model_after(open_page(), ControlUsed("share")).dialog.kind is Dialog.NONE
