"""The program in a sandbox: it runs users' bots on request, and reports to the page.

Requests and reports are JSON objects. The page trusts no report, because the bot's code runs in
the same Python and may have changed anything in it.

Requests, by "type":

- "practice": play a contest of the bot in "text" against the bot named "opponent", with "variant",
  "games", and "seed". Reports "progress" after some seeds and after the last one, or "error".
- "load": load the bot in "text". Reports "loaded" with "name", or "error".
- "decide": choose a move for "player" in "position" (`State.code`), with a random source from
  "seed". Reports "move" with "code", or "error".

Each report repeats the request's "id". Output of the bot is reported as "printed".
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import TYPE_CHECKING, Any

from qwixx.bots import find_bot, opponent
from qwixx.bots.contests import play_seed, share_by_bot, win_share
from qwixx.bots.user_bots.limits import MAX_LINE, MAX_LINES, MAX_PROGRESS
from qwixx.bots.user_bots.source import BotError, BotErrorReason, UserBot
from qwixx.games.written.position import parse_position
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Callable


class Output:
    """A text stream for a bot's output, which reports whole lines, up to a limit.

    Args:
        report: reports a text of one or more lines.
    """

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._line = ""
        self._lines_left = MAX_LINES

    def write(self, text: str) -> int:
        """Report the complete lines of a text."""
        if self._lines_left > 0:
            *lines, rest = f"{self._line}{text[: MAX_LINE * MAX_LINES]}".split("\n")
            self._line = rest[:MAX_LINE]
            lines = lines[: self._lines_left]
            self._lines_left -= len(lines)
            if lines:
                self._report("\n".join(line[:MAX_LINE] for line in lines))
        return len(text)

    def flush(self) -> None:
        """Report the last line, even if it is not complete."""
        if self._line and self._lines_left > 0:
            self.write("\n")

    def restart(self) -> None:
        """Allow as many lines as at first."""
        self._line, self._lines_left = "", MAX_LINES


class Runner:
    """Handles requests.

    Args:
        send: sends a report to the page.
    """

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._bot: tuple[str, UserBot] | None = None
        self._output = Output(lambda text: self._report("printed", 0, text=text))
        self._handlers: dict[str, Callable[[int, dict[str, Any]], None]] = {
            "practice": self._practice,
            "load": self._load,
            "decide": self._decide,
        }

    def capture_output(self) -> None:
        """Report everything that is printed from now on."""
        sys.stdout = sys.stderr = self._output

    def handle(self, request: str) -> None:
        """Handle a request; every request is reported on."""
        fields = json.loads(request)
        number = fields["id"]
        self._output.restart()
        try:
            self._handlers[fields["type"]](number, fields)
        except BotError as error:
            self._report_error(number, error)
        except Exception as error:  # noqa: BLE001 - such as a damaged engine, or no memory
            self._report_error(
                number,
                BotError(BotErrorReason.EXCEPTION, 0, f"{type(error).__name__}: {error}"),
            )

    def install_weights(self, name: str, data: bytes) -> None:
        """Install the weights of an opponent.

        Raises:
            ValueError: the weights are damaged.
        """
        from qwixx.bots.weights import install_weights  # noqa: PLC0415 - few opponents need it

        install_weights(name, data)

    def _practice(self, number: int, fields: dict[str, Any]) -> None:
        """Play a contest, seed by seed."""
        variant = find_variant(fields["variant"])
        bot = self._loaded(fields["text"])
        bots = [bot, find_bot(opponent(fields["opponent"], variant, 2))]
        if not bot.plays(variant, len(bots)):
            raise BotError(BotErrorReason.OTHER_GAME)
        wins, squares, points = 0.0, 0.0, [0, 0]
        count = fields["games"] // len(bots)
        step = -(-count // MAX_PROGRESS)
        for seed in range(fields["seed"], fields["seed"] + count):
            ends = list(play_seed(variant, bots, seed))
            share = share_by_bot(ends)[0]
            wins += share
            squares += (share / len(bots)) ** 2
            for shift, end in enumerate(ends):
                points[0] += end.sheets[shift].points
                points[1] += end.sheets[1 - shift].points
            seeds = seed - fields["seed"] + 1
            if seeds % step and seeds != count:
                continue
            if seeds == count:
                self._output.flush()
            games = seeds * len(bots)
            result = win_share(wins, squares, seeds, len(bots))
            self._report(
                "progress",
                number,
                games=games,
                share=result.share,
                error=result.std_error,
                points=[total / games for total in points],
            )

    def _load(self, number: int, fields: dict[str, Any]) -> None:
        self._report("loaded", number, name=self._loaded(fields["text"]).name)

    def _decide(self, number: int, fields: dict[str, Any]) -> None:
        state, player = parse_position(fields["position"]), fields["player"]
        bot = self._loaded(fields["text"])
        if not bot.plays(state.variant, state.players):
            raise BotError(BotErrorReason.OTHER_GAME)
        move = bot.choose_move(state, player, Random(fields["seed"]))  # noqa: S311 - games
        self._output.flush()
        self._report("move", number, code=move.code)

    def _loaded(self, text: str) -> UserBot:
        """Return the bot of a text, which is loaded only if it differs from the last one."""
        if self._bot is None or self._bot[0] != text:
            self._bot = None
            self._bot = text, UserBot(text)
        return self._bot[1]

    def _report(self, kind: str, number: int, **fields: object) -> None:
        self._send(json.dumps({"type": kind, "id": number, **fields}))

    def _report_error(self, number: int, error: BotError) -> None:
        self._output.flush()
        self._report(
            "error",
            number,
            reason=error.reason.value,
            line=error.line,
            message=error.message,
            details=error.details,
        )
