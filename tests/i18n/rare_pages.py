"""Pages that players rarely see, with every notice, reason for a hint, and discrepancy."""

from __future__ import annotations

import inspect
import re
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING

from qwixx import CLASSIC, PASS, Mark, Roll, Sheet, parse_move, parse_position
from qwixx.bots.user_bots.source import BotErrorReason
from qwixx.coach import mistakes, review
from qwixx.coach.advice import Advice
from qwixx.coach.mistakes import MistakeSummary, write_mistakes
from qwixx.coach.odds import Chance
from qwixx.coach.reasoning import Kind, Reason
from qwixx.games.archive.archived_game import summarize_game, write_archived_game
from qwixx.games.dice_source import Untold
from qwixx.games.game import Game
from qwixx.games.live.host import Occupant
from qwixx.games.live.protocol import GUEST
from qwixx.games.undo_history import UndoHistory
from qwixx.games.written.sheet_code import encode_sheet
from qwixx.rules.moves import Color
from qwixx.rules.variants import LONGO
from qwixx.rules.variants.own import design
from qwixx.ui.model import Dialog, DialogState, with_notice
from qwixx.ui.model.hand import Hinted, Refused
from qwixx.ui.model.messages import (
    SANDBOX_REASONS,
    ArchiveRead,
    BotFailed,
    CellTapped,
    ControlUsed,
)
from qwixx.ui.model.policy import Day, Policy
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.values import replace
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.texts import sentences
from tests.finished_games import finished_game
from tests.ui import table_pages
from tests.ui.fake_page import model_after, open_page, play_to_end
from tests.ui.history_pages import make_archived_game, open_history
from tests.ui.pad_user import PadUser
from tests.ui.same_dice_phone import SameDicePhone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.ui.model import Model

NOTICES = re.findall(
    r'^        "([a-z-]+)": _', inspect.getsource(sentences.notice_text), re.MULTILINE
)
RED_7, BLUE_5, GREEN_4 = Mark.from_code("r7"), Mark.from_code("b5"), Mark.from_code("g4")
LIKELY, UNLIKELY = Chance(6, 36), Chance(2, 36)
REASONS = (
    *(
        Reason(kind, RED_7, 1, 3, 3, (2, 3), BLUE_5, LIKELY, 2, (4,), UNLIKELY)
        for kind in Kind
        if kind not in (Kind.ENDS, Kind.OTHER_ENDS)
    ),
    Reason(Kind.MORE, PASS, points=1),
    Reason(Kind.FEWER_SKIPPED, RED_7, mark=BLUE_5, other_numbers=(2,)),
    Reason(Kind.NO_SKIPS, mark=BLUE_5),
    *(
        Reason(Kind.ENDS, points=least, most=most)
        for least, most in ((3, 3), (3, 5), (-3, -3), (-5, -3), (0, 0), (-2, 4))
    ),
    *(
        Reason(Kind.OTHER_ENDS, GREEN_4, points=least, most=most)
        for least, most in ((0, 0), (-3, -3), (-5, -3))
    ),
)
IRIS = Occupant(GUEST, "Iris", "3" * 32)
FINISHING_ACTIONS = ("fourth", "finish", "roll")
"""Actions that end a same-dice game as soon as possible, in order of preference."""
LOCKED_RED_ROW = (
    sum(CLASSIC.rows[0].bits[number] for number in (2, 3, 4, 5, 6, 12)) | CLASSIC.rows[0].lock_bit
)
REPORTED_SHEETS = (
    Sheet(CLASSIC),
    Sheet(CLASSIC, (0b1111, 0, 0, 0)),
    Sheet(CLASSIC, (0b11111111, 0b11111111, 0b11111111, 0)),
    Sheet(CLASSIC, (LOCKED_RED_ROW, 0, 0, 0)),
    Sheet(CLASSIC, penalties=4),
)
BONUS_SHEETS = "bonus-b 2 0 roll - - r/y11/g/b/0/- r2/y/g/b/0/-"
BONUS_ROW_SHEETS = "big-points 0 0 roll - - r/y3/g/b/0/ry/gb r/y/g/b/0/ry/gb"
PRINTED_RULES = (
    (BONUS_SHEETS, "4,5:1,1,1,1", "g9 -", "0r5 1r3"),
    (BONUS_SHEETS, "4,5:1,1,1,1", "g9 - b12", ""),
    (BONUS_ROW_SHEETS, "2,2:1,4,6,6", "", "0ry4"),
    (BONUS_ROW_SHEETS, "2,2:1,4,6,6", "- -", "0ry3"),
    ("double-a 0 0 roll - - r2,5/y/g/b/0 r/y/g/b/0", "1,1:1,1,1,1", "", "0r2+"),
    ("mixx-a 0 0 roll - - r2,3,4,5,6/y/g/b/0 r/y/g/b/0", "6,6:1,1,1,1", "r12 -", "0y2"),
)
"""Positions of other sheets, each with a roll, decisions, and taps that are refused."""
MIXED_VARIANT = design(
    [row.numbers for row in CLASSIC.rows], [[*[Color.BLUE] * 10, color] for color in Color]
)
"""A block with several boxes of the same color and number."""


FICTITIOUS_VARIANT = replace(
    CLASSIC,
    rows=tuple(replace(row, lock_cells=1 + number) for number, row in enumerate(CLASSIC.rows)),
    rows_to_end=3,
)
"""A fictitious variant whose rules need different sentences than the rules of real variants do."""


def rare_pages(code: str) -> Iterator[tuple[str, Model]]:
    """Yield the pages, each with a description."""
    started = open_page(lang=code, start="1", players="2", first="0", seed="4", names="Ana,Iris")
    for key in NOTICES:
        yield f"notice {key}", with_notice(started, key)
    yield "leaving", replace(started, dialog=DialogState(Dialog.LEAVE))
    start = open_page(lang=code)
    for count in (1, 2):
        quarantined = start.with_session(quarantined=("x",) * count)
        yield "unreadable data", model_after(quarantined, ControlUsed("menu"))
    yield from _hint_pages(started)
    yield from _refusal_pages(started)
    yield from _printed_rule_pages(code)
    yield from _bot_pages(code)
    yield from _rules_pages(code)
    yield from _history_pages(code)
    yield from _replay_pages(code)
    yield from _device_pages(code)


def _hint_pages(started: Model) -> Iterator[tuple[str, Model]]:
    rolled = model_after(started, ControlUsed("roll"))
    for reason in REASONS:
        best = Advice(BLUE_5, 0.5, 0, None, (reason,))
        yield (
            f"hint {reason.kind}",
            rolled.with_board(hand=Hinted((best, Advice(PASS, 0.4, 0.1, None, ())))),
        )


def _refusal_pages(started: Model) -> Iterator[tuple[str, Model]]:
    yield "odds", model_after(started, CellTapped(0, "r5"))
    before = parse_position("longo 3 0 roll - - r2/y/g/b/0/5,8 r2/y/g/b/0/6,11")
    roll = Roll((3, 5), (1, 1, 1, 1))
    history = UndoHistory((before, before.apply_roll(roll)), (roll,), 1)
    game = Game(LONGO, started.board.game.names, 1)._with(history=history)  # noqa: SLF001 - no seed leads to this state
    for code in ("y7", "r7", "r3"):
        yield "lucky", started.with_board(game=game, note=Refused(CellTapped(0, code)))


def _printed_rule_pages(code: str) -> Iterator[tuple[str, Model]]:
    """Yield pages of sheets with printed rules, alone against a bot and with two people."""
    for (position, roll, moves, taps), bots in product(PRINTED_RULES, ("", "greedy")):
        variant = position.split()[0]
        model = open_page(lang=code, start="1", variant=variant, players="2", bots=bots, first="0")
        game = Game.at(parse_position(position), ("Ana", "Iris"), Untold())
        game = game.apply_or_redo(Roll.from_code(roll))
        for move in moves.split():
            game = game.play(game.state.to_act[0], parse_move(move))
        settings = replace(model.settings, layout="all")
        model = replace(model, settings=settings).with_board(game=game)
        yield variant, model
        yield f"{variant}: log", model_after(model, ControlUsed("log"))
        for tap in taps.split():
            yield f"{variant}: refusal", model_after(model, CellTapped(int(tap[0]), tap[1:]))


def _bot_pages(code: str) -> Iterator[tuple[str, Model]]:
    """Yield pages with the names of all bots, and with the failures of a player's own bot."""
    for kind in ("easy", "medium", "hard"):
        yield f"{kind} bots", open_page(lang=code, players="5", bots=",".join([kind] * 4))
    workshop = open_page(lang=code, workshop="1")
    to_start = map(ControlUsed, ("play-bot", "home", "unfold"))
    yield "own bot", model_after(workshop, *to_start)
    running = model_after(workshop, ControlUsed("run"))
    for reason in (*(reason.value for reason in BotErrorReason), *SANDBOX_REASONS):
        yield f"failure: {reason}", model_after(running, BotFailed("", reason, 1, "r7"))


def _rules_pages(code: str) -> Iterator[tuple[str, Model]]:
    model = open_page(lang=code)
    assert isinstance(model.screen, StartScreen)
    for variant in (FICTITIOUS_VARIANT, MIXED_VARIANT):
        screen = replace(model.screen, setup=replace(model.setup, variant=variant))
        with_unusual_rules = model_after(replace(model, screen=screen), ControlUsed("rules"))
        for topic in range(8):
            yield "strange rules", model_after(with_unusual_rules, ControlUsed(f"topic:{topic}"))


def _history_pages(code: str) -> Iterator[tuple[str, Model]]:
    games = [make_archived_game(seed) for seed in (1, 2)]
    games[1] = summarize_game(
        finished_game("classic", 3, 2), ("person", "hard", "easy"), games[1].id
    )
    model = open_history(*games, model=open_page(lang=code))
    texts = tuple(map(write_archived_game, games))
    archive = ArchiveRead("history", texts, ("", ""), 90, from_database=True)
    yield "many games", model_after(model, ControlUsed("history"), archive)
    for kind in mistakes.KINDS:
        losses = tuple(0.1 * (kind == other) for other in mistakes.KINDS)
        summaries = (write_mistakes(MistakeSummary(0.1, 0, losses, ())),) * 2
        archive = ArchiveRead("statistics", texts, summaries, 2, from_database=True)
        yield f"mistakes: {kind}", model_after(model, ControlUsed("statistics"), archive)


def _replay_pages(code: str) -> Iterator[tuple[str, Model]]:
    for variant in ("longo", "classic"):
        page = open_page(lang=code, start="1", variant=variant, players="2", first="0", seed="4")
        finished = play_to_end(page, with_marks=False)[-1]
        board = finished.board
        reviewed = finished.with_board(
            policy=Policy(day=Day("2026-11-20")), review=review(board.game)
        )
        yield "daily result", model_after(reviewed, ControlUsed("share"))
    other_seed = Game(CLASSIC, board.game.names, board.game.seed + 1, first=0)
    given = reduce(Game.apply_or_redo, board.game.events, other_seed)  # as at a live table
    yield (
        "result without proof",
        model_after(finished.with_board(game=given), ControlUsed("share")),
    )
    yield (
        "running replay",
        model_after(finished, ControlUsed("replay"), ControlUsed("first"), ControlUsed("run")),
    )


def _device_pages(code: str) -> Iterator[tuple[str, Model]]:
    for variant in ("classic", "mixx-a"):
        person = PadUser(lang=code, variant=variant)
        for row in "rygb":
            person.press(f"lock:0:{row}", "answer:elsewhere", "undo")
            yield "pad: lock taken back", person.model
    person = PadUser(lang=code, variant="x-change")
    person.press("field:0:0", "undo")
    yield "pad: swap field taken back", person.model
    yield from _discrepancy_pages(code)
    host = table_pages.host_screen(table_pages.EMMA, table_pages.NOA)
    guest = table_pages.guest_screen(*table_pages.OCCUPANTS)
    guest_of_other_build = table_pages.with_guest(guest, host_build="other")
    statuses = [
        replace(screen, status=key) for screen in (host, guest) for key in table_texts.STATUSES
    ]
    host_with_absent_guest = table_pages.host_screen(
        table_pages.EMMA, table_pages.ABSENT_GUEST, IRIS, status="lost"
    )
    for screen in (guest_of_other_build, host_with_absent_guest, *statuses):
        model = table_pages.table_page(screen).with_session(build="this")
        yield "table", replace(model, settings=replace(model.settings, language=code))


def _discrepancy_pages(code: str) -> Iterator[tuple[str, Model]]:
    """Yield pages with reported sheets that contradict the game."""
    for own, other in ((1, 0), (0, 1)):
        phone = SameDicePhone(lang=code, players="2")
        phone.take_seat(own)
        while not phone.game.state.is_finished:
            actions = phone.actions()
            phone.press(next(action for action in FINISHING_ACTIONS if action in actions))
        for sheet in REPORTED_SHEETS:
            game_with_sheet = phone.game.add_reported_sheet(
                encode_sheet(phone.game.setup, other, sheet)
            )
            yield (
                "same dice: doubts",
                replace(phone.model, screen=replace(phone.screen, game=game_with_sheet)),
            )
