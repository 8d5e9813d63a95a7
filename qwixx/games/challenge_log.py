"""The challenge log: challenges that were sent from or played on this device, with the answers.

Challenges and answers are in the log as texts (see `challenge_link`), so that reading the log
replays no game; a text must be parsed before it is used.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from qwixx.games.written.safe_json import loads

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_CHALLENGES = 30
"""Maximum number of challenges in a log; the oldest ones are dropped."""
MAX_ANSWERS = 20
"""Maximum number of answers to a challenge; later ones are not added."""
_TEXT = re.compile(r"[\w-]{1,2000}", re.ASCII)
_SLOT = re.compile("[0-9a-f]{1,16}")


@dataclass(frozen=True, slots=True)
class LoggedChallenge:
    """A challenge in the log.

    Args:
        id: the id of the challenge.
        code: the challenge as text.
        slot: slot of this device's own game: the challenger's, or that of the answer.
        is_own: whether the challenge was sent from this device.
        answers: answers to an own challenge; otherwise this device's answer, once there is one.
    """

    id: str
    code: str
    slot: str
    is_own: bool
    answers: tuple[str, ...] = ()

    def with_answer(self, code: str) -> LoggedChallenge:
        """Return the entry with an answer, once; only the first one to another's challenge."""
        limit = MAX_ANSWERS if self.is_own else 1
        if code in self.answers or len(self.answers) >= limit:
            return self
        return replace(self, answers=(*self.answers, code))


@dataclass(frozen=True, slots=True)
class ChallengeLog:
    """The log of challenges. Immutable.

    Args:
        challenges: the challenges, oldest first.
        deleted: ids of challenges whose games are being deleted. They are not found, and stay in
            the log until their games are deleted for good, so that this can be undone.
    """

    challenges: tuple[LoggedChallenge, ...] = ()
    deleted: frozenset[str] = frozenset()

    def find(self, challenge_id: str) -> LoggedChallenge | None:
        """Return the challenge with an id, or None."""
        return next((one for one in self._not_deleted if one.id == challenge_id), None)

    def find_slot(self, slot: str) -> LoggedChallenge | None:
        """Return the challenge with this device's own game in a slot, or None."""
        number = int(slot or "0", 16)
        return next((one for one in self._not_deleted if int(one.slot, 16) == number), None)

    @property
    def _not_deleted(self) -> list[LoggedChallenge]:
        return [one for one in self.challenges if one.id not in self.deleted]

    @property
    def finished(self) -> ChallengeLog:
        """The challenges whose own game is finished, for a file of archived games."""
        return ChallengeLog(tuple(one for one in self._not_deleted if one.is_own or one.answers))

    @property
    def deleted_slots(self) -> tuple[str, ...]:
        """Slots of the games that are being deleted."""
        return tuple(one.slot for one in self.challenges if one.id in self.deleted)

    def with_challenge(self, added: LoggedChallenge) -> ChallengeLog:
        """Return the log with a challenge, which replaces the one with the same id."""
        deleted = self.deleted - {added.id}
        if added in self.challenges:
            return replace(self, deleted=deleted)
        others = [one for one in self.challenges if one.id != added.id]
        return ChallengeLog((*others, added)[-MAX_CHALLENGES:], deleted)

    def with_deleted_games(self, slots: Iterable[str]) -> ChallengeLog:
        """Return the log with the challenges of games marked as being deleted."""
        return replace(self, deleted=self.deleted | self._ids_of(slots))

    def with_restored_games(self, slots: Iterable[str]) -> ChallengeLog:
        """Return the log with the challenges of games no longer marked as being deleted."""
        return replace(self, deleted=self.deleted - self._ids_of(slots))

    def _ids_of(self, slots: Iterable[str]) -> frozenset[str]:
        numbers = {int(slot, 16) for slot in slots}
        return frozenset(one.id for one in self.challenges if int(one.slot, 16) in numbers)

    def without_deleted(self) -> ChallengeLog:
        """Return the log without the challenges that are marked as being deleted."""
        return ChallengeLog(tuple(self._not_deleted))

    def merged_into(self, other: ChallengeLog) -> ChallengeLog:
        """Return the union of two logs; where codes, slots, or marks differ, this log wins.

        Challenges that are marked in the other log and missing in this one are deleted for good.
        """
        ids = {one.id for one in self.challenges}
        log = ChallengeLog(
            tuple(one for one in other.challenges if one.id in ids or one.id not in other.deleted)
        )
        for one in self.challenges:
            before = next((each for each in other.challenges if each.id == one.id), None)
            merged = one
            for answer in () if before is None else before.answers:
                merged = merged.with_answer(answer)
            log = log.with_challenge(merged)
        return replace(log, deleted=self.deleted)


def write_challenge_log(log: ChallengeLog) -> str:
    """Return a challenge log as JSON; "" for an empty log."""
    if not log.challenges:
        return ""
    entries = [[one.id, one.code, one.slot, one.is_own, one.answers] for one in log.challenges]
    marks = {"deleted": sorted(log.deleted)} if log.deleted else {}
    return json.dumps({"v": 1, "challenges": entries, **marks}, separators=(",", ":"))


def parse_challenge_log(text: str) -> ChallengeLog:
    """Parse a challenge log; an empty text is an empty log.

    Raises:
        ValueError: the text is not a valid challenge log, or was written by a newer version.
    """
    if not text:
        return ChallengeLog()
    fields = loads(text)
    try:
        if fields["v"] != 1:
            msg = "written by a newer version"
            raise ValueError(msg)
        challenges = [_parse_challenge(*one) for one in fields["challenges"]]
        deleted = {*fields.get("deleted", [])} & {one.id for one in challenges}
    except (TypeError, KeyError, AttributeError) as error:
        msg = f"not a challenge log: {error}"
        raise ValueError(msg) from error
    return ChallengeLog(tuple(challenges)[-MAX_CHALLENGES:], frozenset(deleted))


def _parse_challenge(
    challenge_id: str, code: str, slot: str, is_own: object, answers: list[str]
) -> LoggedChallenge:
    texts = (challenge_id, code, *answers)
    if not (all(map(_TEXT.fullmatch, texts)) and _SLOT.fullmatch(slot)):
        msg = "not a challenge in a log"
        raise ValueError(msg)
    entry = LoggedChallenge(challenge_id, code, slot, is_own is True)
    for answer in answers:
        entry = entry.with_answer(answer)
    return entry
