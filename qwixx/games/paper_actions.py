"""Actions on a score pad and in a same-dice game, and their text forms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from qwixx.rules.moves import Color, Mark, short_repr

_CODE = re.compile(
    r"(?P<roll>roll)"
    r"|(?P<player>[0-4]) (?:(?P<penalty>x)|(?P<mark>[rygb][1-9][0-9]?)(?P<late>!?))"
    r"|(?P<own>[rygb][1-9][0-9]?)"
    r"|lock (?P<row>[rygb])"
    r"|(?P<end>end)(?P<elsewhere>!?)"
)


@dataclass(frozen=True, slots=True)
class RollDice:
    """The dice of the next turn are rolled, in a same-dice game only."""

    @property
    def code(self) -> str:
        """The text form: "roll"."""
        return "roll"


@dataclass(frozen=True, slots=True)
class Cross:
    """A player crosses a number, and with one that locks the lock.

    Args:
        player: index of the player.
        mark: the number.
        late: whether it is crossed in the very step in which another player has locked the row,
            so that it counts; on a score pad only. Source: rules, "Locking".
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
    """A player crosses a penalty box, on a score pad only."""

    player: int

    @property
    def code(self) -> str:
        """The text form: "0 x"."""
        return f"{self.player} x"


@dataclass(frozen=True, slots=True)
class Lock:
    """A player whose sheet is not here has locked a row."""

    row: int

    @property
    def code(self) -> str:
        """The text form: "lock r"."""
        return f"lock {Color(self.row).letter}"


@dataclass(frozen=True, slots=True)
class Finish:
    """The game is over.

    Args:
        elsewhere: whether the last penalty of a player whose sheet is not here ends it.
    """

    elsewhere: bool = False

    @property
    def code(self) -> str:
        """The text form: "end", or "end!" if it ended elsewhere."""
        return f"end{'!' * self.elsewhere}"


PaperAction: TypeAlias = RollDice | Cross | Penalty | Lock | Finish
"""An action that changes a pad or a same-dice game, and can be undone."""


def parse_action(code: object, own: int | None = None) -> PaperAction:
    """Parse the text form of an action.

    Args:
        code: the text.
        own: index of the only player who crosses anything, so that crosses do not name a player:
            "r7"; None if they do.

    Raises:
        ValueError: the text is not an action.
    """
    match = _CODE.fullmatch(code) if isinstance(code, str) else None
    if match is None or match["own" if own is None else "player"]:
        msg = f"not an action: {short_repr(code)}"
        raise ValueError(msg)
    if match["roll"]:
        return RollDice()
    if match["row"]:
        return Lock("rygb".index(match["row"]))
    if match["end"]:
        return Finish(bool(match["elsewhere"]))
    if own is not None:
        return Cross(own, Mark.from_code(match["own"]))
    player = int(match["player"])
    if match["penalty"]:
        return Penalty(player)
    return Cross(player, Mark.from_code(match["mark"]), bool(match["late"]))


def own_code(action: PaperAction) -> str:
    """Return the text form of an action where only one player crosses anything: "r7"."""
    return action.mark.code if isinstance(action, Cross) else action.code
