"""The undo history: an event log, the state after each event, and a cursor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


@dataclass(frozen=True, slots=True)
class UndoHistory(Generic[StateT, EventT]):
    """An event log with a cursor. Immutable.

    Args:
        states: the state before the first event and after each event.
        events: the event log, with undone events at its end.
        cursor: the number of events that are not undone.
    """

    states: tuple[StateT, ...]
    events: tuple[EventT, ...] = ()
    cursor: int = 0

    def apply_or_redo(
        self, event: EventT, next_state: Callable[[StateT, EventT], StateT]
    ) -> UndoHistory[StateT, EventT]:
        """Return the history after one more event.

        Redoes the first undone event if it equals `event`; otherwise drops all undone events.

        Args:
            event: the event.
            next_state: function that returns the state after an event or raises an error.
        """
        cursor = self.cursor + 1
        if self.events[self.cursor : cursor] == (event,):
            return self.go_to(cursor)
        states = (*self.states[:cursor], next_state(self.states[self.cursor], event))
        return UndoHistory(states, (*self.events[: self.cursor], event), cursor)

    @property
    def can_undo(self) -> bool:
        """Whether there is an event to undo."""
        return self.cursor > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone event to redo."""
        return self.cursor < len(self.events)

    def undo(self) -> UndoHistory[StateT, EventT]:
        """Undo the last event.

        Raises:
            ValueError: there is nothing to undo; see `can_undo`.
        """
        if not self.can_undo:
            msg = "nothing to undo"
            raise ValueError(msg)
        return self.go_to(self.cursor - 1)

    def redo(self) -> UndoHistory[StateT, EventT]:
        """Redo the event that was undone last.

        Raises:
            ValueError: there is nothing to redo; see `can_redo`.
        """
        if not self.can_redo:
            msg = "nothing to redo"
            raise ValueError(msg)
        return self.go_to(self.cursor + 1)

    def go_to(self, cursor: int) -> UndoHistory[StateT, EventT]:
        """Return the history with the cursor after the first `cursor` events.

        Raises:
            ValueError: `cursor` is negative or greater than the number of events.
        """
        if not 0 <= cursor <= len(self.events):
            msg = f"cursor must be 0 to {len(self.events)}, got {cursor}"
            raise ValueError(msg)
        return UndoHistory(self.states, self.events, cursor)

    def without_undone(self) -> UndoHistory[StateT, EventT]:
        """Return the history without its undone events."""
        return UndoHistory(self.states[: self.cursor + 1], self.events[: self.cursor], self.cursor)


@dataclass(frozen=True, slots=True)
class Undoable(Generic[StateT, EventT]):
    """A value with a history. Immutable: methods return changed copies.

    Args:
        history: the states, the events, and the cursor.
    """

    history: UndoHistory[StateT, EventT]

    def _set(self, **fields: object) -> None:
        """Set fields. For constructors only: the value is immutable afterwards."""
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def _with(self, **fields: object) -> Self:
        """Return a copy with some fields replaced, without the constructor's checks."""
        copy = object.__new__(type(self))
        for name in self.__dataclass_fields__:
            object.__setattr__(copy, name, fields.get(name, getattr(self, name)))
        return copy

    @property
    def state(self) -> StateT:
        """The state at the cursor."""
        return self.history.states[self.history.cursor]

    @property
    def states(self) -> tuple[StateT, ...]:
        """The initial state, then the state after each event in `events`."""
        return self.history.states[: self.history.cursor + 1]

    @property
    def events(self) -> tuple[EventT, ...]:
        """The events that are not undone, in order."""
        return self.history.events[: self.history.cursor]

    @property
    def can_undo(self) -> bool:
        """Whether there is an event to undo."""
        return self.history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone event to redo."""
        return self.history.can_redo

    def undo(self) -> Self:
        """Undo the last event.

        Raises:
            ValueError: there is nothing to undo; see `can_undo`.
        """
        return self._with(history=self.history.undo())

    def redo(self) -> Self:
        """Redo the event that was undone last.

        Raises:
            ValueError: there is nothing to redo; see `can_redo`.
        """
        return self._with(history=self.history.redo())

    def go_to(self, cursor: int) -> Self:
        """Return the value with the cursor after the first `cursor` events.

        Raises:
            ValueError: `cursor` is negative or greater than the number of events.
        """
        return self._with(history=self.history.go_to(cursor))

    def without_undone(self) -> Self:
        """Return the value without its undone events."""
        return self._with(history=self.history.without_undone())
