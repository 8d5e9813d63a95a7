"""A new screen is a folder, a line in the registry and a control: here it is thrown away."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar

import pytest

from qwixx.ui import screens
from qwixx.ui.model.effects import FocusElement, PlaySound, SetTabSlot, StartTimer
from qwixx.ui.model.messages import ControlUsed, KeyPressed, PageOpened, TimerFired, UpdateReady
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import replace
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens import SCREENS, Entry, kind_of, load_screen_kind
from qwixx.ui.screens.kind import ScreenKind, handler_entry, without_arguments
from qwixx.ui.screens.stack import pop, push
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import model_after, open_page, page_actions, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.ui.model import Model, ModelOf, Result
    from qwixx.ui.model.effects import Effect


@dataclass(frozen=True, slots=True)
class ClockScreen(Screen):
    """A clock that strikes.

    Args:
        struck: how often it has.
    """

    folder: ClassVar[str] = "clock"
    runs_covered: ClassVar[bool] = True

    struck: int = 0


def clock_view(model: ModelOf[ClockScreen], title: Node) -> tuple[Node, Node]:
    told = h("p", None, f"struck {model.screen.struck}")
    return h("header", None, title), h("main", None, told, button("strike", "Strike"))


def strike(model: ModelOf[ClockScreen], _message: ControlUsed | TimerFired) -> Result:
    model = model.with_new_timer()
    effects: list[Effect] = [
        PlaySound("turn"),
        FocusElement("main"),
        SetTabSlot("1"),
        StartTimer(1000, model.timer),
    ]
    return replace(model, screen=ClockScreen(model.screen.struck + 1)), effects


def show(model: Model, _action: str = "") -> Result:
    return push(model, ClockScreen())


def open_if_requested(model: Model, message: PageOpened) -> Result | None:
    asked = message.parameters.get("print") == "clock"
    return push(model, ClockScreen(), by_page=True) if asked else None


CLOCK = ScreenKind(
    ClockScreen,
    clock_view,
    pop,
    actions={"strike": strike, "leave-clock": without_arguments(pop)},
    handlers=handler_entry(TimerFired, strike),
    offers=frozenset({"learn", "print"}),
    keys={"x": "strike"},
    open=show,
    open_page=open_if_requested,
)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the folder, the line, and the control on the start screen."""
    module = ModuleType("qwixx.ui.screens.clock.screen")
    module.SCREEN = CLOCK  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "qwixx.ui.screens.clock", ModuleType("clock"))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(SCREENS, "clock", Entry(("clock",), parameters=("print",)))
    start = load_screen_kind("start")
    offering = replace(start, offers=start.offers | {"clock"})
    monkeypatch.setattr(
        screens,
        "load_screen_kind",
        lambda name: offering if name == "start" else load_screen_kind(name),
    )
    monkeypatch.setattr("qwixx.ui.update.load_screen_kind", screens.load_screen_kind)
    yield
    load_screen_kind.cache_clear()


def clock_of(model: Model) -> ClockScreen:
    return next(screen for screen in model.stack if isinstance(screen, ClockScreen))


def test_a_control_opens_it_and_the_way_back_closes_it() -> None:
    model, effects = update(open_page(), ControlUsed("clock"))
    assert isinstance(model.screen, ClockScreen)
    assert kind_of(model.screen) is CLOCK
    assert FocusElement("main") in effects
    assert root_attributes(model)["data-screen"] == "clock"
    assert "struck 0" in text_of(view(model))
    assert model.back_stays_on_page
    back, effects = update(model, ControlUsed("back"))
    assert back.screen == open_page().screen
    assert back.below == ()
    assert FocusElement('[data-action="clock"], [data-action="menu"], main') in effects
    assert model_after(model, ControlUsed("leave-clock")).screen == open_page().screen


def test_its_controls_and_keys_are_its_own() -> None:
    model = model_after(open_page(), ControlUsed("clock"), ControlUsed("strike"), KeyPressed("x"))
    assert clock_of(model).struck == 2
    assert model_after(model, ControlUsed("start"), ControlUsed("roll"), KeyPressed("r")) == model
    menu = model_after(model, ControlUsed("menu"))
    assert "print" in page_actions(menu)
    assert not {"history", "pad", "new-game", "share", "log"} & page_actions(menu)
    assert "learn" in page_actions(model_after(model, ControlUsed("rules")))


def test_covered_it_goes_on_unseen_and_unheard() -> None:
    model = model_after(open_page(), ControlUsed("clock"), ControlUsed("strike"))
    covered, timer = model_after(model, ControlUsed("rules"), ControlUsed("learn")), model.timer
    assert clock_of(covered) == model.screen
    assert covered.timer not in (0, timer)
    ticked, effects = update(covered, TimerFired(timer))
    assert clock_of(ticked).struck == 2
    assert [type(effect) for effect in effects] == [SetTabSlot, StartTimer]
    assert ticked.screen is covered.screen
    assert model_after(ticked, TimerFired(timer)) == ticked  # that timer is over
    again = model_after(ticked, ControlUsed("leave-lesson"))
    assert again.screen == ClockScreen(2)
    assert again.timer == ticked.below[-1].timer


def test_a_page_opens_with_it() -> None:
    model = open_page(print="clock")
    assert isinstance(model.screen, ClockScreen)
    assert not model.back_stays_on_page
    assert model_after(model, UpdateReady()).session.newer
    assert open_page(print="2").below == ()


def test_a_second_one_that_others_wait_for_is_refused() -> None:
    model = model_after(
        open_page(), ControlUsed("clock"), ControlUsed("rules"), ControlUsed("learn")
    )
    with pytest.raises(ValueError, match="two of clock"):
        push(model, ClockScreen())
