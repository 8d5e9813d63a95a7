"""Actions on a score pad and in a same-dice game, and their text forms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from qwixx.rules.moves import MARK_PATTERN, Color, Mark, short_repr

_CODE = re.compile(
    r"(?P<roll>roll)"
    rf"|(?P<player>[0-4]) (?:(?P<penalty>x)|s(?P<field>[1-9][0-9]?)"
    rf"|(?P<mark>{MARK_PATTERN})(?P<late>!?))"
    rf"|(?P<own>{MARK_PATTERN})"
    r"|lock (?P<row>[rygb])"
    r"|(?P<end>end)(?P<elsewhere>!?)"
)


@dataclass(frozen=True, slots=True)
class RollDice:
    """A roll of the dice for the next turn. Same-dice games only."""

    @property
    def code(self) -> str:
        """The text form: "roll"."""
        return "roll"


@dataclass(frozen=True, slots=True)
class Cross:
    """A cross on a number; if the number locks the row, the lock is crossed out too.

    Args:
        player: index of the player.
        mark: the number.
        in_lock_step: whether the number is crossed out in the step in which another player locks
            a row, so that its own cross or one that follows from it counts there. Score pads only.
            Source: rules, "Locking".
    """

    player: int
    mark: Mark
    in_lock_step: bool = False

    @property
    def code(self) -> str:
        """The text form: "0 r7", or "0 r7!" if `in_lock_step`."""
        return f"{self.player} {self.mark.code}{'!' * self.in_lock_step}"


@dataclass(frozen=True, slots=True)
class Penalty:
    """A cross in a penalty box. Score pads only."""

    player: int

    @property
    def code(self) -> str:
        """The text form: "0 x"."""
        return f"{self.player} x"


@dataclass(frozen=True, slots=True)
class CrossField:
    """A cross on a swap field, counted from 0. Score pads only.

    A pad does not know the white sum, so it cannot tell which field a cross has used.
    """

    player: int
    field: int

    @property
    def code(self) -> str:
        """The text form, which counts from 1: "0 s3"."""
        return f"{self.player} s{self.field + 1}"


@dataclass(frozen=True, slots=True)
class Lock:
    """The closing of a row that a player without a sheet on this device has locked."""

    row: int

    @property
    def code(self) -> str:
        """The text form: "lock r"."""
        return f"lock {Color(self.row).letter}"


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of the game.

    Args:
        by_other_player: whether the game ends with the last penalty of a player without a sheet on
            this device.
    """

    by_other_player: bool = False

    @property
    def code(self) -> str:
        """The text form: "end", or "end!" if `by_other_player`."""
        return f"end{'!' * self.by_other_player}"


PaperAction: TypeAlias = RollDice | Cross | CrossField | Penalty | Lock | Finish
"""An action that changes a pad or a same-dice game and can be undone."""


def parse_action(code: object, only_player: int | None = None) -> PaperAction:
    """Parse the text form of an action.

    Args:
        code: the text.
        only_player: index of the only player, if text forms do not name the player ("r7");
            None if they do ("0 r7").

    Raises:
        ValueError: the text is not an action.
    """
    match = _CODE.fullmatch(code) if isinstance(code, str) else None
    if match is None or match["own" if only_player is None else "player"]:
        msg = f"not an action: {short_repr(code)}"
        raise ValueError(msg)
    if match["roll"]:
        return RollDice()
    if match["row"]:
        return Lock("rygb".index(match["row"]))
    if match["end"]:
        return Finish(bool(match["elsewhere"]))
    if only_player is not None:
        return Cross(only_player, Mark.from_code(match["own"]))
    player = int(match["player"])
    if match["penalty"]:
        return Penalty(player)
    if match["field"]:
        return CrossField(player, int(match["field"]) - 1)
    return Cross(player, Mark.from_code(match["mark"]), bool(match["late"]))


def code_without_player(action: PaperAction) -> str:
    """Return the text form of a same-dice action, which names no player: "r7" for a cross."""
    return action.mark.code if isinstance(action, Cross) else action.code
