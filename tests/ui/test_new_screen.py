"""Test that a folder, a registry entry, and a control are enough to add a screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pytest

from qwixx.ui.model.effects import FocusElement, PlaySound, SetTabSlot, StartTimer
from qwixx.ui.model.messages import ControlUsed, KeyPressed, PageOpened, TimerFired, UpdateReady
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import replace
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens import Entry, kind_of
from qwixx.ui.screens.kind import ScreenKind, handler_entry, without_arguments
from qwixx.ui.screens.stack import pop, push
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import model_after, open_page, page_actions, text_of
from tests.ui.made_up_screens import registered_screen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.ui.model import Model, ModelOf, Result
    from qwixx.ui.model.effects import Effect


@dataclass(frozen=True, slots=True)
class ClockScreen(Screen):
    """A clock that strikes.

    Args:
        strike_count: number of strikes so far.
    """

    folder: ClassVar[str] = "clock"
    runs_covered: ClassVar[bool] = True

    strike_count: int = 0


def clock_view(model: ModelOf[ClockScreen], title: Node) -> tuple[Node, Node]:
    strike_line = h("p", None, f"struck {model.screen.strike_count}")
    return h("header", None, title), h("main", None, strike_line, button("strike", "Strike"))


def strike(model: ModelOf[ClockScreen], _message: ControlUsed | TimerFired) -> Result:
    model = model.with_new_timer()
    effects: list[Effect] = [
        PlaySound("turn"),
        FocusElement("main"),
        SetTabSlot("1"),
        StartTimer(1000, model.timer),
    ]
    return replace(model, screen=ClockScreen(model.screen.strike_count + 1)), effects


def open_clock(model: Model, _action: str = "") -> Result:
    return push(model, ClockScreen())


def open_if_requested(model: Model, message: PageOpened) -> Result | None:
    is_requested = message.parameters.get("print") == "clock"
    return push(model, ClockScreen(), by_page=True) if is_requested else None


CLOCK = ScreenKind(
    ClockScreen,
    clock_view,
    pop,
    actions={"strike": strike, "leave-clock": without_arguments(pop)},
    handlers=handler_entry(TimerFired, strike),
    offers=frozenset({"learn", "print"}),
    keys={"x": "strike"},
    open=open_clock,
    open_page=open_if_requested,
)


@pytest.fixture(autouse=True)
def register_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the clock to the registry, and a control for it to the start screen."""
    entry = Entry(("clock",), parameters=("print",))
    yield from registered_screen(monkeypatch, "clock", CLOCK, entry)


def get_clock(model: Model) -> ClockScreen:
    return next(screen for screen in model.stack if isinstance(screen, ClockScreen))


def test_control_opens_screen_and_back_closes_it() -> None:
    model, effects = update(open_page(), ControlUsed("clock"))
    assert isinstance(model.screen, ClockScreen)
    assert kind_of(model.screen) is CLOCK
    assert FocusElement("main") in effects
    assert root_attributes(model)["data-screen"] == "clock"
    assert "struck 0" in text_of(view(model))
    assert model.back_stays_on_page
    after_back, effects = update(model, ControlUsed("back"))
    assert after_back.screen == open_page().screen
    assert after_back.below == ()
    assert FocusElement('[data-action="clock"], [data-action="menu"], main') in effects
    assert model_after(model, ControlUsed("leave-clock")).screen == open_page().screen


def test_screen_has_its_own_controls_and_keys() -> None:
    model = model_after(open_page(), ControlUsed("clock"), ControlUsed("strike"), KeyPressed("x"))
    assert get_clock(model).strike_count == 2
    assert model_after(model, ControlUsed("start"), ControlUsed("roll"), KeyPressed("r")) == model
    menu = model_after(model, ControlUsed("menu"))
    assert "print" in page_actions(menu)
    assert not {"history", "pad", "new-game", "share", "log"} & page_actions(menu)
    assert "learn" in page_actions(model_after(model, ControlUsed("rules")))


def test_covered_screen_runs_without_sound_and_focus() -> None:
    model = model_after(open_page(), ControlUsed("clock"), ControlUsed("strike"))
    covered, timer = model_after(model, ControlUsed("rules"), ControlUsed("learn")), model.timer
    assert get_clock(covered) == model.screen
    assert covered.timer not in (0, timer)
    after_timer, effects = update(covered, TimerFired(timer))
    assert get_clock(after_timer).strike_count == 2
    assert [type(effect) for effect in effects] == [SetTabSlot, StartTimer]
    assert after_timer.screen is covered.screen
    assert model_after(after_timer, TimerFired(timer)) == after_timer  # the timer has fired
    uncovered = model_after(after_timer, ControlUsed("leave-lesson"))
    assert uncovered.screen == ClockScreen(2)
    assert uncovered.timer == after_timer.below[-1].timer


def test_url_parameter_opens_screen() -> None:
    model = open_page(print="clock")
    assert isinstance(model.screen, ClockScreen)
    assert not model.back_stays_on_page
    assert model_after(model, UpdateReady()).session.newer
    assert open_page(print="2").below == ()


def test_second_screen_of_covered_kind_is_refused() -> None:
    model = model_after(
        open_page(), ControlUsed("clock"), ControlUsed("rules"), ControlUsed("learn")
    )
    with pytest.raises(ValueError, match="two of clock"):
        push(model, ClockScreen())
