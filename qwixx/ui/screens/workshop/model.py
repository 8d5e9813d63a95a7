"""The model of the workshop: a bot's text, and how it plays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from qwixx.rules.variants import CLASSIC, find_variant
from qwixx.ui.model.effects import StopPractice
from qwixx.ui.model.own_bots import name_of_bot
from qwixx.ui.model.values import dataclass
from qwixx.ui.screens.bot_games import BotScreen

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.ui.model import ModelOf
    from qwixx.ui.model.messages import BotFailed, PracticeProgressed, QrCodeGenerated

GAME_COUNTS = (200, 1000, 4000)
"""Allowed numbers of games in a practice."""
MAX_OUTPUT_LINES = 200


@dataclass(frozen=True, slots=True)
class WorkshopScreen(BotScreen):
    """A bot that is being written.

    Args:
        text: its text.
        draft: number of the bot; opening another text makes a new one.
        saved: texts of the saved bots, the latest first.
        place: index of this bot in `saved`; None until it is edited.
        is_from_link: whether the text was opened from a link and has not been edited since.
        variant: name of the variant that is practiced.
        opponent: name of the bot to practice against.
        games: number of games to practice.
        is_running: whether a practice is running.
        progress: the result so far, or None.
        failure: the last failure of the bot, or None.
        output: the last lines that the bot printed.
        is_output_cut: whether the bot printed more than that.
        problem: one of `qwixx.ui.model.own_bots.PROBLEMS`; "" for none.
        link: the bot's link once it is shared; "" before that.
        was_copied: whether the link has just been copied.
        code: QR code of the link, or None.
    """

    folder: ClassVar[str] = "workshop"
    is_of_link: ClassVar[bool] = False
    stop_effect: ClassVar[StopPractice] = StopPractice()

    text: str
    draft: int = 1
    saved: tuple[str, ...] = ()
    place: int | None = None
    is_from_link: bool = False
    variant: str = CLASSIC.name
    opponent: str = "greedy"
    games: int = 1000
    is_running: bool = False
    progress: PracticeProgressed | None = None
    failure: BotFailed | None = None
    output: tuple[str, ...] = ()
    is_output_cut: bool = False
    problem: str = ""
    link: str = ""
    was_copied: bool = False
    code: QrCodeGenerated | None = None

    @property
    def shown_variant(self) -> Variant:
        """The variant that is practiced."""
        return find_variant(self.variant)

    @property
    def feedback(self) -> object:
        """The response to the last action: a failure or a problem."""
        return self.failure or self.problem


def file_name_of_bot(text: str) -> str:
    """Return a name for the bot's file."""
    words = re.sub(r"[^a-z0-9]+", "_", name_of_bot(text).lower()).strip("_")
    return f"{words or 'my_bot'}.py"


WorkshopModel: TypeAlias = "ModelOf[WorkshopScreen]"
"""The model as this screen sees it."""
