"""The base class of all screens, and the layers of the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeAlias

from qwixx.rules.state import Phase
from qwixx.ui.model.values import dataclass, replace

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.model.board import Board
    from qwixx.ui.model.setup import Setup

LargeSheets: TypeAlias = Literal["one", "all", "television"]
"""The large sheets: only the acting person's, all, or all as arranged on a television."""


class Screen:
    """Base class of all screens, which are frozen dataclasses.

    `SCREEN` in a screen's folder lists the screen's functions. A field that overrides a property
    here must be declared with `field()`: otherwise, the property becomes the field's default.
    """

    __slots__ = ()

    folder: ClassVar[str]
    """The screen's folder in `ui/screens`."""
    runs_covered: ClassVar[bool] = False
    """Whether other players wait for the screen, so its timer runs even while it is covered."""
    is_loading: ClassVar[bool] = False
    """Whether the page is still loading."""
    gives_way: ClassVar[bool] = False
    """Whether a screen opened from this one replaces it."""
    is_of_link: ClassVar[bool] = False
    """Whether a change of the URL's fragment closes the screen."""
    refuses_links: ClassVar[bool] = False
    """Whether links to other screens are ignored while the screen is open."""
    without_settings: ClassVar[tuple[str, ...]] = ()
    """Settings that have no effect on the screen."""

    @property
    def data_screen(self) -> str:
        """The screen's public name, which is the root element's `data-screen` attribute."""
        return self.folder

    @property
    def board(self) -> Board | None:
        """The board of the screen, or None."""
        return None

    def with_board(self, board: Board) -> Self:
        """Return the screen with another board."""
        changes: dict[str, Any] = {"board": board}
        return replace(self, **changes)  # type: ignore[type-var]

    @property
    def shareable_game(self) -> Game | None:
        """The game that can be shared, or None."""
        return None if self.board is None else self.board.game

    @property
    def shown_variant(self) -> Variant | None:
        """The variant that the screen shows, or None."""
        return None if self.board is None else self.board.game.variant

    @property
    def shown_setup(self) -> Setup | None:
        """The setup; None to use the setup of the screen below."""
        return None if self.board is None else self.board.setup

    @property
    def printable_final_sheets(self) -> tuple[tuple[str, Sheet], ...]:
        """Player names and final sheets, by seat; () without a finished game."""
        game = self.shareable_game
        if game is None:
            return ()
        state = game.go_to(game.event_count_with_undone).state
        pairs = zip(game.names, state.sheets, strict=True)
        return tuple(pairs) if state.phase is Phase.OVER else ()

    @property
    def printable_game_id(self) -> str:
        """The id of the game of `printable_final_sheets`, which tells its date; "" if unknown."""
        return "" if self.board is None else self.board.slot

    @property
    def is_in_progress(self) -> bool:
        """Whether a game is in progress, so the device must stay awake."""
        return self.board is not None and self.board.game.state.phase is not Phase.OVER

    @property
    def feedback(self) -> object:
        """The page's response to the last action; a false value if there is none."""
        return None if self.board is None else self.board.refused_tap

    @property
    def has_peers(self) -> bool:
        """Whether closing the page would end connections that are still needed."""
        return False

    @property
    def layout(self) -> LargeSheets | Literal[""]:
        """The sheets that are shown large; "" to use the settings."""
        return ""

    @property
    def can_export(self) -> bool:
        """Whether there is a game that a file can hold."""
        return self.board is not None and self.board.game.event_count_with_undone > 0


@dataclass(frozen=True, slots=True)
class Layer:
    """A covered screen with its state.

    Args:
        screen: the screen.
        notices: its notices, hidden until it is uncovered.
        timer: number of its timer; 0 for none.
        opener: CSS selectors, in order of preference, of the control that regains focus.
        is_below_page: whether the page was opened with the covering screen, so the browser's
            "Back" leaves the page.
    """

    screen: Screen
    notices: tuple[str, ...] = ()
    timer: int = 0
    opener: str = "main"
    is_below_page: bool = False
