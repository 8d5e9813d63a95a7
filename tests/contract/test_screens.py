"""Test made-up variants and a toy bot on every screen, in dialogs, and on the command line."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC, LONGO, Mark, Phase, coach, new_game
from qwixx.__main__ import main
from qwixx.bots import LEVELS
from qwixx.bots.weights import MissingWeightsError, missing_file
from qwixx.games.archive.archived_game import parse_archived_game, recompute_by_replay
from qwixx.games.daily import daily_seed, daily_variant
from qwixx.games.written.join_code import SharedSetup
from qwixx.games.written.playthrough import read_playthrough
from qwixx.research.arena import Contest
from qwixx.rules.dice import seeded_roll
from qwixx.ui.model.effects import ContinueReview, LoadWeights, SaveText
from qwixx.ui.model.messages import CellTapped, ControlUsed, Message
from qwixx.ui.model.settings import CHANCES
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.score_pad.model import ScorePadScreen
from qwixx.ui.storage import archive_game_effect
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import LANGUAGES, texts_in
from qwixx.ui.view import root_attributes, view
from tests.contract.mixed_variant import MIXED
from tests.games.phone_games import finished_phones
from tests.rules.strange_variant import STRANGE
from tests.ui import live_devices
from tests.ui.fake_page import (
    control_messages,
    effects_of,
    model_after,
    open_page,
    page_actions,
    text_of,
    walk,
)
from tests.ui.history_pages import archive_read, open_history
from tests.ui.history_pages import make_archived_game as kept_entry
from tests.ui.pad_user import PadUser
from tests.ui.same_dice_phone import SameDicePhone

if TYPE_CHECKING:
    from pathlib import Path

    from qwixx import Variant
    from qwixx.ui.model import Model
    from qwixx.ui.parts.html import Node

MADE_UP_VARIANTS = pytest.mark.parametrize("variant", [STRANGE, MIXED], ids=str)
URL_PARAMETERS: list[dict[str, str]] = [
    {},
    {"bots": "hard"},
    {"start": "1", "bots": "easy"},
    {"start": "1", "bots": "heuristic"},
    {"start": "1", "bots": "toy-1"},
    {"start": "1"},
    {"pad": "1"},
    {"same": "1"},
    {"table": "1"},
    {"print": "1"},
]


@MADE_UP_VARIANTS
@pytest.mark.parametrize("parameters", URL_PARAMETERS, ids=str)
def test_random_controls_on_every_screen(variant: Variant, parameters: dict[str, str]) -> None:
    rng = random.Random(str(parameters))
    model = open_page(variant=variant.name, **parameters)
    for _ in range(60):
        assert root_attributes(model)
        offered = control_messages(view(model))
        cell_taps = [message for message in offered if isinstance(message, CellTapped)]
        model = model_after(
            model, rng.choice(cell_taps if cell_taps and rng.random() < 0.5 else offered)
        )


def play_to_end(model: Model, rng: random.Random) -> Model:
    """Play a game to its end with random moves and occasional hints; return the final model."""
    for _ in range(2000):
        game, board = model.game, model.board
        assert game is not None
        message: Message = ControlUsed("roll")
        if game.state.to_act and board.touchable_player is not None:
            marks = [
                m for m in game.state.legal_moves(board.touchable_player) if isinstance(m, Mark)
            ]
            mark = rng.choice(marks) if marks and rng.random() < 0.7 else None
            message = (
                CellTapped(board.touchable_player, mark.code) if mark else ControlUsed("pass")
            )
            if rng.random() < 0.3:
                model = model_after(model, ControlUsed("hint"))
                assert model.board.hint
                assert " " in text_of(view(model))
                model = model_after(model, ControlUsed("hint"))
        model = model_after(model, message)
        assert model.game is not None
        if model.game.state.phase is Phase.OVER:
            return model
    pytest.fail("it goes on and on")


@MADE_UP_VARIANTS
@pytest.mark.parametrize("kind", ["easy", "hard", "heuristic", "toy-1"])
def test_whole_game_and_its_replay(variant: Variant, kind: str) -> None:
    model = open_page(variant=variant.name, start="1", bots=kind, first="0", seed="5")
    actual_bot = "hard" if kind == "heuristic" else kind
    assert [seat.kind for seat in model.seats] == ["person", actual_bot]
    assert not [e for e in effects_of(model, ControlUsed("roll")) if isinstance(e, LoadWeights)]
    model = model_after(model, ControlUsed("chances", CHANCES[1]))
    assert not coaching.win_chances_at_turn_start(model)
    model = play_to_end(model, random.Random(1))
    assert "review" not in page_actions(model)  # there are no weights for the variant
    assert (model.board.review_progress, model.board.waits) == (None, "")
    assert model_after(model, ControlUsed("review")).dialog.kind is model.dialog.kind
    assert not [e for e in effects_of(model, ControlUsed("undo")) if isinstance(e, ContinueReview)]
    assert texts.variant_name(texts_in("en"), variant) in text_of(view(model))
    rematch = model_after(model, ControlUsed("rematch"))
    assert [seat.kind for seat in rematch.seats] == ["person", actual_bot]
    replay = model_after(model, ControlUsed("replay"))
    assert isinstance(replay.screen, ReplayScreen)
    for action in ("first", "next", "last", "previous"):
        replay = model_after(replay, ControlUsed(action))
        assert root_attributes(replay)["data-variant"] == variant.name
    assert not [
        e
        for e in effects_of(model, ControlUsed("replay"))
        if isinstance(e, LoadWeights | ContinueReview)
    ]
    for dialog in ("share", "log", "print"):
        assert text_of(view(model_after(model, ControlUsed(dialog))))
    [(_key, text)] = archive_game_effect(model.board).entries
    assert parse_archived_game(text).kinds == ("person", actual_bot)
    assert recompute_by_replay(parse_archived_game(text)) == parse_archived_game(text)


@MADE_UP_VARIANTS
def test_start_screen_offers_supported_bots(variant: Variant) -> None:
    model = open_page(variant=variant.name, bots="hard")
    page = view(model)
    cards = [n for n in walk(page) if n.attributes.get("data-action") == "kind:1"]
    assert [card.attributes["value"] for card in cards] == [*LEVELS]
    assert variant.title in text_of(page)
    classic_model = model_after(model, ControlUsed("variant", "classic"))
    assert "Rex" in text_of(view(classic_model))  # the requested bot is still selected
    expanded = model_after(model, ControlUsed("unfold"))
    values = {n.attributes.get("value") for n in walk(view(expanded)) if n.tag == "option"}
    assert values >= {*LEVELS}
    assert "heuristic" not in values


def test_seat_count_follows_variant() -> None:
    model = open_page(players="5", bots="hard,easy")
    model = model_after(model, ControlUsed("variant", "strange"))
    assert len(model.setup.seats) == 2
    assert model_after(model, ControlUsed("start")).game is not None
    assert model_after(model, ControlUsed("count", "1"), ControlUsed("start")).game is not None
    requested = open_page(variant="strange", bots="hard,easy,hard", start="1")
    assert requested.game is not None
    assert requested.game.state.players == 2


@MADE_UP_VARIANTS
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_in_every_language(variant: Variant, language: str) -> None:
    model = model_after(open_page(variant=variant.name, lang=language), ControlUsed("rules"))
    for topic in range(8):
        assert text_of(view(model_after(model, ControlUsed(f"topic:{topic}"))))


def cells_of_examples(topic: int) -> list[tuple[list[str], list[str]]]:
    """Return the crossed-out cells and the offered cells of each example in a rules topic."""
    model = model_after(
        open_page(variant="mixed"), ControlUsed("rules"), ControlUsed(f"topic:{topic}")
    )
    figures = [n for n in walk(view(model)) if n.attributes.get("class") == "example"]
    return [
        (
            _cells_with_attribute(figure, "aria-pressed", "true"),
            _cells_with_attribute(figure, "data-offer", "now"),
        )
        for figure in figures
    ]


def _cells_with_attribute(figure: Node, attribute: str, value: str) -> list[str]:
    cells = (n.attributes for n in walk(figure) if "data-cell" in n.attributes)
    return [cell["data-cell"] for cell in cells if cell.get(attribute) == value]


def test_rules_examples_use_cell_positions() -> None:
    assert cells_of_examples(1) == [([], ["r5", "y5", "g5", "b5"])]
    assert cells_of_examples(2) == [(["g8"], ["g10", "g7"])]
    assert cells_of_examples(3) == [(["r6", "r8"], [])]
    crossed_cells = ["y9", "y12", "y4", "y6"]
    assert cells_of_examples(4) == [
        (crossed_cells, []),
        ([*crossed_cells, "y7"], ["y10"]),
        ([*crossed_cells, "y7", "y10"], []),
    ]


def test_rules_dialog_describes_differences() -> None:
    model = model_after(open_page(variant="strange"), ControlUsed("rules"))
    locking_text = text_of(view(model_after(model, ControlUsed("topic:4"))))
    assert "Yellow: The last 3 numbers of a row lock it." in locking_text
    assert (
        "Red: To cross out the last number of a row, you need at least 2 crosses" in locking_text
    )
    assert "rows are locked: 1, or one player has this many penalties: 2" in text_of(
        view(model_after(model, ControlUsed("topic:6")))
    )


@MADE_UP_VARIANTS
def test_history_and_statistics(variant: Variant) -> None:
    entries = [kept_entry(seed, variant.name) for seed in (1, 2, 3)]
    model = open_history(*entries)
    assert variant.title in text_of(view(model))
    requested = model_after(
        open_history(), ControlUsed("statistics"), archive_read(entries, "statistics")
    )
    text_by_statistic = {n.attributes.get("data-stat"): text_of(n) for n in walk(view(requested))}
    assert text_by_statistic["games"] == "3"
    assert not [
        e
        for e in effects_of(model, archive_read(entries))
        if isinstance(e, LoadWeights | ContinueReview)
    ]


@MADE_UP_VARIANTS
def test_score_pad(variant: Variant) -> None:
    person = PadUser(variant=variant.name, players="2")
    assert isinstance(person.model.screen, ScorePadScreen)
    marks = variant.marks[1]
    person.tap(f"{marks[0].code} {marks[1].code}")
    assert person.score_text() == str(variant.points[2])
    person.press("undo", "redo", "finish")
    assert variant.name in [e.text for e in person.effects if isinstance(e, SaveText)][-1]


@MADE_UP_VARIANTS
def test_same_dice_on_two_phones(variant: Variant) -> None:
    phones = finished_phones(SharedSetup(variant, 2, 7), 3)
    same_dice = phones[0].add_reported_sheet(phones[1].sheet_code, "Ben")
    assert same_dice.is_complete
    phone = SameDicePhone(variant=variant.name)
    assert isinstance(phone.model.screen, SameDiceScreen)
    code = phone.screen.setup.code
    phone.take_seat()
    other = SameDicePhone()
    other.send(ControlUsed("same-code", code))
    assert other.screen.setup == phone.screen.setup
    assert phone.screen.setup.variant is variant


@MADE_UP_VARIANTS
def test_live_table(variant: Variant) -> None:
    _room, (host, guest) = live_devices.open_table(variant.name)
    host.press("start")
    assert guest.game.variant is variant
    live_devices.play_steps([host, guest], random.Random(1))
    assert host.game.state.phase is Phase.OVER
    assert guest.game.state.scores() == host.game.state.scores()


def test_level_plays_at_live_table_without_weights() -> None:
    _room, devices = live_devices.open_table("mixed", with_bot=True)
    devices[0].press("start")
    live_devices.play_steps(devices, random.Random(1))
    assert devices[1].game.state.phase is Phase.OVER
    assert [seat.kind for seat in devices[1].model.seats].count("medium") == 1


@MADE_UP_VARIANTS
def test_printed_sheets(variant: Variant) -> None:
    page = view(open_page(variant=variant.name, print="1"))
    assert f"Qwixx {variant.title}" in text_of(page)


def test_daily_games_are_stable() -> None:
    daily_games = [(daily_variant(day), daily_seed(day)) for day in ("2026-11-20", "2026-11-22")]
    assert daily_games == [(CLASSIC, 2477774784681649), (LONGO, 6892626557235557)]


@MADE_UP_VARIANTS
def test_hint_is_single_move_without_win_probability(variant: Variant) -> None:
    state = new_game(variant, 2)
    for seed in range(20):
        rolled = state.apply_roll(seeded_roll(seed, 0, variant, state.closed))
        assert coach.think(rolled, 0) is False
        [advice] = coach.hint(rolled, 0)
        assert advice.move in rolled.legal_moves(0)
        assert not advice.has_win_probability
        assert advice.reasons
    assert coach.hint(state, 0) == ()
    assert missing_file(variant, 2) == ""
    with pytest.raises(MissingWeightsError, match=f"no weights for {variant.name}"):
        coach.chances(state)


# The command line


@MADE_UP_VARIANTS
def test_commands(variant: Variant, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = ("--variant", variant.name, "--players", "2")
    assert main(["playthrough", *game, "--annotate"]) == 0
    text = capsys.readouterr().out
    assert read_playthrough(text).start.variant is variant
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    assert main(["perft", *game, "--depth", "2"]) == 0
    assert capsys.readouterr().err == ""


def test_arena_reports_replacement_bot(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("--variant", "mixed", "--games", "4", "--workers", "1")
    assert main(["arena", "heuristic", "toy-1", *args]) == 0
    out, err = capsys.readouterr()
    assert err.splitlines()[0] == "heuristic does not play such games: hard plays instead"
    assert "heuristic" not in out
    assert "hard" in out
    assert Contest("mixed", ("hard", "easy"), 2).bots == ("hard", "easy")
    assert Contest("classic", ("hard", "easy"), 2).bots == ("hard", "easy")


def test_arena_replaces_bot_without_weight_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "qwixx.bots.weights.missing_file", lambda _variant, _players: "classic-2.bin"
    )
    assert Contest("classic", ("hard", "random"), 2).bots == ("heuristic", "random")
