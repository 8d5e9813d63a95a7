"""The model: the state of the whole page, as one immutable value.

The top screen covers the screens below it; each screen has a model of its own.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, cast

from qwixx.ui.model.effects import Effect, QuarantineText
from qwixx.ui.model.screen import Layer, Screen
from qwixx.ui.model.session import Session
from qwixx.ui.model.settings import ONE_LARGE, Settings
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.tap_guards import UNGUARDED, TapGuards
from qwixx.ui.model.values import dataclass, replace

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.ui.model.board import Board
    from qwixx.ui.model.messages import Message, QrCodeGenerated
    from qwixx.ui.model.screen import LargeSheets
    from qwixx.ui.model.setup import Seat, Setup

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
"""Actions by key, in the order in which the page lists them."""
ROLL_KEY = " "
"""Another key for rolling the dice; on a focused button, it presses the button instead."""


class Dialog(Enum):
    """A dialog; the value is its `data-dialog` attribute."""

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
    DROP_TURNS = "drop-turns"


@dataclass(frozen=True, slots=True)
class DialogState:
    """A dialog over the screen.

    Args:
        kind: the dialog.
        opener: CSS selector of the control that regains focus; "" for the default control.
        topic: index of the rules topic shown.
        copied: whether the dialog's text was copied.
        seat: the seat of the enlarged sheet.
        with_names: whether the shared text contains player names.
        code: the generated QR code, or None.
        postponed: the message to handle once the live table is left, or None.
    """

    kind: Dialog = Dialog.NONE
    opener: str = ""
    topic: int = 0
    copied: bool = False
    seat: int = 0
    with_names: bool = False
    code: QrCodeGenerated | None = None
    postponed: Message | None = None


S_co = TypeVar("S_co", bound=Screen, covariant=True)


@dataclass(frozen=True, slots=True)
class ModelOf(Generic[S_co]):
    """The model as seen from the top screen of a stack.

    Args:
        settings: the page's settings.
        session: state that lasts while the page is open.
        screen: the top screen.
        dialog: the dialog over the top screen.
        notices: keys of one-off notices; see `sentences.notice_text`.
        guards: tap guards; they outlive a game so that a double tap on "Rematch" does not roll.
        timer: number of the running timer; 0 for none. Messages from other timers are ignored.
        below: covered screens, the lowest first.
    """

    settings: Settings = field(default_factory=Settings)
    session: Session = field(default_factory=Session)
    screen: S_co = field(default_factory=lambda: cast("S_co", StartScreen()))
    dialog: DialogState = field(default_factory=DialogState)
    notices: tuple[str, ...] = ()
    guards: TapGuards = UNGUARDED
    timer: int = 0
    below: tuple[Layer, ...] = ()

    @property
    def stack(self) -> tuple[Screen, ...]:
        """All screens, the lowest first."""
        return (*(layer.screen for layer in self.below), self.screen)

    @property
    def board(self) -> Board:
        """The board on the top screen.

        Raises:
            LookupError: no board is shown.
        """
        if self.screen.board is None:
            msg = "no board is shown"
            raise LookupError(msg)
        return self.screen.board

    @property
    def game(self) -> Game | None:
        """The game on the board; None without a board."""
        return None if self.screen.board is None else self.screen.board.game

    @property
    def covered_live_screen(self) -> Screen | None:
        """The covered screen that other players wait for, or None."""
        return next((one.screen for one in self.below if one.screen.runs_covered), None)

    @property
    def back_stays_on_page(self) -> bool:
        """Whether the browser's "Back" closes a dialog or a screen instead of leaving the page."""
        if self.dialog.kind is not Dialog.NONE:
            return True
        return bool(self.below) and not self.below[-1].is_below_page

    @property
    def is_in_progress(self) -> bool:
        """Whether a game is in progress on the top screen or on a covered live screen."""
        covered = self.covered_live_screen
        return self.screen.is_in_progress or (covered is not None and covered.is_in_progress)

    @property
    def setup(self) -> Setup:
        """The setup of the top screen, or of the nearest screen below it that has one.

        Raises:
            LookupError: the page is still loading.
        """
        for screen in reversed(self.stack):
            if screen.shown_setup is not None:
                return screen.shown_setup
        msg = "nothing is shown"
        raise LookupError(msg)

    @property
    def own_setup(self) -> Setup:
        """The setup that the player chose, for the next game."""
        board = self.stack[0].board
        return self.setup if board is None else self.session.setup_after(board)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the setup."""
        return self.setup.seats

    @property
    def local_people(self) -> tuple[int, ...]:
        """The seats of people at this device."""
        board = self.screen.board
        return self.setup.person_seats if board is None else board.local_people

    def is_person(self, player: int) -> bool:
        """Return whether a player is a person at this device."""
        return player in self.local_people

    @property
    def layout(self) -> LargeSheets:
        """The sheets that are shown large."""
        own = self.screen.layout
        if own == "all" or self.session.printing:
            return "all"
        if own == "television":
            return own
        return "one" if own or self.settings.layout == ONE_LARGE else "all"

    @property
    def has_seats_across(self) -> bool:
        """Whether some people sit across the table, so their sheets are upside down."""
        around = self.settings.layout == "around" and self.screen.layout != "one"
        return around and not self.session.printing

    @property
    def sole_local_person(self) -> int | None:
        """The only person at this device, who is addressed as "you"; None if there are several."""
        return self.local_people[0] if len(self.local_people) == 1 else None

    @property
    def is_paced(self) -> bool:
        """Whether the page waits between steps so that people can follow."""
        return self.settings.is_paced

    @property
    def is_moving(self) -> bool:
        """Whether the last step of the board is shown in motion."""
        return self.is_paced and not self.board.is_set_back

    @property
    def is_muted(self) -> bool:
        """Whether sounds are off; embedded pages are always silent."""
        return self.settings.sound == "off" or self.session.embedded

    @property
    def is_hot_seat(self) -> bool:
        """Whether several people pass one device around, with one large sheet."""
        one = self.settings.layout == ONE_LARGE
        shared = one and len(self.local_people) > 1
        return self.is_paced and shared and not self.board.policy.expects

    def with_board(self, **changes: Any) -> ModelOf[S_co]:  # noqa: ANN401 - as `replace` takes them
        """Return the model with changed fields of the board.

        Raises:
            LookupError: no board is shown.
        """
        return replace(self, screen=self.screen.with_board(replace(self.board, **changes)))

    def with_session(self, **changes: Any) -> ModelOf[S_co]:  # noqa: ANN401 - as `replace` takes them
        """Return the model with changed fields of the session."""
        return replace(self, session=replace(self.session, **changes))

    def with_new_slot(self) -> tuple[ModelOf[S_co], str]:
        """Return the model with the next slot reserved, and that slot."""
        ticket = self.session.ticket
        return self.with_session(ticket=ticket + 1), f"{ticket:x}"

    def with_new_timer(self) -> ModelOf[S_co]:
        """Return the model with a new timer number; earlier timers of the screen are ignored."""
        timer = self.session.timer + 1
        return replace(self.with_session(timer=timer), timer=timer)


if TYPE_CHECKING:
    Model: TypeAlias = ModelOf[Screen]
else:
    Model = ModelOf  # the same class: calling the alias would be slower


S = TypeVar("S", bound=Screen)


def with_notice(model: ModelOf[S], notice: str) -> ModelOf[S]:
    """Return the model with a notice added, unless it is already shown."""
    if notice in model.notices:
        return model.with_session(repeated_notices=model.session.repeated_notices + 1)
    return replace(model, notices=(*model.notices, notice))


def without_notice(model: ModelOf[S], notice: str) -> ModelOf[S]:
    """Return the model without a notice."""
    return replace(model, notices=tuple(key for key in model.notices if key != notice))


Result: TypeAlias = tuple[Model, list[Effect]]
"""Result of an update: the next model, and the effects to run."""


def quarantine_with_notice(model: Model, unread: list[tuple[str, str]]) -> Result:
    """Quarantine unreadable saves and notify the player.

    Args:
        model: the model.
        unread: the saves, as pairs of a key ("" for none) and a text.
    """
    for _name, text in unread:
        others = tuple(each for each in model.session.quarantined if each != text)
        model = with_notice(model.with_session(quarantined=(*others, text)), "kept-aside")
    return model, [QuarantineText(name, text) for name, text in unread]
