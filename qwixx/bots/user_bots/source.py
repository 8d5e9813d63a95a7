"""Load a bot from its text, and report its errors with their lines.

Nothing here protects against a hostile text: run it in a sandbox (on the page), or only if you
trust it (on the command line).
"""

from __future__ import annotations

import linecache
import sys
import traceback
from enum import Enum
from types import ModuleType
from typing import TYPE_CHECKING, Any

from qwixx.bots.user_bots.loop_limit import LoopLimit, TooManyStepsError
from qwixx.games.names import sanitize_name
from qwixx.games.written.bot_link import MAX_TEXT
from qwixx.rules.moves import Mark, Pass

if TYPE_CHECKING:
    from random import Random

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State

FILE = "my_bot.py"
"""Name of a text without a file, as tracebacks show it."""
MAX_MESSAGE = 2_000
"""Maximum number of characters in a message of Python and in a traceback."""
_MODULE = "qwixx_user_bot"


class BotErrorReason(Enum):
    """Cause of a bot's failure; the value is its name in messages of the sandbox."""

    TOO_LONG = "too-long"
    """The text has more than `MAX_TEXT` characters."""
    SYNTAX = "syntax"
    """The text is not Python."""
    NO_FUNCTION = "no-function"
    """The text has no function `choose_move`."""
    EXCEPTION = "exception"
    """The bot raised an exception."""
    TOO_SLOW = "too-slow"
    """A loop of the bot did not end."""
    NOT_A_MOVE = "not-a-move"
    """The bot returned something other than a move."""
    ILLEGAL = "illegal"
    """The bot returned a move that is not legal now."""
    OTHER_GAME = "other-game"
    """The bot does not play this variant, or not with this number of players."""


class BotError(ValueError):
    """A bot cannot be loaded, or has failed.

    Attributes:
        reason: the cause.
        line: the line of the text, from 1; 0 if there is none.
        message: the message of Python, or what the bot returned; "" if there is none.
        details: the traceback through the bot's text; "" if there is none.
        file: name of the bot's file.
    """

    def __init__(
        self,
        reason: BotErrorReason,
        line: int = 0,
        message: str = "",
        details: str = "",
        file: str = FILE,
    ) -> None:
        super().__init__(reason, line, message, details, file)
        self.reason = reason
        self.line = line
        self.message = message[:MAX_MESSAGE]
        self.details = details[-MAX_MESSAGE:]
        self.file = file

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line else self.file
        sentence = _SENTENCES[self.reason]
        return f"{place}: {sentence.format(self.message) if sentence else self.message}"


_SENTENCES = {
    BotErrorReason.TOO_LONG: f"the text has more than {MAX_TEXT} characters",
    BotErrorReason.NO_FUNCTION: "there is no function choose_move(state, player, rng)",
    BotErrorReason.TOO_SLOW: "a loop did not end",
    BotErrorReason.NOT_A_MOVE: "choose_move returned {}, which is not a move",
    BotErrorReason.ILLEGAL: "choose_move returned {}, which is not legal now",
    BotErrorReason.OTHER_GAME: "the bot does not play this game",
}
"""Sentences for developers; without one, the message of Python is enough."""
_SENTENCES |= dict.fromkeys((BotErrorReason.SYNTAX, BotErrorReason.EXCEPTION), "")


class UserBot:
    """A bot loaded from a text; see `qwixx.bots.Bot`.

    Args:
        text: the text of its program.
        file: name of its file, for messages.

    Attributes:
        name: the text's `NAME`; "" if it has none.

    Raises:
        BotError: the text cannot be loaded.
    """

    def __init__(self, text: str, file: str = FILE) -> None:
        if len(text) > MAX_TEXT:
            raise BotError(BotErrorReason.TOO_LONG, file=file)
        self._file = file
        lines = text.splitlines(keepends=True)
        linecache.cache[file] = (len(text), None, lines, file)  # for tracebacks
        try:
            code = compile(text, file, "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
            raise self._failure(error, BotErrorReason.SYNTAX) from None
        module = ModuleType(_MODULE)
        sys.modules[_MODULE] = module  # dataclasses look for the module of their class
        self._limit = LoopLimit(code)
        try:
            with self._limit:
                exec(code, module.__dict__)  # noqa: S102 - this is what the module is for
        except BaseException as error:  # noqa: BLE001 - also SystemExit
            raise self._failure(error) from None
        self._choose = getattr(module, "choose_move", None)
        self._plays = getattr(module, "plays", None)
        if not callable(self._choose):
            raise BotError(BotErrorReason.NO_FUNCTION, file=file)
        name = getattr(module, "NAME", "")
        self.name = sanitize_name(name) if isinstance(name, str) else ""

    def plays(self, variant: Variant, players: int) -> bool:
        """Return whether the bot plays a game: every game, unless its text says otherwise.

        Raises:
            BotError: the text's `plays` failed.
        """
        if not callable(self._plays):
            return True
        try:
            with self._limit:
                return bool(self._plays(variant, players))
        except BaseException as error:  # noqa: BLE001 - also SystemExit
            raise self._failure(error, function=self._plays) from None

    def choose_move(self, state: State, player: int, rng: Random) -> Move:
        """Return a legal move; see `qwixx.bots.Bot`.

        Raises:
            BotError: the bot failed, or returned something else.
        """
        try:
            with self._limit:
                move = self._choose(state, player, rng)  # type: ignore[misc]
        except BaseException as error:  # noqa: BLE001 - also SystemExit
            raise self._failure(error, function=self._choose) from None
        if type(move) not in (Mark, Pass):
            raise self._wrong_answer(BotErrorReason.NOT_A_MOVE, _repr(move))
        if move not in state.legal_moves(player):
            raise self._wrong_answer(BotErrorReason.ILLEGAL, move.code)
        chosen: Move = move
        return chosen

    def _wrong_answer(self, reason: BotErrorReason, answer: str) -> BotError:
        """Return the error to report for an answer, with the line of the function."""
        return BotError(reason, self._first_line(self._choose), answer, file=self._file)

    def _first_line(self, function: object) -> int:
        """Return the line of a function; 0 if it is not in the text."""
        code = getattr(function, "__code__", None)
        return code.co_firstlineno if code and code.co_filename == self._file else 0

    def _failure(
        self,
        error: BaseException,
        reason: BotErrorReason = BotErrorReason.EXCEPTION,
        function: object = None,
    ) -> BotError:
        """Return the error to report for an exception.

        Args:
            error: the exception.
            reason: the error's reason.
            function: the function that was called; None for the whole text.

        Raises:
            KeyboardInterrupt: that is the exception.
        """
        if isinstance(error, KeyboardInterrupt):
            raise error
        try:
            parts = traceback.TracebackException(type(error), error, error.__traceback__)
            own = [frame for frame in parts.stack if frame.filename == self._file]
            line = int(parts.lineno or 0) if isinstance(error, SyntaxError) else 0
            if own:
                line = own[-1].lineno or line
            elif not line:  # Python could not call the function, for example
                line = self._first_line(function)
            parts.stack = traceback.StackSummary.from_list(own)
            message = list(parts.format_exception_only())[-1].strip()
            details = "".join(parts.format(chain=False))
        except Exception:  # noqa: BLE001 - the exception is the bot's own class
            line, message, details = 0, type(error).__name__, ""
        if isinstance(error, TooManyStepsError):
            return BotError(BotErrorReason.TOO_SLOW, line, file=self._file)
        return BotError(reason, line, message, details, self._file)


def _repr(value: Any) -> str:  # noqa: ANN401 - anything
    """Return a short text for what a bot returned."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - the bot's own class
        text = type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}..."
