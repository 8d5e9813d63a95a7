"""A touch that was meant for one thing never does another: when which place counts again.

The same place on the page means one thing now and another a moment later: "Roll" becomes
"Pass", one player's sheet becomes the next one's, a tap on the cross that it made takes it
back. After such a change the place counts again when `GUARD_MS` milliseconds have passed
without a touch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING

from qwixx.ui.model.delays import GUARD_MS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class TapGuards:
    """What each place means, and from when on a touch of it counts.

    Args:
        meanings: by place, what a touch of it does.
        armed: by place, the time from which on it counts; those that count are left out.
        touched: when anything that is guarded was touched last.
    """

    meanings: tuple[tuple[str, str], ...] = ()
    blocked_until: tuple[tuple[str, float], ...] = ()
    last_tap: float = -inf

    def blocks(self, places: Iterable[str], at: float) -> bool:
        """Tell whether a touch of these places comes too early."""
        blocked_until = dict(self.blocked_until)
        return any(at < blocked_until.get(place, -inf) for place in places)

    def with_blocked_tap(self, places: Iterable[str], at: float) -> TapGuards:
        """Return what holds after a touch that came too early: the wait begins anew there."""
        blocked_until = dict(self.blocked_until)
        early = [place for place in places if at < blocked_until.get(place, -inf)]
        return replace(self.with_blocked(early, at + GUARD_MS, at), last_tap=at)

    def with_blocked(self, places: Iterable[str], until: float, at: float) -> TapGuards:
        """Return what holds if these places count from a time on, `at` being the time now."""
        blocked_until = {place: time for place, time in self.blocked_until if time > at}
        for place in places:
            blocked_until[place] = max(until, blocked_until.get(place, until))
        return replace(self, blocked_until=tuple(blocked_until.items()))

    def with_meanings(self, meanings: Mapping[str, str | None], at: float) -> TapGuards:
        """Return what holds when places mean something now.

        Args:
            meanings: by place; None where it has not been decided, "" where it means nothing.
            at: the time now.
        """
        before = dict(self.meanings)
        now = {
            place: before.get(place, "") if meaning is None else meaning
            for place, meaning in meanings.items()
        }
        changed = [place for place, old in before.items() if old and now.get(place, "") != old]
        blocked = self.with_blocked(changed, at + GUARD_MS, at) if changed else self
        return replace(blocked, meanings=tuple(now.items()))


UNGUARDED = TapGuards()
"""Every place counts at once."""
