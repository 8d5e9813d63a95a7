"""What the page shows, as one immutable value: settings, session, a screen, what lies over it.

The screen is one of the screens' own models, so that what belongs to a game ends with it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

from qwixx.rules.state import Phase
from qwixx.rules.variants import VARIANTS
from qwixx.ui.model.board import Board
from qwixx.ui.model.effects import Effect, SetAside
from qwixx.ui.model.guards import UNGUARDED, Guards
from qwixx.ui.model.session import Session
from qwixx.ui.model.settings import LAYOUTS, Settings
from qwixx.ui.model.setup import Setup
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.screens.print.model import PrintScreen
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.same_dice.model import SameDiceScreen
from qwixx.ui.screens.score_pad.model import ScorePadScreen

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant
    from qwixx.ui.model.messages import Begin, Encoded, Message
    from qwixx.ui.model.setup import Seat
    from qwixx.ui.screens.lesson.model import Lesson

GAME = "g="
"""What an address has after its "#", if a whole game follows."""
TABLE = "same="
"""What it has there, if the code of a table with the same dice follows."""
KEYS = {
    "r": "roll",
    "p": "pass",
    "u": "undo",
    "y": "redo",
    "s": "scores",
    "l": "log",
    "m": "menu",
    "h": "hint",
    "i": "rules",
    "?": "keys",
}
"""Which action a key stands for, in the order in which the page lists them."""


class Dialog(Enum):
    """What lies over it."""

    NONE = ""
    MENU = "menu"
    RULES = "rules"
    KEYS = "keys"
    LOG = "log"
    LEAVE = "leave"
    REVIEW = "review"
    EMBED = "embed"
    SHEET = "look"
    SHARE = "share"
    DELETE = "delete"
    LEAVE_TABLE = "leave-table"


@dataclass(frozen=True, slots=True)
class DialogState:
    """What lies over the screen.

    Args:
        kind: which dialog it is.
        opener: the selector of what opened it and gets the focus back; empty if the browser knows.
        topic: index of the rules' topic that is read.
        copied: whether the snippet for other pages was copied.
        seat: whose sheet is looked at.
        named: whether a game is shared with the players' names.
        code: the QR code that was asked for; None if none was, or it is still being made.
        postponed: the message to be handled once the live table has been left; None without one.
    """

    kind: Dialog = Dialog.NONE
    opener: str = ""
    topic: int = 0
    copied: bool = False
    seat: int = 0
    named: bool = False
    code: Encoded | None = None
    postponed: Message | None = None


@dataclass(frozen=True, slots=True)
class StartScreen:
    """The start screen.

    Args:
        setup: what is chosen on it.
        unfolded: whether it shows who plays, even if that is one person against one bot.
    """

    setup: Setup = field(default_factory=Setup)
    unfolded: bool = False


@dataclass(frozen=True, slots=True)
class LessonScreen:
    """A lesson, on the game screen.

    Args:
        lesson: where the learner is.
        play: the game that teaches.
        back: the page as it was before, to which it returns. Its session is no longer looked
            at; of its settings only the language, in which people who have no name are called.
    """

    lesson: Lesson
    board: Board
    back: Model


@dataclass(frozen=True, slots=True)
class LoadingScreen:
    """Nothing, as long as the catalogue is on its way that the first screen needs.

    Args:
        begin: how the page was opened.
    """

    begin: Begin


Detour: TypeAlias = (
    LessonScreen
    | ReplayScreen
    | HistoryScreen
    | PrintScreen
    | ScorePadScreen
    | SameDiceScreen
    | LiveTableScreen
)
"""What lies before the page as it was, and leads back to it: see `behind`."""

Screen: TypeAlias = StartScreen | Board | Detour | LoadingScreen
"""What fills the page."""


@dataclass(frozen=True, slots=True)
class Model:
    """All that the page shows.

    Args:
        settings: what was chosen for the page.
        session: what lasts as long as it is open.
        screen: what fills it.
        dialog: the dialog over it.
        notices: keys of what is to be told once, in the order of `texts.notices`.
        guards: places where a touch counts only later, as `guards` keeps them. They outlast a
            game: who touches "Rematch" twice does not roll.
        timer: the number of this page's timer; all others are void. A page below another one
            keeps its own.
    """

    settings: Settings = field(default_factory=Settings)
    session: Session = field(default_factory=Session)
    screen: Screen = field(default_factory=StartScreen)
    dialog: DialogState = field(default_factory=DialogState)
    notices: tuple[str, ...] = ()
    guards: Guards = UNGUARDED
    timer: int = 0

    @property
    def board(self) -> Board:
        """The model of the game screen, in a lesson, too.

        Raises:
            LookupError: no game is shown.
        """
        screen = self.screen
        if isinstance(screen, LessonScreen):
            return screen.board
        if isinstance(screen, LiveTableScreen) and screen.board is not None:
            return screen.board
        if isinstance(screen, Board):
            return screen
        msg = "no game is shown"
        raise LookupError(msg)

    @property
    def game(self) -> Game | None:
        """The game that is shown; None if none is."""
        screen = self.screen
        if isinstance(screen, LiveTableScreen):
            return None if screen.board is None else screen.board.game
        return self.board.game if isinstance(screen, Board | LessonScreen) else None

    @property
    def variant(self) -> Variant | None:
        """The rules of what is shown; None if no game is."""
        if isinstance(self.screen, ReplayScreen):
            return self.screen.game.variant
        if isinstance(self.screen, PrintScreen):
            return VARIANTS[self.screen.variant]
        if isinstance(self.screen, ScorePadScreen):
            return self.screen.pad.variant
        if isinstance(self.screen, SameDiceScreen):
            return self.screen.deal.variant
        if isinstance(self.screen, LiveTableScreen):
            return VARIANTS.get(self.screen.rules)
        return None if self.game is None else self.game.variant

    @property
    def is_open(self) -> bool:
        """Whether something is open that the browser's "Back" closes."""
        screen = self.screen
        gone_to = isinstance(screen, HistoryScreen) or (
            isinstance(screen, LessonScreen) and self.is_covering
        )
        if isinstance(
            screen, ReplayScreen | PrintScreen | ScorePadScreen | SameDiceScreen | LiveTableScreen
        ):
            gone_to = not screen.arrived
        return gone_to or self.dialog.kind is not Dialog.NONE

    @property
    def goes_on(self) -> bool:
        """Whether somebody plays: here, at a covered live table, or with dice of their own."""
        table = self.table
        if table is not None and not table.over:  # a phone that sleeps loses its connections
            return True
        if isinstance(self.screen, ScorePadScreen):
            return not (self.screen.over or self.screen.looked_at)
        if isinstance(self.screen, SameDiceScreen):
            return self.screen.game is not None and not self.screen.over
        return self.game is not None and self.game.state.phase is not Phase.OVER

    @property
    def table(self) -> LiveTableScreen | None:
        """The live table: on the screen, or below what covers it; None without one."""
        screen = self.screen
        while isinstance(screen, Detour) and not isinstance(screen, LiveTableScreen):
            screen = screen.back.screen
        return screen if isinstance(screen, LiveTableScreen) else None

    @property
    def is_covering(self) -> bool:
        """Whether the screen covers a live table, which goes on below it."""
        return not isinstance(self.screen, LiveTableScreen) and self.table is not None

    @property
    def is_free(self) -> bool:
        """Whether games can begin, end and be gone to: not in a lesson, nor in a replay."""
        return isinstance(self.screen, StartScreen | Board)

    @property
    def lesson(self) -> Lesson | None:
        """Where the learner is; None if nothing is taught."""
        return self.screen.lesson if isinstance(self.screen, LessonScreen) else None

    @property
    def setup(self) -> Setup:
        """What the start screen shows, or the game that is shown was made from.

        Raises:
            LookupError: nothing is shown.
        """
        screen = self.screen
        if isinstance(screen, HistoryScreen | PrintScreen | ScorePadScreen | SameDiceScreen) or (
            isinstance(screen, LiveTableScreen) and screen.board is None
        ):
            return screen.back.setup
        return screen.setup if isinstance(screen, StartScreen | ReplayScreen) else self.board.setup

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays."""
        return self.setup.seats

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people at this device."""
        return self.setup.people if self.game is None else self.board.people

    def is_person(self, player: int) -> bool:
        """Tell whether a person at this device sits there."""
        return player in self.people

    @property
    def layout(self) -> str:
        """Which sheets are large now: "one" or "all"."""
        if isinstance(self.screen, LiveTableScreen) and self.screen.seat is None:
            return "all"  # nobody's is larger where people only watch
        lone = isinstance(self.screen, SameDiceScreen)  # each phone has one sheet
        one = (self.settings.layout == LAYOUTS[0] or lone) and not self.session.printing
        return "one" if one else "all"

    @property
    def across(self) -> bool:
        """Whether some people sit across the table, so that their sheets are turned."""
        around = self.settings.layout == "around" and not isinstance(self.screen, SameDiceScreen)
        return around and not self.session.printing

    @property
    def you(self) -> int | None:
        """The one person at this device, who is called "you"; None if there are several."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def paced(self) -> bool:
        """Whether the page takes its time, so that people can follow."""
        return self.settings.paced

    @property
    def handed_round(self) -> bool:
        """Whether one device goes from person to person, with one sheet large."""
        one = self.settings.layout == LAYOUTS[0]
        return self.paced and one and len(self.people) > 1 and self.lesson is None

    @property
    def can_take_back(self) -> bool:
        """Whether there is a step of a person to take back; in a lesson there is none."""
        return isinstance(self.screen, Board | LiveTableScreen) and self.board.can_take_back

    def with_board(self, **changes: Any) -> Model:  # noqa: ANN401 - as `replace` takes them
        """Return the model with other fields of `Play`, in a lesson, too.

        Raises:
            LookupError: no game is shown.
        """
        board = replace(self.board, **changes)
        if isinstance(self.screen, LessonScreen | LiveTableScreen):
            return replace(self, screen=replace(self.screen, board=board))
        return replace(self, screen=board)

    def lasting(self, **changes: Any) -> Model:  # noqa: ANN401 - as `replace` takes them
        """Return the model with other fields of `Session`."""
        return replace(self, session=replace(self.session, **changes))

    def timed(self) -> Model:
        """Return the model with the number of a new timer; all earlier ones are void."""
        timer = self.session.timer + 1
        return replace(self.lasting(timer=timer), timer=timer)


def behind(model: Model, screen: Detour) -> Model:
    """Return the page behind a lesson, or what was played, as it is now."""
    return replace(screen.back, session=model.session)


def put_behind(model: Model, screen: Detour, back: Model) -> Model:
    """Return that with another page behind it."""
    return replace(model, session=back.session, screen=replace(screen, back=back))


def notify(model: Model, notice: str) -> Model:
    """Return the model with a notice, once."""
    if notice in model.notices:
        return model
    return replace(model, notices=(*model.notices, notice))


def withdraw(model: Model, notice: str) -> Model:
    """Return the model without a notice."""
    return replace(model, notices=tuple(key for key in model.notices if key != notice))


Result: TypeAlias = tuple[Model, list[Effect]]
"""What an update returns: the next model, and what the browser is asked to do."""


def set_aside(model: Model, unread: list[tuple[str, str]]) -> Result:
    """Tell that saved games cannot be read, and keep them.

    Args:
        model: the model.
        unread: names under which they lie, "" for none, and what they are.
    """
    for _name, text in unread:
        kept = tuple(each for each in model.session.kept_aside if each != text)
        model = notify(model.lasting(kept_aside=(*kept, text)), "kept-aside")
    return model, [SetAside(name, text) for name, text in unread]
