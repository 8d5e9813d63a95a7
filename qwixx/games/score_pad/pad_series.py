"""A block of sheets, as they come from the shop: the pad that is played on, and those before it.

A new sheet needs no question, because the one before it is still there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from qwixx.games.score_pad.pad import Pad
from qwixx.games.score_pad.pad_state import PadError
from qwixx.games.written.safe_json import loads

MAX_PADS = 4
"""How many pads are kept: the last one, and those that undo still leads back to."""


@dataclass(frozen=True, slots=True)
class PadSeries:
    """Pads, one after another.

    Args:
        pads: the pads, the oldest first.
        at: index of the one that lies open.
    """

    pads: tuple[Pad, ...]
    at: int = 0

    @property
    def pad(self) -> Pad:
        """The pad that lies open."""
        return self.pads[self.at]

    @property
    def can_undo(self) -> bool:
        """Whether there is an action, or a new pad, to undo."""
        return self.pad.can_undo or self.at > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone action, or a new pad, to redo."""
        return self.pad.can_redo or self.at + 1 < len(self.pads)

    def write(self, pad: Pad) -> PadSeries:
        """Return the block with what was written on its open pad; later ones are gone."""
        return PadSeries((*self.pads[: self.at], pad), self.at)

    def amend(self, pad: Pad) -> PadSeries:
        """Return the block with something else written above its open pad; all else stays."""
        return PadSeries((*self.pads[: self.at], pad, *self.pads[self.at + 1 :]), self.at)

    def turn_to(self, pad: Pad) -> PadSeries:
        """Return the block with a new pad open; a blank one before it is not kept."""
        before = self.pads[: self.at]
        if self.pad.can_undo:
            before = (*before, self.pad.without_undone())
        pads = (*before, pad)[-MAX_PADS:]
        return PadSeries(pads, len(pads) - 1)

    def undo(self) -> PadSeries:
        """Undo the last action; without one on this pad, go back to the pad before it.

        Raises:
            ValueError: there is none, see `can_undo`.
        """
        if self.pad.can_undo or not self.at:
            return self.amend(self.pad.undo())
        return PadSeries(self.pads, self.at - 1)

    def redo(self) -> PadSeries:
        """Redo the action, or the new pad, that was undone last.

        Raises:
            ValueError: there is none, see `can_redo`.
        """
        if self.pad.can_redo or self.at + 1 == len(self.pads):
            return self.amend(self.pad.redo())
        return PadSeries(self.pads, self.at + 1)

    def to_json(self) -> str:
        """Return the whole block as JSON in ASCII."""
        pads = ",".join(pad.to_json() for pad in self.pads)
        return f'{{"at":{self.at},"pads":[{pads}]}}'

    @classmethod
    def from_json(cls, text: str) -> PadSeries:
        """Read a block back, whatever the text is.

        Raises:
            PadError: it is none.
        """
        try:
            fields = loads(text)
            pads = tuple(Pad.from_json(json.dumps(pad)) for pad in fields["pads"])
            at = fields["at"]
        except (ValueError, TypeError, KeyError) as error:
            msg = f"no block of pads: {error}"
            raise PadError(msg) from error
        if type(at) is not int or not 0 <= at < len(pads):
            msg = "none of its pads is open"
            raise PadError(msg)
        return cls(pads, at)
