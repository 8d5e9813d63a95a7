"""What people touch on a score pad: each changes it, and can be taken back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from qwixx.rules.moves import Color, Mark, quote

_CODE = r"([0-4]) (?:(x)|([rygb][1-9][0-9]?)(!?))|lock ([rygb])|(end)(!?)"


class PadError(ValueError):
    """A touch that a pad does not take, or a text that is no pad."""


@dataclass(frozen=True, slots=True)
class Cross:
    """A player crosses a number, and with one that locks the lock.

    Args:
        player: index of the player.
        mark: the number.
        late: whether it is crossed in the very step in which somebody has locked the row, so
            that it counts. Source: rules, "Locking".
    """

    player: int
    mark: Mark
    late: bool = False

    @property
    def code(self) -> str:
        """The text form: "0 r7", or "0 r7!" for a late one."""
        return f"{self.player} {self.mark.code}{'!' * self.late}"


@dataclass(frozen=True, slots=True)
class Penalty:
    """A player crosses a penalty box."""

    player: int

    @property
    def code(self) -> str:
        """The text form: "0 x"."""
        return f"{self.player} x"


@dataclass(frozen=True, slots=True)
class Lock:
    """Somebody elsewhere has locked a row."""

    row: int

    @property
    def code(self) -> str:
        """The text form: "lock r"."""
        return f"lock {Color(self.row).letter}"


@dataclass(frozen=True, slots=True)
class Finish:
    """The game is over.

    Args:
        elsewhere: whether it is by what somebody has elsewhere: the last penalty.
    """

    elsewhere: bool = False

    @property
    def code(self) -> str:
        """The text form: "end", or "end!" if it ended elsewhere."""
        return f"end{'!' * self.elsewhere}"


Touch: TypeAlias = Cross | Penalty | Lock | Finish
"""What changes a pad, and can be taken back."""


def parse_touch(code: str) -> Touch:
    """Read the text form of a touch.

    Raises:
        PadError: the text is none.
    """
    match = re.fullmatch(_CODE, code) if isinstance(code, str) else None
    if match is None:
        msg = f"no touch: {quote(code)}"
        raise PadError(msg)
    player, penalty, mark, late, row, end, elsewhere = match.groups()
    if row:
        return Lock("rygb".index(row))
    if end:
        return Finish(bool(elsewhere))
    if penalty:
        return Penalty(int(player))
    return Cross(int(player), Mark.from_code(mark), bool(late))
