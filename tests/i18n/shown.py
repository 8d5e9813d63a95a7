"""Pages of every kind in one language: what a whole game, its replay and all tables show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.coach import review
from qwixx.ui.model.messages import ControlUsed, ReviewProgressed
from qwixx.ui.model.values import replace
from qwixx.ui.view import view
from tests.i18n import rare
from tests.ui import table_views
from tests.ui.fake import after, opened, play_through, walk
from tests.ui.kept import answer, entry, listed
from tests.ui.pads import Person
from tests.ui.same import Phone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.games.live.pins import Pins
    from qwixx.ui.model import Model
    from qwixx.ui.screens.live_table.model import LiveTableScreen

SPOKEN = ("aria-label", "title", "placeholder", "aria-valuetext")
"""Attributes whose values are read out or shown."""
DIALOGS = ("menu", "rules", "keys")


def texts_of(model: Model) -> Iterator[str]:
    """Return each text of a page, but for what nobody translates."""
    for node in walk(view(model)):
        if node.attributes.get("translate") == "no" or node.tag == "kbd":
            continue
        yield from (child for child in node.children if isinstance(child, str) and child.strip())
        yield from filter(None, map(node.attributes.get, SPOKEN))


def pages(code: str) -> Iterator[tuple[str, Model]]:
    """Return pages of every kind, each with the name of its place."""
    yield from _starts(code)
    for number, model in enumerate(game(code)):
        yield f"game {number}", model
    yield from _after_game(game(code)[-1])
    for number, model in enumerate(_shared_device(code)):
        yield f"shared device {number}", model
    yield from _past(code)
    yield from _pad(code)
    yield from _same(code)
    yield from _tables(code)
    yield from rare.pages(code)


def _starts(code: str) -> Iterator[tuple[str, Model]]:
    model = opened(lang=code, nonsense="1", seed="x")
    yield "start", model
    yield "start, unfolded", after(model, ControlUsed("unfold"))
    for name in DIALOGS:
        yield f"start: {name}", after(model, ControlUsed(name))
    for name in ("learn", "learn-longo", "print"):
        yield name, after(model, ControlUsed(name))


def game(code: str) -> list[Model]:
    """Return the pages of a whole game of a nameless person who beats a bot."""
    return play_through(
        opened(lang=code, start="1", players="2", bots="greedy", first="0", seed="1"),
        patient=True,
    )


def _shared_device(code: str) -> list[Model]:
    """Return the pages of a game of two people whose sheets end below zero, with hints."""
    models = play_through(
        opened(lang=code, start="1", players="2", first="0", seed="4", names="Ana,Iris"),
        patient=False,
    )
    hints = [after(model, ControlUsed("hint")) for model in models[:8]]
    return [*models, *hints]


def _after_game(over: Model) -> Iterator[tuple[str, Model]]:
    assert over.game is not None
    done = after(over, ReviewProgressed(over.game, 1.0, review(over.game)))
    yield "end", done
    yield "review", after(done, ControlUsed("review"))
    for name in ("log", "share"):
        yield name, after(done, ControlUsed(name))
    replay = after(done, ControlUsed("replay"))
    for number in range(over.game.event_count_with_undone + 1):
        yield f"replay {number}", replay
        replay = after(replay, ControlUsed("next"))


def _past(code: str) -> Iterator[tuple[str, Model]]:
    games = [entry(seed) for seed in range(1, 9)]
    for count in (0, 1, 8):
        model = listed(*games[:count], model=opened(lang=code))
        yield f"{count} past games", model
        statistics = after(model, ControlUsed("statistics"), answer(games[:count], "statistics"))
        yield f"statistics of {count}", statistics
        yield "deleting", after(model, ControlUsed("delete-all"))


def _pad(code: str) -> Iterator[tuple[str, Model]]:
    person = Person(lang=code)
    yield "pad", person.model
    person.tap("r4 r7 r9 r10 r11 r12")
    person.act("undo")
    yield "pad: taken back", person.model
    person.act("pad-view:choices")
    person.send(ControlUsed("pad-count", "3"), ControlUsed("pad-view:sheets"))
    yield "pad of three", person.model


def _same(code: str) -> Iterator[tuple[str, Model]]:
    phone = Phone(lang=code, players="2")
    yield "same dice: door", phone.model
    phone.sit()
    yield "same dice", phone.model
    for _turn in range(12):
        if phone.game.state.is_finished:
            break
        phone.act("finish" if "finish" in phone.actions() else "roll")
        yield "same dice: rolled", phone.model
    phone.send(ControlUsed("fourth"))
    yield "same dice: end", phone.model


def _tables(code: str) -> Iterator[tuple[str, Model]]:
    host = table_views.hosting(table_views.EMMA, table_views.NOA, table_views.GONE)
    guest = table_views.visiting(*table_views.CHAIRS)
    screens = [
        host,
        guest,
        table_views.visiting(),
        table_views.playing(host, 0),
        table_views.playing(guest, 1, 5),
        *(_with_pins(guest, one) for one in table_views.VERDICTS),
    ]
    for screen in screens:
        model = table_views.page(screen)
        yield "table", replace(model, settings=replace(model.settings, language=code))


def _with_pins(screen: LiveTableScreen, pins: Pins) -> LiveTableScreen:
    assert screen.guest is not None
    return replace(screen, guest=replace(screen.guest, pins=pins))
