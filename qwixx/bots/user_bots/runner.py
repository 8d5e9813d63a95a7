"""The program in a sandbox: it runs users' bots on request, and reports to the page.

Requests and reports are JSON objects. The page trusts no report, because the bot's code runs in
the same Python and may have changed anything in it.

Requests, by "type":

- "practice": play a contest of the bot in "text" against the bot named "opponent", with "variant",
  "games", and "seed". Reports "progress" after some seeds and after the last one, or "error".
- "load": load the bot in "text" for "variant" with two players. Reports "loaded", or "error".
- "answer": answer "questions" with that "text": a JSON list of views (`pack_view`), players, and
  seeds. Reports "moves" with "codes", or "error".
- "decide": choose a move for "player" in "position" (`State.code`), with a random source from
  "seed". Reports "move" with "code", or "error".

A referee's sandbox runs no user's bot; other sandboxes decide for these. Its requests:

- "begin": play games of two "bots" (names of our bots, or "" for those elsewhere) with "variant"
  and as many "seeds" from "seed" on. Reports "questions" for each bot, or "tally" (`PairTally`).
- "continue": continue with the "answers" of each bot. Reports as before, or "refused" with the
  index of a "bot" whose answers are not legal moves.

Each report repeats the request's "id". Output of the bot is reported as "printed", and once as
"cut" if it exceeds the limits.
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import TYPE_CHECKING, Any, cast

from qwixx.bots import find_bot, opponent
from qwixx.bots.contests import PairTally, play_seed
from qwixx.bots.user_bots.limits import MAX_LINE, MAX_LINES, MAX_PROGRESS
from qwixx.bots.user_bots.referee import Referee
from qwixx.bots.user_bots.source import BotError, BotErrorReason, UserBot
from qwixx.bots.user_bots.views import unpack_view
from qwixx.games.written.position import parse_position
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Callable


class Output:
    """A text stream for a bot's output, which reports whole lines, up to a limit.

    Args:
        report: reports a text of one or more lines.
        report_cut: reports that some of the output is not reported.
    """

    def __init__(self, report: Callable[[str], None], report_cut: Callable[[], None]) -> None:
        self._report = report
        self._report_cut = report_cut
        self._line = ""
        self._lines_left = MAX_LINES
        self._is_cut = False

    def write(self, text: str) -> int:
        """Report the complete lines of a text."""
        if self._is_cut and not self._lines_left:
            return len(text)
        *lines, rest = f"{self._line}{text[: MAX_LINE * MAX_LINES]}".split("\n")
        shown = [line[:MAX_LINE] for line in lines[: self._lines_left]]
        self._lines_left -= len(shown)
        self._line = rest[:MAX_LINE] if self._lines_left else ""
        if shown:
            self._report("\n".join(shown))
        is_whole = (shown, self._line) == (lines, rest) and len(text) <= MAX_LINE * MAX_LINES
        if not (is_whole or self._is_cut):
            self._is_cut = True
            self._report_cut()
        return len(text)

    def flush(self) -> None:
        """Report the last line, even if it is not complete."""
        if self._line:
            self.write("\n")

    def restart(self) -> None:
        """Allow as many lines as at first."""
        self._line, self._lines_left, self._is_cut = "", MAX_LINES, False


class Runner:
    """Handles requests.

    Args:
        send: sends a report to the page.
    """

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._bot: tuple[str, UserBot] | None = None
        self._referee: Referee | None = None
        self._output = Output(
            lambda text: self._report("printed", 0, text=text), lambda: self._report("cut", 0)
        )
        self._handlers: dict[str, Callable[[int, dict[str, Any]], None]] = {
            "practice": self._practice,
            "load": self._load,
            "decide": self._decide,
            "answer": self._answer,
            "begin": self._begin,
            "continue": self._continue,
        }

    def capture_output(self) -> None:
        """Report everything that is printed from now on; there is nobody to ask for input."""
        sys.stdout = sys.stderr = self._output
        sys.stdin = None

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
        tally = PairTally()
        count = fields["games"] // len(bots)
        step = -(-count // MAX_PROGRESS)
        for seed in range(fields["seed"], fields["seed"] + count):
            tally = tally.plus_seed(list(play_seed(variant, bots, seed)))
            if tally.seeds % step and tally.seeds != count:
                continue
            if tally.seeds == count:
                self._output.flush()
            result = tally.win_share
            self._report(
                "progress",
                number,
                games=tally.games,
                share=result.share,
                error=result.std_error,
                points=[total / tally.games for total in tally.points],
            )

    def _load(self, number: int, fields: dict[str, Any]) -> None:
        """Load a bot that will answer questions."""
        if not self._loaded(fields["text"]).plays(find_variant(fields["variant"]), 2):
            raise BotError(BotErrorReason.OTHER_GAME)
        self._report("loaded", number)

    def _answer(self, number: int, fields: dict[str, Any]) -> None:
        """Answer questions of a referee, by the bot that was loaded."""
        variant, bot = find_variant(fields["variant"]), self._loaded(fields["text"])
        codes = []
        for packed, player, seed in json.loads(fields["questions"]):
            state = unpack_view(packed, variant)
            codes.append(bot.choose_move(state, player, Random(seed)).code)  # noqa: S311 - games
        self._output.flush()
        self._report("moves", number, codes=" ".join(codes))

    def _begin(self, number: int, fields: dict[str, Any]) -> None:
        """Begin the games of two bots, as their referee."""
        variant = find_variant(fields["variant"])
        bots = [find_bot(opponent(name, variant, 2)) if name else None for name in fields["bots"]]
        first, seeds = fields["seed"], fields["seeds"]
        self._referee = Referee(variant, bots, range(first, first + seeds))
        self._report_referee(number)

    def _continue(self, number: int, fields: dict[str, Any]) -> None:
        """Continue the games with the answers."""
        if self._referee is None:
            raise ValueError(fields)
        for bot, codes in enumerate(fields["answers"]):
            if not self._referee.answer(bot, codes.split()):
                self._report("refused", number, bot=bot)
                return
        self._report_referee(number)

    def _report_referee(self, number: int) -> None:
        """Report the next questions, or else the result."""
        referee = cast("Referee", self._referee)
        referee.play_on()
        tally = referee.tally
        if tally is None:
            texts = [json.dumps(asked) if asked else "" for asked in referee.questions()]
            self._report("questions", number, questions=texts)
        else:
            self._report("tally", number, tally=tally)

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
