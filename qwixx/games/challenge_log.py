"""The challenge log: challenges that were sent from or played on this device, with the answers.

Challenges and answers are in the log as texts (see `challenge_link`), so that reading the log
replays no game; a text must be parsed before it is used.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace

from qwixx.games.written.safe_json import loads

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
    """

    challenges: tuple[LoggedChallenge, ...] = ()

    def find(self, challenge_id: str) -> LoggedChallenge | None:
        """Return the challenge with an id, or None."""
        return next((one for one in self.challenges if one.id == challenge_id), None)

    def find_slot(self, slot: str) -> LoggedChallenge | None:
        """Return the challenge with this device's own game in a slot, or None."""
        number = int(slot or "0", 16)
        return next((one for one in self.challenges if int(one.slot, 16) == number), None)

    def with_challenge(self, added: LoggedChallenge) -> ChallengeLog:
        """Return the log with a challenge, which replaces the one with the same id."""
        if added in self.challenges:
            return self
        others = [one for one in self.challenges if one.id != added.id]
        return ChallengeLog((*others, added)[-MAX_CHALLENGES:])

    def merged_into(self, other: ChallengeLog) -> ChallengeLog:
        """Return the union of two logs; where codes or slots differ, those of this log win."""
        log = other
        for one in self.challenges:
            before, merged = other.find(one.id), one
            for answer in () if before is None else before.answers:
                merged = merged.with_answer(answer)
            log = log.with_challenge(merged)
        return log


def write_challenge_log(log: ChallengeLog) -> str:
    """Return a challenge log as JSON; "" for an empty log."""
    fields = [[one.id, one.code, one.slot, one.is_own, one.answers] for one in log.challenges]
    return json.dumps({"v": 1, "challenges": fields}, separators=(",", ":")) if fields else ""


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
    except (TypeError, KeyError, AttributeError) as error:
        msg = f"not a challenge log: {error}"
        raise ValueError(msg) from error
    return ChallengeLog(tuple(challenges)[-MAX_CHALLENGES:])


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
