"""Sample pages of every kind in one language, including whole games and replays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.coach import review
from qwixx.ui.model.messages import ControlUsed, ReviewProgressed
from qwixx.ui.model.values import replace
from qwixx.ui.parts.html import Node
from qwixx.ui.view import view
from tests.i18n import rare_pages
from tests.ui import table_pages
from tests.ui.fake_page import model_after, open_page, play_to_end
from tests.ui.history_pages import archive_read, make_archived_game, open_history
from tests.ui.pad_user import PadUser
from tests.ui.same_dice_phone import SameDicePhone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.ui.model import Model

TEXT_ATTRIBUTES = ("aria-label", "title", "placeholder", "aria-valuetext")
"""Attributes whose values are displayed or read aloud."""
DIALOGS = ("menu", "rules", "keys")


def texts_of(page: Model | Node) -> Iterator[str]:
    """Yield each translatable text of a page, or of a part of it."""
    node = page if isinstance(page, Node) else view(page)
    if node.attributes.get("translate") == "no" or node.tag == "kbd":
        return
    yield from filter(None, map(node.attributes.get, TEXT_ATTRIBUTES))
    for child in node.children:
        if isinstance(child, Node):
            yield from texts_of(child)
        elif child.strip():
            yield child


def sample_pages(code: str) -> Iterator[tuple[str, Model]]:
    """Yield pages of every kind, each with a description."""
    yield from _start_pages(code)
    for number, model in enumerate(game_pages(code)):
        yield f"game {number}", model
    yield from _end_pages(game_pages(code)[-1])
    for number, model in enumerate(_hot_seat_pages(code)):
        yield f"shared device {number}", model
    yield from _history_pages(code)
    yield from _score_pad_pages(code)
    yield from _same_dice_pages(code)
    yield from _live_table_pages(code)
    yield from rare_pages.rare_pages(code)


def _start_pages(code: str) -> Iterator[tuple[str, Model]]:
    model = open_page(lang=code, nonsense="1", seed="x")
    yield "start", model
    yield "start, unfolded", model_after(model, ControlUsed("unfold"))
    for name in DIALOGS:
        yield f"start: {name}", model_after(model, ControlUsed(name))
    for name in ("learn", "learn-longo", "print"):
        yield name, model_after(model, ControlUsed(name))


def game_pages(code: str) -> list[Model]:
    """Return the pages of a whole game in which an unnamed person beats a bot."""
    return play_to_end(
        open_page(lang=code, start="1", players="2", bots="greedy", first="0", seed="1"),
        with_marks=True,
    )


def _hot_seat_pages(code: str) -> list[Model]:
    """Return the pages of a hot-seat game with negative scores, and pages with hints."""
    models = play_to_end(
        open_page(lang=code, start="1", players="2", first="0", seed="4", names="Ana,Iris"),
        with_marks=False,
    )
    hints = [model_after(model, ControlUsed("hint")) for model in models[:8]]
    return [*models, *hints]


def _end_pages(finished: Model) -> Iterator[tuple[str, Model]]:
    assert finished.game is not None
    reviewed = model_after(finished, ReviewProgressed(finished.game, 1.0, review(finished.game)))
    yield "end", reviewed
    yield "review", model_after(reviewed, ControlUsed("review"))
    for name in ("log", "share"):
        yield name, model_after(reviewed, ControlUsed(name))
    replay = model_after(reviewed, ControlUsed("replay"))
    for number in range(finished.game.event_count_with_undone + 1):
        yield f"replay {number}", replay
        replay = model_after(replay, ControlUsed("next"))


def _history_pages(code: str) -> Iterator[tuple[str, Model]]:
    games = [make_archived_game(seed) for seed in range(1, 9)]
    for count in (0, 1, 8):
        model = open_history(*games[:count], model=open_page(lang=code))
        yield f"{count} past games", model
        statistics = model_after(
            model, ControlUsed("statistics"), archive_read(games[:count], "statistics")
        )
        yield f"statistics of {count}", statistics
        yield "deleting", model_after(model, ControlUsed("delete-all"))


def _score_pad_pages(code: str) -> Iterator[tuple[str, Model]]:
    person = PadUser(lang=code)
    yield "pad", person.model
    person.tap("r4 r7 r9 r10 r11 r12")
    person.press("undo")
    yield "pad: taken back", person.model
    person.press("pad-view:choices")
    person.send(ControlUsed("pad-count", "3"), ControlUsed("pad-view:sheets"))
    yield "pad of three", person.model


def _same_dice_pages(code: str) -> Iterator[tuple[str, Model]]:
    phone = SameDicePhone(lang=code, players="2")
    yield "same dice: door", phone.model
    phone.take_seat()
    yield "same dice", phone.model
    for _turn in range(12):
        if phone.game.state.is_finished:
            break
        phone.press("finish" if "finish" in phone.actions() else "roll")
        yield "same dice: rolled", phone.model
    phone.send(ControlUsed("fourth"))
    yield "same dice: end", phone.model


def _live_table_pages(code: str) -> Iterator[tuple[str, Model]]:
    host = table_pages.host_screen(table_pages.EMMA, table_pages.NOA, table_pages.ABSENT_GUEST)
    guest = table_pages.guest_screen(*table_pages.OCCUPANTS)
    screens = [
        host,
        guest,
        table_pages.guest_screen(),
        table_pages.with_game(host, 0),
        table_pages.with_game(guest, 1, 5),
        *(table_pages.with_guest(guest, pins=pins) for pins in table_pages.VERDICTS),
    ]
    for screen in screens:
        model = table_pages.table_page(screen)
        yield "table", replace(model, settings=replace(model.settings, language=code))
