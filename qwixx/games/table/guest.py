"""A guest's end of a table: it knows what the host tells, and what it has done itself since."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

from qwixx.games.events import Decision
from qwixx.games.game import Game
from qwixx.games.names import clean_name
from qwixx.games.nesting import loads
from qwixx.games.table import fair, undoing
from qwixx.games.table.wire import (
    BACK,
    ROLL,
    VERSION,
    Act,
    Agree,
    Ask,
    Bye,
    Hello,
    Mix,
    Open,
    Refuse,
    TableError,
    Told,
    Welcome,
    read_host,
    write,
)
from qwixx.rules.dice import Roll
from qwixx.rules.moves import parse_move
from qwixx.rules.state import Phase
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.events import Event

DICE = ("", "fair", "late", "wrong")
"""Not known yet; they come from the host's secret and this guest's share; from the secret alone,
for that share came too late; they do not come from it."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A table as a guest knows it. It never changes.

    Args:
        salt: 64 hexadecimal digits that nobody else knows or can guess.
        name: the player's name.
        build: which release of the page it is.
        token: with which it comes back to its seat.
        round: how many games it has known at the table.
        commit: the hash to which the host committed itself for the game.
        following: that for the game after it, for which the guest has given its share; "" if none.
        host_build: which release the host's page is.
        linked: whether the host has greeted over the connection that there is.
        told: what the host told last; None if nothing yet.
        known: the game as the host told it.
        pending: what the guest has done since, and the host has not heard of yet.
        count: the number of the last thing that it did.
        refused: why it was turned away, one of `REFUSALS`; "" if it was not.
        closed: whether the host has left for good.
        dice: what came of making sure of the dice when the game was over, one of `DICE`.
    """

    salt: str
    name: str = ""
    build: str = ""
    token: str = ""
    round: int = 0
    commit: str = ""
    following: str = ""
    host_build: str = ""
    linked: bool = False
    told: Told | None = None
    known: Game | None = None
    pending: tuple[Act, ...] = ()
    count: int = 0
    refused: str = ""
    closed: bool = False
    dice: str = ""

    @property
    def seat(self) -> int | None:
        """Index of the guest's seat; None for one that only watches, or does not sit yet."""
        return None if self.told is None or self.told.seat < 0 else self.told.seat

    @property
    def nonce(self) -> str:
        """The guest's share in the dice of the game, 32 hexadecimal digits."""
        return _nonce(self.round, self.salt)

    @property
    def game(self) -> Game | None:
        """The game with what the guest has done; None before it begins."""
        game = self.known
        if game is not None:
            for act in self.pending:
                game = self._with(game, act)
        return game

    def _with(self, game: Game, act: Act) -> Game:
        """Return the game after what the guest does, as far as it can know that."""
        state, seat = game.state, self.seat
        if seat is None or (act.turn, act.phase) != (state.turn, state.phase.value):
            return game
        if act.do == BACK:
            return undoing.withdrawn(game, seat)
        if act.do == ROLL:
            return game  # only the host knows what the dice show
        try:
            return game.follow(Decision(seat, parse_move(act.do)))
        except ValueError:
            return game

    # What the guest does.

    def unlinked(self) -> Guest:
        """Take note that the connection is gone."""
        return replace(self, linked=False)

    def roll(self) -> Step:
        """Roll the dice, which are the host's."""
        game = self.game
        if game is None or game.state.phase is not Phase.ROLL or game.state.active != self.seat:
            return self, ()
        if any(act.do == ROLL for act in self.pending):
            return self, ()
        return self._do([(game.state.turn, game.state.phase, ROLL)])

    def played(self, game: Game) -> Step:
        """Send what the guest has decided, or taken back, to come to that game."""
        before, seat = self.game, self.seat
        if before is None or seat is None or game == before:
            return self, ()
        old, new = before.events, game.events
        same = next(
            (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
            min(len(old), len(new)),
        )
        done: list[tuple[int, Phase, str]] = []
        if any(isinstance(event, Decision) and event.player == seat for event in old[same:]):
            done.append((before.state.turn, before.state.phase, BACK))
        done += [
            (game.states[same + n].turn, game.states[same + n].phase, event.move.code)
            for n, event in enumerate(new[same:])
            if isinstance(event, Decision) and event.player == seat
        ]
        return self._do(done)

    def ask(self) -> Step:
        """Ask to take back what the guest did last, and all have seen."""
        return replace(self, count=self.count + 1), (write(Ask(self.count + 1)),)

    def answer(self, *, yes: bool) -> Step:
        """Answer what the table is asked, or think otherwise of what this guest has asked."""
        if self.told is None or not self.told.asked or self.seat is None:
            return self, ()
        if self.seat not in self.told.waiting and (yes or self.seat != self.told.asker):
            return self, ()
        agree = Agree(self.count + 1, self.told.asked, yes)
        return replace(self, count=agree.number), (write(agree),)

    def leave(self) -> tuple[str, ...]:
        """Return what is sent when the guest leaves for good."""
        return (write(Bye()),)

    def _do(self, done: Sequence[tuple[int, Phase, str]]) -> Step:
        acts = tuple(
            Act(self.count + n, turn, phase.value, do)
            for n, (turn, phase, do) in enumerate(done, start=1)
        )
        guest = replace(self, pending=(*self.pending, *acts), count=self.count + len(acts))
        return guest, tuple(map(write, acts))

    # What comes from the host.

    def hear(self, text: object) -> Step:
        """Take what came from the host.

        Raises:
            TableError: it is no message of a host, or of one that breaks the rules.
        """
        message = read_host(text)
        if isinstance(message, Open):
            return self._greeted(message)
        if isinstance(message, Welcome):
            acts = self.pending if message.token else ()  # who only watches does nothing
            pending = tuple(act for act in acts if act.number > message.heard)
            count = max(self.count, message.heard)
            guest = replace(self, token=message.token, pending=pending, count=count)
            return guest, (*map(write, pending), *map(write, _share(guest)))
        if isinstance(message, Refuse):
            why = "" if message.why == "message" and self.told is not None else message.why
            return replace(self, refused=why), ()
        if isinstance(message, Bye):
            return replace(self, closed=True), ()
        return self._heard(message)

    def _greeted(self, message: Open) -> Step:
        guest = replace(self, host_build=message.build, linked=True, refused="", closed=False)
        if message.version != VERSION:
            return replace(guest, refused="version"), ()
        if message.commit not in (self.commit, self.following):  # another table, or game
            # A share that one host has known is never given to another one.
            later = self.round + 1 if self.commit else self.round
            guest = replace(
                guest,
                commit=message.commit,
                following="",
                round=later,
                told=None,
                known=None,
                pending=(),
                dice="",
            )
        hello = Hello(VERSION, self.build, self.name, self.nonce, self.token)
        return guest, (write(hello),)

    def _heard(self, told: Told) -> Step:
        if self.told is not None and told.number < self.told.number:
            return self, ()  # it was late
        self._check(told)
        known = self._follow(told) if told.playing else None
        acts = (act for act in self.pending if act.number > told.heard)
        guest = replace(self, told=told, known=known, pending=() if known is None else tuple(acts))
        if told.commit != self.commit:  # another game: the shares in its dice are given
            # What was given for another hash does not count: the host has known it before.
            later = self.round + (2 if self.following not in ("", told.commit) else 1)
            guest = replace(guest, commit=told.commit, round=later, following="", dice="")
        if known is None or not told.secret or (self.told == told and self.dice):
            return guest, ()
        return _ended(guest, told, known)

    def _check(self, told: Told) -> None:
        """See that what is told can be, after what was told before.

        Raises:
            TableError: it names a seat that is none, or turns a game into another one.
        """
        seats = (told.seat, told.first, told.asker, *told.decided, *told.waiting)
        if max(seats) >= len(told.chairs) or (told.asked and told.asker < 0):
            msg = "no such seat"
            raise TableError(msg)
        before = self.told
        if before is None or not (before.playing and told.playing) or told.commit != self.commit:
            return
        game = (before.variant, len(before.chairs), before.first)
        if (told.variant, len(told.chairs), told.first) != game:
            msg = "another game with the same dice"
            raise TableError(msg)

    def _follow(self, told: Told) -> Game:
        """Return the game that is told."""
        names = [chair.name or str(seat + 1) for seat, chair in enumerate(told.chairs)]
        before, codes = self.known, told.events
        try:
            game = Game(find_variant(told.variant), names, 0, first=told.first)
            if before is not None and self.told is not None and before.states[0] == game.states[0]:
                pairs = enumerate(zip(self.told.events, codes, strict=False))
                short = min(len(self.told.events), len(codes))
                same = next((n for n, (old, new) in pairs if old != new), short)
                game = before.rename(names).go_to(same).without_undone()
            for code in codes[len(game.events) :]:
                game = game.follow(_event(code))
        except ValueError as error:
            msg = f"the host breaks the rules: {error}"
            raise TableError(msg) from error
        return game

    def to_text(self) -> str:
        """Return what a guest needs to come back to its seat; see `from_text`."""
        texts = (self.salt, self.name, self.token, self.commit, self.following)
        return json.dumps({"texts": texts, "round": self.round}, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str, build: str = "") -> Guest:
        """Read that back.

        Raises:
            TableError: the text is none.
        """
        try:
            fields = loads(text)
            salt, name, token, commit, following = texts = fields["texts"]
            whole = fields["round"]
        except (ValueError, TypeError, KeyError) as error:
            msg = f"no guest: {error}"
            raise TableError(msg) from error
        if (
            not all(isinstance(each, str) and len(each) <= 64 for each in texts)
            or clean_name(name) != name
            or type(whole) is not int
        ):
            msg = "no guest"
            raise TableError(msg)
        return cls(salt, name, build, token, round=whole, commit=commit, following=following)


Step: TypeAlias = tuple[Guest, tuple[str, ...]]
"""The guest after something, and what is to be sent to the host."""


def _ended(guest: Guest, told: Told, known: Game) -> Step:
    """Make sure of the dice of a game that is over, and give a share in those of the next one."""
    dice = "wrong"
    if fair.is_fair(known, told.secret, guest.commit, told.nonces):
        watches = guest.seat is None  # it has no share
        dice = "fair" if watches or guest.nonce in told.nonces else "late"
    guest = replace(guest, dice=dice)
    if told.following in ("", guest.following):
        return guest, ()
    guest = replace(guest, following=told.following)
    return guest, tuple(map(write, _share(guest)))


def _share(guest: Guest) -> tuple[Mix, ...]:
    """Return the share in the dice of the next game, if the host has asked for it."""
    if not guest.following or guest.seat is None:
        return ()
    return (Mix(_nonce(guest.round + 1, guest.salt)),)


def _event(code: str) -> Event:
    return Roll.from_code(code) if ":" in code else Decision.from_code(code)


def _nonce(number: int, salt: str) -> str:
    return sha256(f"nonce {number} {salt}".encode()).hexdigest()[:32]
