"""A guest's pins: values that the host must not change, and the resulting verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from qwixx.games.events import Decision
from qwixx.games.live.commit_reveal import (
    Terms,
    UnfairReason,
    Verdict,
    derive_nonce,
    make_seal,
    nonces_match_seals,
    tagged_hash,
    unfair_reason,
)
from qwixx.games.live.protocol import is_hash_or_empty, is_nonce_or_empty
from qwixx.rules.moves import is_int_in_range
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.dice import Roll


@dataclass(frozen=True, slots=True)
class Pins:
    """A guest's knowledge of a table's dice, saved with the guest's seat. Immutable.

    Args:
        key: the guest's secret, 64 hexadecimal digits; different at each table.
        table: the table's id; "" before the first table.
        round: number of starts before the current one.
        commit: the host's commitment for the round.
        following: the commitment for the next round, announced at the end of the game; "" until
            then.
        terms: the terms of the round as first received; None until then.
        nonces: nonces, by seat, as first revealed in the game; () until then.
        restarts: number of rounds, since the last game, in which this guest revealed its nonce
            in vain.
        verdict: `FAIR` or `LATE` once the dice have passed the check; `NONE` until then.
        reason: the reason why the dice are unfair; None if there is no evidence.
        shown: all (turn, dice) pairs that the host has shown; not saved.
    """

    key: str
    table: str = ""
    round: int = 0
    commit: str = ""
    following: str = ""
    terms: Terms | None = None
    nonces: tuple[str, ...] = ()
    restarts: int = 0
    verdict: Verdict = Verdict.NONE
    reason: UnfairReason | None = None
    shown: frozenset[tuple[int, Roll]] = frozenset()

    def seal_for(self, commit: str) -> str:
        """Return this guest's seal for a commitment."""
        return make_seal(commit, derive_nonce(self.key, commit))

    @property
    def nonce(self) -> str:
        """This guest's nonce for the round."""
        return derive_nonce(self.key, self.commit)

    @property
    def terms_include_own_seal(self) -> bool:
        """Whether the terms contain this guest's seal."""
        return self.terms is not None and self.seal_for(self.commit) in self.terms.seals

    def with_accusation(self, reason: UnfairReason) -> Pins:
        """Return the pins with an accusation against the host; an earlier accusation stays."""
        return self if self.reason else replace(self, reason=reason)

    def with_new_table(self, table: str) -> Pins:
        """Return the pins for a table, with a new key if the table is new.

        Separate keys ensure that no table learns the nonces of another.
        """
        if table == self.table:
            return self
        return Pins(tagged_hash("key", self.key, table), table)

    def with_round_or_accusation(self, round_: int, commit: str, *, was_away: bool) -> Pins:
        """Return the pins for a round; accuse the host if the round cannot follow the pinned one.

        Args:
            round_: number of the round.
            commit: the host's commitment for the round.
            was_away: whether this guest may have missed a round.
        """
        if (round_, commit) == (self.round, self.commit):
            return self
        pins = self
        if self.commit and not self._may_follow(round_, commit, was_away=was_away):
            pins = self.with_accusation(UnfairReason.CHANGED)
            if round_ <= self.round:
                return pins
        in_vain = 0 if self.verdict else self.restarts + self.terms_include_own_seal
        return Pins(self.key, self.table, round_, commit, restarts=in_vain, reason=pins.reason)

    def _may_follow(self, round_: int, commit: str, *, was_away: bool) -> bool:
        """Return whether a round can follow the pinned one."""
        if self.following and round_ == self.round + 1:
            return commit == self.following
        if was_away:  # meanwhile, games may have ended and starts may have been aborted
            return round_ > self.round
        was_broken_off = self.terms is not None and not self.nonces
        return was_broken_off and round_ == self.round + 1

    def with_terms_or_accusation(self, terms: Terms, *, in_it: bool, was_seated: bool) -> Pins:
        """Pin the terms of a round; accuse the host if the terms changed or omit this guest.

        Args:
            terms: the terms.
            in_it: whether the terms contain this guest's seal at its own seat.
            was_seated: whether the guest was seated and connected when the terms were fixed.
        """
        if self.terms is None and (terms.round, terms.commit) == (self.round, self.commit):
            pins = replace(self, terms=terms)
            left_out = was_seated and not in_it
            return pins.with_accusation(UnfairReason.LEFT_OUT) if left_out else pins
        return self if terms == self.terms else self.with_accusation(UnfairReason.CHANGED)

    def with_nonces_or_accusation(self, nonces: tuple[str, ...]) -> Pins:
        """Pin the revealed nonces; accuse the host if they change or do not match the seals."""
        if self.nonces:
            return self if nonces == self.nonces else self.with_accusation(UnfairReason.CHANGED)
        pins = replace(self, nonces=nonces)
        if self.terms is None or not nonces_match_seals(self.terms, nonces):
            return pins.with_accusation(UnfairReason.SHARE)
        return pins

    def with_game_or_accusation(self, game: Game, secret: str, following: str) -> Pins:
        """Check a game from the host: pin its rolls and, once it is finished, the verdict.

        Args:
            game: the game.
            secret: the host's secret; "" if not revealed.
            following: the commitment for the next round; "" if not announced.
        """
        rolls = {
            (state.turn, event)
            for state, event in zip(game.states, game.events, strict=False)
            if not isinstance(event, Decision)
        }
        pins = self if rolls <= self.shown else replace(self, shown=self.shown | rolls)
        if game.state.phase is not Phase.OVER:
            if secret:
                return pins.with_accusation(UnfairReason.EARLY)
            return pins.with_accusation(UnfairReason.CHANGED) if self.verdict else pins
        if not secret or pins.terms is None:
            return pins
        reason = unfair_reason(game, [*pins.shown], pins.terms, secret, pins.nonces)
        if reason is None and self.following and following != self.following:
            reason = UnfairReason.CHANGED
        if reason is not None:
            return pins.with_accusation(reason)
        verdict = Verdict.FAIR if pins.terms_include_own_seal else Verdict.LATE
        return replace(pins, verdict=verdict, following=following)

    def to_fields(self) -> dict[str, Any]:
        """Return the pins as JSON fields; see `from_fields`."""
        terms = self.terms
        return {
            "key": self.key,
            "table": self.table,
            "round": self.round,
            "commit": self.commit,
            "following": self.following,
            "terms": None if terms is None else [terms.variant, terms.seals],
            "nonces": self.nonces,
            "restarts": self.restarts,
            "verdict": self.verdict,
            "reason": self.reason,
        }

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Pins:
        """Parse the fields of saved pins.

        Raises:
            ValueError, TypeError, KeyError: the fields are not those of pins.
        """
        key, table, commit = fields["key"], fields["table"], fields["commit"]
        round_, restarts, terms = fields["round"], fields["restarts"], fields["terms"]
        nonces, following = tuple(fields["nonces"]), fields["following"]
        variant, seals = ("", ()) if terms is None else terms
        shape = (
            all(isinstance(text, str) and len(text) <= 64 for text in (key, variant)),
            all(map(is_nonce_or_empty, (table, *nonces))),
            all(map(is_hash_or_empty, (commit, following, *seals))),
            is_int_in_range(round_, 0, 1 << 53) and is_int_in_range(restarts, 0, 1 << 53),
        )
        if not all(shape):
            msg = "no pins"
            raise ValueError(msg)
        reason = fields["reason"]
        return cls(
            key,
            table,
            round_,
            commit,
            following,
            None if terms is None else Terms(table, round_, commit, variant, tuple(seals)),
            nonces,
            restarts,
            Verdict(fields["verdict"]),
            None if reason is None else UnfairReason(reason),
        )
