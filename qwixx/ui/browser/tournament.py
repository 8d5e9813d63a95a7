"""Run a round robin: a referee's sandbox, and one for each user's bot that plays now."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from qwixx.bots import LEVELS, find_file, opponent
from qwixx.bots.tournaments import pair_seed
from qwixx.rules.variants import find_variant
from qwixx.ui.browser.sandbox_job import Job
from qwixx.ui.browser.sandbox_reports import (
    Moves,
    QuestionsAsked,
    Refused,
    Request,
    Tallied,
)
from qwixx.ui.model.messages import (
    CRASHED,
    NO_SANDBOX,
    BotFailed,
    BotOutputCut,
    BotPrinted,
    EntrantFailed,
    PairPlayed,
    TournamentEnded,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from qwixx.ui.browser.sandbox_job import Host
    from qwixx.ui.browser.sandbox_reports import Report
    from qwixx.ui.model.effects import RunTournament
    from qwixx.ui.model.messages import Message

MAX_LOADED = 4
"""Maximum number of users' bots that are loaded at a time; each takes some 100 MB."""
FIRST_SEEDS, BATCH = 10, 25
"""Number of seeds in the first round, and the maximum number that a pair plays at a time."""
LOAD_MS, STEP_MS, REFEREE_MS = 5_000, 20_000, 60_000
"""Limits for loading a bot, for its decisions in a step of all games, and for the referee."""
REFEREE = ""
"""Key of the referee's sandbox."""


class Round(NamedTuple):
    """The pairs that play before any pair plays more.

    Args:
        pairs: the ids of both bots, for each pair that has not played its games of this round.
        target: number of seeds that each pair has played after this round.
    """

    pairs: list[tuple[str, str]]
    target: int

    def next_pair(self, loaded: Collection[str]) -> tuple[str, str]:
        """Return the pair to play next: one with the fewest bots outside the loaded ones."""
        return min(self.pairs, key=lambda pair: sum(bot not in loaded for bot in pair))

    def bot_to_unload(self, loaded: Sequence[str]) -> str:
        """Return the loaded bot to make room for others: one that has played, or else the last.

        So a few bots stay loaded until they have played all others.
        """
        waiting = {bot for pair in self.pairs for bot in pair}
        return next((bot for bot in loaded if bot not in waiting), loaded[-1])


def current_round(
    bots: Sequence[str], played: Mapping[tuple[str, str], int], seeds: int
) -> Round | None:
    """Return the round to play now; None if all games have been played.

    Args:
        bots: ids of the bots that play.
        played: number of seeds that each pair has played.
        seeds: number of seeds for each pair.
    """
    for target in (min(FIRST_SEEDS, seeds), seeds):
        pairs = [pair for pair in combinations(bots, 2) if played.get(pair, 0) < target]
        if pairs:
            return Round(pairs, target)
    return None


class TournamentRun:
    """A round robin that is being played.

    Args:
        effect: the bots and the games; see `RunTournament`.
        send: handles each message.
        host: the page.
    """

    def __init__(self, effect: RunTournament, send: Callable[[Message], None], host: Host) -> None:
        self._effect = effect
        self._send = send
        self._host = host
        self._texts = {bot: text for bot, text in effect.bots if text}
        self._names = {bot: "" if text else bot for bot, text in effect.bots}
        self._playing = [bot for bot, _text in effect.bots]
        self._played = {(first, second): seeds for first, second, seeds in effect.played}
        self._jobs: dict[str, Job] = {}
        """The sandboxes by bot, the oldest first."""
        self._referee = Job(host, lambda report: self._on_report(REFEREE, report))
        self._pair: tuple[str, str] | None = None
        self._waiting: set[str] = set()
        self._questions: list[str] = []
        self._answers: dict[str, str] = {}
        self._is_over = False
        self._choose_substitutes()

    def close(self) -> None:
        """End the round robin at once."""
        self._is_over = True
        for job in (self._referee, *self._jobs.values()):
            job.close()

    def _choose_substitutes(self) -> None:
        """Replace our bots that do not play this game, and begin once their weights are there."""
        variant = find_variant(self._effect.variant)
        ours = [name for name in self._names.values() if name]

        def begin(weights: object) -> None:
            if self._is_over:
                return
            if weights is not None:
                self._referee.post(weights)
            for bot in ours:
                self._names[bot] = opponent(bot, variant, 2, weights=weights is not None)
            self._play_next()

        if any(opponent(name, variant, 2) in LEVELS for name in ours):
            self._host.fetch_weights(find_file(variant, 2).name, begin)
        else:
            begin(None)

    def _play_next(self) -> None:
        """Begin the next games."""
        now = current_round(self._playing, self._played, self._effect.seeds)
        if now is None:
            self._end("")
            return
        ours = [bot for bot in self._playing if bot not in self._texts]
        self._pair = pair = now.next_pair([*self._jobs, *ours])
        self._questions, self._answers = [], {}
        done = self._played.get(pair, 0)
        names = [self._names[bot] for bot in pair]
        fields = {
            "type": "begin",
            "variant": self._effect.variant,
            "bots": names,
            "seed": pair_seed(self._effect.seed, *pair) + done,
            "seeds": min(now.target - done, BATCH),
        }
        self._waiting = {REFEREE}
        needed = [bot for bot in pair if bot in self._texts and bot not in self._jobs]
        while len(self._jobs) + len(needed) > MAX_LOADED:
            others = [bot for bot in self._jobs if bot not in pair]
            self._jobs.pop(now.bot_to_unload(others)).close()
        for bot in needed:
            self._load(bot)
        self._referee.ask(Request(fields, REFEREE_MS))

    def _load(self, bot: str) -> None:
        """Load a bot into a new sandbox."""
        job = self._jobs[bot] = Job(self._host, lambda report: self._on_report(bot, report))
        self._waiting.add(bot)
        job.ask(Request(self._fields("load", bot), LOAD_MS))

    def _fields(self, kind: str, bot: str) -> dict[str, object]:
        return {"type": kind, "text": self._texts[bot], "variant": self._effect.variant}

    def _on_report(self, source: str, report: Report) -> None:
        if self._is_over:
            return
        match report:
            case BotPrinted() | BotOutputCut():
                return
            case BotFailed():
                if source == REFEREE or report.reason == NO_SANDBOX:
                    self._end(report.reason)
                    return
                self._disqualify(source, report)
            case Refused(bot=bot) if self._pair is not None:
                self._disqualify(self._pair[bot], BotFailed("", CRASHED))
            case QuestionsAsked(texts=texts):
                self._questions = texts
            case Moves(codes=codes):
                self._answers[source] = codes
            case Tallied(tally=tally) if self._pair is not None:
                pair = self._pair
                self._played[pair] = self._played.get(pair, 0) + tally.seeds
                self._pair = None
                self._send(PairPlayed(*pair, tally))
            case _:  # a bot was loaded, or a reply came after a failure
                pass
        self._waiting.discard(source)
        if not self._waiting and not self._is_over:
            self._step()

    def _step(self) -> None:
        """Continue after all awaited reports."""
        if self._pair is None:
            self._play_next()
        elif self._answers:
            answers = [self._answers.get(bot, "") for bot in self._pair]
            self._answers, self._waiting = {}, {REFEREE}
            self._referee.ask(Request({"type": "continue", "answers": answers}, REFEREE_MS))
        else:
            asked = dict(zip(self._pair, self._questions, strict=True))
            asked = {bot: text for bot, text in asked.items() if text}
            self._waiting = {*asked}
            for bot, text in asked.items():
                fields = self._fields("answer", bot) | {"questions": text}
                self._jobs[bot].ask(Request(fields, STEP_MS))

    def _disqualify(self, bot: str, failure: BotFailed) -> None:
        """End a bot's participation."""
        self._pair = None
        if bot in self._playing:
            self._playing.remove(bot)
            self._send(EntrantFailed(bot, failure))
        job = self._jobs.pop(bot, None)
        if job is not None:
            job.close()

    def _end(self, reason: str) -> None:
        self.close()
        self._send(TournamentEnded(reason))
