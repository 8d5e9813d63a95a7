"""Texts on bots that players write: their results and failures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qwixx.bots.user_bots.source import BotErrorReason
from qwixx.games.written.bot_link import MAX_TEXT
from qwixx.ui.model.messages import CRASHED, FLOOD, NO_ANSWER, NO_SANDBOX
from qwixx.ui.model.own_bots import (
    CUT,
    FULL,
    LINK_DAMAGED,
    LINK_INCOMPLETE,
    LINK_NEWER,
    LINK_TOO_LONG,
    MAX_BOTS,
    NO_ADDRESS,
    NO_LINK,
    NOT_TEXT,
    name_of_bot,
)
from qwixx.ui.texts.languages import KNOWN

if TYPE_CHECKING:
    from qwixx.ui.model.messages import BotFailed
    from qwixx.ui.texts.languages import Texts


_CODE = re.compile(r"\b(?:choose_move|input|plays|return|state)\b(?:\.\w+)*(?:\([\w, ]*\))?")
"""Pieces of a program in a sentence."""


def with_isolated_code(sentence: str) -> str:
    """Return a sentence in which code reads from left to right, also in Arabic and Hebrew."""
    return _CODE.sub("\u2066\\g<0>\u2069", sentence)


def percent_text(_: Texts, fraction: float) -> str:
    """Return a fraction as a percentage with two decimals, as on the command line."""
    number = f"{100 * fraction:.2f}".replace(".", KNOWN[_.language].decimal)
    percents = _("{number}%").format(number=number)
    return f"\u2066{percents}\u2069"


def share_text(_: Texts, share: float, error: float) -> str:
    """Return a share of wins and its standard error; a line breaks only between the two."""
    error_text = f"{100 * error:.2f}".replace(".", KNOWN[_.language].decimal)
    return f"\u2066{percent_text(_, share)} ±\u00a0{error_text}\u2069"


def points_text(_: Texts, points: float) -> str:
    """Return an average number of points."""
    number = f"{points:.1f}".replace("-", "−").replace(".", KNOWN[_.language].decimal)
    return f"\u2066{number}\u2069"


def bot_label(_: Texts, text: str, number: int) -> str:
    """Return a bot's name for lists.

    Args:
        _: the texts of the language.
        text: its text.
        number: its number in the list, from 1.
    """
    return name_of_bot(text) or _("Bot {number}").format(number=number)


def failure_text(_: Texts, failure: BotFailed) -> str:
    """Return a sentence about a failure, without its line."""
    value = f"\u2068{failure.message}\u2069"
    sentences = {
        BotErrorReason.TOO_LONG.value: _(
            "The program is too long: it may have {count} characters."
        ).format(count=MAX_TEXT),
        BotErrorReason.NO_FUNCTION.value: with_isolated_code(
            _("The program has no function choose_move(state, player, rng).")
        ),
        BotErrorReason.TOO_SLOW.value: _("This loop doesn’t end, or takes too long."),
        BotErrorReason.NOT_A_MOVE.value: with_isolated_code(
            _(
                "choose_move returned {value}, which isn’t a move. Return one of "
                "state.legal_moves(player)."
            )
        ).format(value=value),
        BotErrorReason.ILLEGAL.value: with_isolated_code(
            _(
                "choose_move returned {value}, which isn’t allowed now. Return one of "
                "state.legal_moves(player)."
            )
        ).format(value=value),
        BotErrorReason.OTHER_GAME.value: with_isolated_code(
            _("This bot doesn’t play this variant: its function plays says so.")
        ),
        NO_SANDBOX: _(
            "This browser can’t run bots. You can still write, save, and share them here."
        ),
        NO_ANSWER: _("The bot doesn’t answer. Is there a loop that never ends?"),
        CRASHED: _("Python has crashed. Press “Run” to start it again."),
        FLOOD: _("The bot prints too much."),
    }
    return sentences.get(failure.reason, failure.message)


_QWIXX_NAME = re.compile(r"NameError: name '(PASS|Mark|Color|Phase)' is not defined")


def hint_text(_: Texts, failure: BotFailed) -> str:
    """Return a hint on how to fix a bot, for beginners; "" for none."""
    message = failure.message
    if missing := _QWIXX_NAME.match(message):
        code = f"\u2066from qwixx import {missing[1]}\u2069"
        return _("Write this at the top of the program: {code}").format(code=code)
    if failure.reason == BotErrorReason.NOT_A_MOVE.value:
        return with_isolated_code(_("Is there no return here?")) if message == "None" else ""
    hints = {
        "ModuleNotFoundError": _(
            "A bot can import qwixx and many of Python’s own modules, such as math and random, "
            "but nothing that has to be installed."
        ),
        "MemoryError": _("The bot has filled the memory. Is there a list that grows and grows?"),
        "RuntimeError: input()": with_isolated_code(
            _("A bot plays alone: it can’t ask anyone with input().")
        ),
    }
    return next((hint for start, hint in hints.items() if message.startswith(start)), "")


def line_text(_: Texts, line: int) -> str:
    """Return the name of a line."""
    # Translators: the number of a line in a program.
    return _("Line {number}").format(number=line)


def problem_text(_: Texts, problem: str) -> str:
    """Return a sentence about a problem; "" for none."""
    return {
        LINK_INCOMPLETE: _("This link is incomplete: copy all of it."),
        LINK_DAMAGED: _("Something in this link is wrong: copy it once more."),
        LINK_NEWER: _("This link is from a newer version. Reload the page, then open it again."),
        LINK_TOO_LONG: _("This link is too long to hold a bot."),
        NOT_TEXT: _("This file isn’t a Python program, or it’s too long."),
        NO_ADDRESS: _("Others can’t open this page, so there’s no link. Send the file instead."),
        NO_LINK: _("This program is too long for a link. Save it as a file instead."),
        FULL: _(
            "There’s room for {count} bots here, so this one isn’t saved. Delete another first."
        ).format(count=MAX_BOTS),
        CUT: _(
            "A program may have up to {count} characters. Anything beyond that has been cut off."
        ).format(count=MAX_TEXT),
    }.get(problem, "")
