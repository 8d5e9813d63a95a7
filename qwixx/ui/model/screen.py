"""What is common to all screens: facts for the frame of the page, and how they lie on a stack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.model.board import Board
    from qwixx.ui.model.setup import Setup


class Screen:
    """Base of each screen's frozen dataclass. What a screen does is in its folder's `SCREEN`.

    A field that takes the place of a fact is declared with `field()`: `dataclasses` would take
    the inherited property for its default.
    """

    __slots__ = ()

    folder: ClassVar[str]
    """Its folder in `ui/screens`."""
    runs_covered: ClassVar[bool] = False
    """Whether others wait for it: its timer never stops."""
    is_loading: ClassVar[bool] = False
    """Whether nothing is shown yet."""
    gives_way: ClassVar[bool] = False
    """Whether a screen that is opened from it takes its place."""
    is_of_link: ClassVar[bool] = False
    """Whether another fragment of the address leads away from it."""
    refuses_links: ClassVar[bool] = False
    """Whether links to other screens wait until it is left."""
    without_settings: ClassVar[tuple[str, ...]] = ()
    """Settings that mean nothing on it."""

    @property
    def data_screen(self) -> str:
        """The public name of what is shown, an attribute of the root element."""
        return self.folder

    @property
    def board(self) -> Board | None:
        """The board on it; None without one."""
        return None

    def with_board(self, board: Board) -> Self:
        """Return the screen with another board."""
        changes: dict[str, Any] = {"board": board}
        return replace(self, **changes)  # type: ignore[type-var]

    @property
    def shown_game(self) -> Game | None:
        """The game on it that can be shared; None without one."""
        return None if self.board is None else self.board.game

    @property
    def shown_variant(self) -> Variant | None:
        """The rules of what is shown; None if they are still to be chosen."""
        return None if self.board is None else self.board.game.variant

    @property
    def shown_setup(self) -> Setup | None:
        """The setup of what is shown; None if the screen below has it."""
        return None if self.board is None else self.board.setup

    @property
    def printable(self) -> tuple[tuple[str, Sheet], ...]:
        """Names and sheets of the finished game on it; () without one."""
        game = self.shown_game
        if game is None:
            return ()
        state = game.go_to(game.length).state
        pairs = zip(game.names, state.sheets, strict=True)
        return tuple(pairs) if state.phase is Phase.OVER else ()

    @property
    def is_in_progress(self) -> bool:
        """Whether somebody plays, so that the device is to stay awake."""
        return self.board is not None and self.board.game.state.phase is not Phase.OVER

    @property
    def layout(self) -> str:
        """Which sheets are large, "one" or "all"; "" if the settings say so."""
        return ""

    @property
    def is_savable(self) -> bool:
        """Whether a game has begun on it that a file can hold."""
        return self.board is not None and self.board.game.length > 0


@dataclass(frozen=True, slots=True)
class Layer:
    """A covered screen, and what belongs to it.

    Args:
        screen: the screen.
        notices: its notices, which wait until it is uncovered.
        timer: the number of its timer; 0 if none runs.
        opener: selectors of the control that opened what covers it, and of others for where
            that is gone: the first that is found gets the focus back.
        is_below_page: whether the page was opened with what covers it, so that the browser's way
            back leads out of the page.
    """

    screen: Screen
    notices: tuple[str, ...] = ()
    timer: int = 0
    opener: str = "main"
    is_below_page: bool = False
