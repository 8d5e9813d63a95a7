"""The open score pad and the pads before it.

Undo can return to an earlier pad, so a new pad needs no confirmation.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from qwixx.games.score_pad.pad import Pad
from qwixx.games.score_pad.pad_state import PadError
from qwixx.games.written.safe_json import loads

MAX_PADS = 4
"""Maximum number of pads: the open one and the earlier ones that undo can return to."""


@dataclass(frozen=True, slots=True)
class PadSeries:
    """Score pads in order, one of them open. Immutable.

    Args:
        pads: the pads, oldest first.
        cursor: index of the open pad.
    """

    pads: tuple[Pad, ...]
    cursor: int = 0

    @property
    def open_pad(self) -> Pad:
        """The open pad."""
        return self.pads[self.cursor]

    @property
    def can_undo(self) -> bool:
        """Whether there is an action or a new pad to undo."""
        return self.open_pad.can_undo or self.cursor > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone action or pad to redo."""
        return self.open_pad.can_redo or self.cursor + 1 < len(self.pads)

    def with_open_pad_changed(self, pad: Pad) -> PadSeries:
        """Return the series with a changed open pad, without the later pads."""
        return PadSeries((*self.pads[: self.cursor], pad), self.cursor)

    def with_open_pad_changed_keeping_later(self, pad: Pad) -> PadSeries:
        """Return the series with a changed open pad, keeping the later pads."""
        return PadSeries(
            (*self.pads[: self.cursor], pad, *self.pads[self.cursor + 1 :]), self.cursor
        )

    def with_new_pad(self, pad: Pad) -> PadSeries:
        """Return the series with a new open pad.

        Drops later pads, a blank previous pad, and the oldest pads beyond `MAX_PADS`.
        """
        before = self.pads[: self.cursor]
        if self.open_pad.can_undo:
            before = (*before, self.open_pad.without_undone())
        pads = (*before, pad)[-MAX_PADS:]
        return PadSeries(pads, len(pads) - 1)

    def undo(self) -> PadSeries:
        """Undo the last action; if the open pad has none, open the previous pad.

        Raises:
            ValueError: there is nothing to undo; see `can_undo`.
        """
        if self.open_pad.can_undo or not self.cursor:
            return self.with_open_pad_changed_keeping_later(self.open_pad.undo())
        return PadSeries(self.pads, self.cursor - 1)

    def redo(self) -> PadSeries:
        """Redo the action or the new pad that was undone last.

        Raises:
            ValueError: there is nothing to redo; see `can_redo`.
        """
        if self.open_pad.can_redo or self.cursor + 1 == len(self.pads):
            return self.with_open_pad_changed_keeping_later(self.open_pad.redo())
        return PadSeries(self.pads, self.cursor + 1)

    def to_json(self) -> str:
        """Return a save of all pads as ASCII JSON."""
        pads = ",".join(pad.to_json() for pad in self.pads)
        return f'{{"at":{self.cursor},"pads":[{pads}]}}'

    @classmethod
    def from_json(cls, text: str) -> PadSeries:
        """Parse a save. The text may be untrusted: every action is replayed.

        Raises:
            PadError: the text is not a save, was written by a newer version, or contains an
                impossible action.
        """
        try:
            fields = loads(text)
            pads = tuple(Pad.from_json(json.dumps(pad)) for pad in fields["pads"])
            cursor = fields["at"]
        except (ValueError, TypeError, KeyError) as error:
            msg = f"not a valid history of pads: {error}"
            raise PadError(msg) from error
        if type(cursor) is not int or not 0 <= cursor < len(pads):
            msg = "'at' must be the index of a pad"
            raise PadError(msg)
        return cls(pads, cursor)
