"""Tap guards: a tap has only the effect that the person could foresee.

A place on the page may change its meaning: "Roll" becomes "Pass", one player's sheet makes room
for the next player's, or a tap on a new cross undoes it. After such a change, the place is
blocked until `GUARD_MS` milliseconds have passed without a tap.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from qwixx.ui.model.delays import GUARD_MS
from qwixx.ui.model.values import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class TapGuards:
    """The meaning of each place, and the time until which taps on it are ignored.

    Args:
        meanings: pairs of a place and the effect of a tap on it.
        blocked_until: pairs of a place and the end of its block, without expired blocks.
        last_tap: time of the last tap on a guarded place.
    """

    meanings: tuple[tuple[str, str], ...] = ()
    blocked_until: tuple[tuple[str, float], ...] = ()
    last_tap: float = -inf

    def blocks(self, places: Iterable[str], at_ms: float) -> bool:
        """Return whether a tap on these places is ignored."""
        blocked_until = dict(self.blocked_until)
        return any(at_ms < blocked_until.get(place, -inf) for place in places)

    def with_extended_block(self, places: Iterable[str], at_ms: float) -> TapGuards:
        """Return the guards after an ignored tap, which restarts the delay."""
        blocked_until = dict(self.blocked_until)
        early = [place for place in places if at_ms < blocked_until.get(place, -inf)]
        return replace(self.with_blocked_places(early, at_ms + GUARD_MS, at_ms), last_tap=at_ms)

    def with_blocked_places(
        self, places: Iterable[str], until_ms: float, at_ms: float
    ) -> TapGuards:
        """Return the guards with places blocked until a time; `at_ms` is the current time."""
        blocked_until = {place: time for place, time in self.blocked_until if time > at_ms}
        for place in places:
            blocked_until[place] = max(until_ms, blocked_until.get(place, until_ms))
        return replace(self, blocked_until=tuple(blocked_until.items()))

    def with_meanings(self, meanings: Mapping[str, str | None], at_ms: float) -> TapGuards:
        """Return the guards after a change of meanings, which blocks the changed places.

        Args:
            meanings: meaning by place; None to keep the previous one, "" for no effect.
            at_ms: the current time.
        """
        before = dict(self.meanings)
        now = {
            place: before.get(place, "") if meaning is None else meaning
            for place, meaning in meanings.items()
        }
        changed = [place for place, old in before.items() if old and now.get(place, "") != old]
        blocked = self.with_blocked_places(changed, at_ms + GUARD_MS, at_ms) if changed else self
        return replace(blocked, meanings=tuple(now.items()))


UNGUARDED = TapGuards()
"""Guards that block no place."""
