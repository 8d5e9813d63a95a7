"""A guest's pins: the part of a table that its host must not change, and the resulting verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from qwixx.games import chains
from qwixx.games.live.protocol import FREE, GUEST, is_id, is_id_or_empty, made_roll_from_json
from qwixx.games.names import is_possible_occupant_kind
from qwixx.rules.moves import is_int_in_range

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.chains import Call, MadeRoll
    from qwixx.games.live.protocol import OccupantView, TableView

MAX_OWN_ANCHORS = 200
"""Maximum number of a device's own anchors at a table that are remembered."""


class Verdict(StrEnum):
    """A guest's verdict on the dice of a game."""

    NONE = ""
    FAIR = "fair"
    NO_SHARE = "no-share"
    """No roll of the game has a link of this device."""
    WRONG = "wrong"


class UnfairReason(StrEnum):
    """The reason for `Verdict.WRONG`."""

    LINK = "link"
    """A link does not fit its chain."""
    DICE = "dice"
    """The dice or the first player do not come from the links."""
    SECOND = "second"
    """There are two different rolls for one turn."""
    CHANGED = "changed"
    """The host changed a decision or the seats."""
    RULES = "rules"
    """The host broke the rules of the game."""


@dataclass(frozen=True, slots=True)
class Pins:
    """A guest's knowledge of a table, saved with the guest's seat. Immutable.

    Args:
        table: the table's id; "" before the first table.
        game: number of the game at the table; -1 before the first start.
        variant: name of the variant of the game; "" before its terms are known.
        kinds: kinds of the occupants at the start of the game, by seat; () before they are known.
        seat: this guest's seat in the game; -1 for none.
        anchors: (anchor, number of the last link given) of each chain of this device at the table,
            once a link was given.
        call: the last call that this device answered in the game; None if there is none.
        is_given_up: whether there was another call or roll for the turn of `call`.
        made: all rolls of the game, in order.
        events: codes of the public events.
        undone: number of undos of public decisions so far.
        agreed: (number, length) of the last undo request that this guest agreed to.
        asks: number of undos that this guest has asked for since the last roll, and that have not
            happened yet.
        is_finished: whether the game is finished.
        called_off: number of calls that were given up after this device had answered.
        missed: number of rolls without a link of this device.
        went_back: number of events that the host lost while this guest was not connected.
        counted_in: turn in which `called_off` or `went_back` last grew; -2 for none.
        broken_off: number of games, at any table since a game was finished, that ended early after
            this device had given a link.
        reason: the reason why the dice are unfair; None if there is no evidence.
    """

    table: str = ""
    game: int = -1
    variant: str = ""
    kinds: tuple[str, ...] = ()
    seat: int = -1
    anchors: tuple[tuple[str, int], ...] = ()
    call: Call | None = None
    is_given_up: bool = False
    made: tuple[MadeRoll, ...] = ()
    events: tuple[str, ...] = ()
    undone: int = 0
    agreed: tuple[int, int] = (0, 0)
    asks: int = 0
    is_finished: bool = False
    called_off: int = 0
    missed: int = 0
    went_back: int = 0
    counted_in: int = -2
    broken_off: int = 0
    reason: UnfairReason | None = None

    def with_accusation(self, reason: UnfairReason) -> Pins:
        """Return the pins with an accusation against the host; an earlier one is preserved."""
        return self if self.reason else replace(self, reason=reason)

    @property
    def verdict(self) -> Verdict:
        """The verdict on the dice."""
        if self.reason:
            return Verdict.WRONG
        if not self.is_finished:
            return Verdict.NONE
        return Verdict.FAIR if self.has_share else Verdict.NO_SHARE

    @property
    def has_share(self) -> bool:
        """Whether a roll of the game has a link of this device."""
        return any(self.own_link_number(made.call) for made in self.made)

    def own_link_number(self, call: Call) -> int | None:
        """Return the number of this device's link in a call; None if it has no part in it."""
        own = {anchor for anchor, _number in self.anchors}
        return next((number for anchor, number in call.chains if anchor in own), None)

    # A new table or game

    def with_table(self, table: str) -> Pins:
        """Return the pins for a table."""
        if table == self.table:
            return self
        return Pins(table, broken_off=self._broken_off_after_game())

    def with_game(self, game: int) -> Pins:
        """Return the pins for a game; accuse the host if the game is an earlier one."""
        if game == self.game:
            return self
        if game < self.game:
            return self.with_accusation(UnfairReason.CHANGED)
        return Pins(
            self.table,
            game,
            anchors=self.anchors,
            broken_off=self._broken_off_after_game(),
            reason=self.reason,
        )

    def _broken_off_after_game(self) -> int:
        if self.is_finished:
            return 0
        return self.broken_off + (self.call is not None or self.has_share)

    # Terms

    def with_terms_or_accusation(
        self, view: TableView, before: Sequence[OccupantView], *, was_away: bool
    ) -> Pins:
        """Pin the terms of a game when they are first known; accuse the host if they change.

        While a game runs, only a guest's seat may have another occupant: a substitute, another
        device in place of a guest who is away or has a substitute, or the guest again.

        Args:
            view: a view of the game or its start.
            before: the occupants in the last view.
            was_away: whether this guest may have missed a view.
        """
        pins = self if self.kinds else replace(self, variant=view.variant, kinds=view.terms)
        same_kinds = len(pins.kinds) == len(view.occupants) and all(
            kind == one.kind or (kind == GUEST and one.kind != FREE)
            for kind, one in zip(pins.kinds, view.occupants, strict=True)
        )
        same_people = (
            was_away
            or pins is not self
            or (
                len(before) == len(view.occupants)
                and all(
                    old.name == new.name or (kind == GUEST and _may_change(old, new))
                    for old, new, kind in zip(before, view.occupants, pins.kinds, strict=False)
                )
            )
        )
        same_terms = (view.variant, view.terms) == (pins.variant, pins.kinds)
        if same_terms and same_kinds and same_people and self.seat in (-1, view.seat):
            return replace(pins, seat=view.seat)
        return self.with_accusation(UnfairReason.CHANGED)

    # Rolls

    def with_call(self, call: Call, anchor: str) -> Pins:
        """Pin a call that this device answers; an answered call for the same turn is given up.

        Args:
            call: the call.
            anchor: the anchor of the device's chain.
        """
        given = {**dict(self.anchors), anchor: dict(call.chains)[anchor]}
        anchors = tuple(given.items())[-MAX_OWN_ANCHORS:]
        pins = replace(self.with_given_up_call(call), anchors=anchors)
        return replace(pins, call=call, is_given_up=False)

    def with_given_up_call(self, other: Call) -> Pins:
        """Count the pinned call as called off, if another one for its turn is known."""
        if self.call is None or self.is_given_up or other == self.call:
            return self
        if (other.game, other.turn) != (self.call.game, self.call.turn):
            return self
        called_off = self.called_off + 1
        return replace(self, is_given_up=True, called_off=called_off, counted_in=other.turn)

    def with_roll_or_accusation(self, made: MadeRoll) -> Pins:
        """Return the pins with a roll; accuse the host if it is not the roll of its turn.

        A roll with a link of this device must be the one of the last call that this device
        answered for its turn. Any other roll counts as one without this device.
        """
        known = chains.find_roll(self.made, made.turn)
        if known is not None:
            return self if known == made else self.with_accusation(UnfairReason.SECOND)
        if made.turn != len(self.made) - 1:
            return self.with_accusation(UnfairReason.RULES)
        if not chains.fits_earlier_rolls(self.table, made, self.made):
            return self.with_accusation(UnfairReason.LINK)
        own = self.own_link_number(made.call)
        is_pinned = self.call is not None and self.call[:2] == made.call[:2]
        if own is not None and is_pinned and (made.call != self.call or self.is_given_up):
            return self.with_accusation(UnfairReason.SECOND)
        if own is not None and not is_pinned and not self._has_forgotten(made.call):
            return self.with_accusation(UnfairReason.SECOND)
        pins = self.with_given_up_call(made.call)
        missed = pins.missed + (own is None)
        return replace(pins, made=(*pins.made, made), missed=missed, asks=0)

    def _has_forgotten(self, call: Call) -> bool:
        """Return whether this device answered a call and lost its memory of it."""
        given = dict(self.anchors)
        return all(number > given.get(anchor, 0) for anchor, number in call.chains)

    # Saves

    def to_fields(self) -> dict[str, Any]:
        """Return the pins as JSON fields; see `from_fields`."""
        return {field: getattr(self, field) for field in self.__dataclass_fields__}

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Pins:
        """Parse the fields of saved pins.

        Raises:
            ValueError, TypeError, KeyError: the fields are not those of pins.
        """
        call, reason = fields["call"], fields["reason"]
        numbers = ("undone", "called_off", "missed", "went_back", "broken_off", "asks")
        counts = {name: fields[name] for name in numbers}
        undo_request, length = fields["agreed"]
        pins = cls(
            fields["table"],
            fields["game"],
            fields["variant"],
            tuple(fields["kinds"]),
            fields["seat"],
            tuple((anchor, number) for anchor, number in fields["anchors"]),
            None if call is None else made_roll_from_json([*call, []]).call,
            fields["is_given_up"] is True,
            tuple(map(made_roll_from_json, fields["made"])),
            tuple(fields["events"]),
            agreed=(undo_request, length),
            is_finished=fields["is_finished"] is True,
            counted_in=fields["counted_in"],
            reason=None if reason is None else UnfairReason(reason),
            **counts,
        )
        if not pins._is_well_formed:
            msg = "no pins"
            raise ValueError(msg)
        return pins

    @property
    def _is_well_formed(self) -> bool:
        """Whether all values read from a save have the right types and sizes."""
        many = 1 << 53
        undos = (self.undone, self.went_back, self.asks)
        counts = (*undos, self.called_off, self.missed, self.broken_off)
        return all(
            (
                is_id_or_empty(self.table),
                is_int_in_range(self.game, -1, many) and is_int_in_range(self.seat, -1, 4),
                is_int_in_range(self.counted_in, -2, many),
                isinstance(self.variant, str) and len(self.variant) <= 64,
                len(self.kinds) <= 5 and all(map(is_possible_occupant_kind, self.kinds)),
                all(is_id(a) and is_int_in_range(n, 0, many) for a, n in self.anchors),
                all(isinstance(code, str) and len(code) <= 64 for code in self.events),
                all(is_int_in_range(count, 0, many) for count in (*counts, *self.agreed)),
            )
        )


def _may_change(old: OccupantView, new: OccupantView) -> bool:
    """Return whether everyone sees that another player or a bot takes over a guest's seat."""
    return old.away or (old.kind, new.kind) != (GUEST, GUEST)
