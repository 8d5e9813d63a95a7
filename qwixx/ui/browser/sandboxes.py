"""The page's sandboxes: run the effects that need one. Loaded when the first bot is run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from qwixx.bots import LEVELS, find_file, opponent
from qwixx.rules.variants import find_variant
from qwixx.ui.browser.sandbox_job import Job, ProgressPace
from qwixx.ui.browser.sandbox_reports import Request
from qwixx.ui.browser.tournament import TournamentRun
from qwixx.ui.model.effects import (
    AskBot,
    RunPractice,
    RunTournament,
    StopPractice,
    StopTournament,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.browser.sandbox_job import Host
    from qwixx.ui.browser.sandbox_reports import Report
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import Message

ANSWER_MS, PRACTICE_MS = 2_000, 20_000
"""Limits for a move in a game, and for the next games of a practice."""


class Sandboxes:
    """The page's sandboxes: one for practice, one for games, and those of a round robin.

    Args:
        send: handles each message.
        host: the page.
    """

    def __init__(self, send: Callable[[Message], None], host: Host) -> None:
        self._all = send
        self._send = cast("Callable[[Report], None]", send)  # these replies are messages
        self._host = host
        self._practice: tuple[int, Job, ProgressPace] | None = None
        self._game: tuple[str, Job] | None = None
        self._tournament: TournamentRun | None = None
        self._runners: dict[type, Callable[[Any], None]] = {
            RunPractice: self.run_practice,
            StopPractice: lambda _effect: self.stop_practice(),
            AskBot: self.ask_bot,
            RunTournament: self.run_tournament,
            StopTournament: lambda _effect: self.stop_tournament(),
        }

    def run(self, effect: Effect) -> None:
        """Run an effect."""
        self._runners[type(effect)](effect)

    def run_practice(self, effect: RunPractice) -> None:
        """Run a practice; see `RunPractice`."""
        if self._practice is None or not (
            self._practice[0] == effect.draft and self._practice[1].is_free
        ):
            self.stop_practice()
            pace = ProgressPace(self._send, self._host.start_timer)
            self._practice = effect.draft, Job(self._host, pace.send), pace
        job = self._practice[1]
        variant = find_variant(effect.variant)
        other = opponent(effect.opponent, variant, 2)
        if other not in LEVELS:
            job.ask(_practice_request(effect, other))
            return

        def on_weights(weights: object) -> None:
            if job.is_closed:  # stopped meanwhile
                return
            if weights is None:
                job.ask(
                    _practice_request(effect, opponent(effect.opponent, variant, 2, weights=False))
                )
                return
            job.post(weights)
            job.ask(_practice_request(effect, other))

        self._host.fetch_weights(find_file(variant, 2).name, on_weights)

    def stop_practice(self) -> None:
        """End the practice."""
        if self._practice is not None:
            _draft, job, pace = self._practice
            pace.drop()
            job.close()

    def run_tournament(self, effect: RunTournament) -> None:
        """Run a round robin; see `RunTournament`."""
        self.stop_practice()
        self.stop_tournament()
        self._tournament = TournamentRun(effect, self._all, self._host)

    def stop_tournament(self) -> None:
        """End the round robin."""
        if self._tournament is not None:
            self._tournament.close()

    def ask_bot(self, effect: AskBot) -> None:
        """Ask a bot for a move; see `AskBot`."""
        if self._game is None or not (self._game[0] == effect.text and self._game[1].is_free):
            if self._game is not None:
                self._game[1].close()
            self._game = effect.text, Job(self._host, self._send, closes_when_idle=True)
        fields = {
            "type": "decide",
            "text": effect.text,
            "position": effect.position,
            "player": effect.player,
            "seed": effect.seed,
        }
        self._game[1].ask(Request(fields, ANSWER_MS, effect.key))


def _practice_request(effect: RunPractice, other: str) -> Request:
    fields = {
        "type": "practice",
        "text": effect.text,
        "opponent": other,
        "variant": effect.variant,
        "games": effect.games,
        "seed": effect.seed,
    }
    return Request(fields, PRACTICE_MS)
