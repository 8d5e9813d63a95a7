"""The model of the design screen: the block that is shown, and what is selected in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

from qwixx.rules.variants import find_variant
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import dataclass

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.ui.model import ModelOf
    from qwixx.ui.model.messages import QrCodeGenerated

MAX_UNDO = 100
"""Maximum number of earlier blocks that can be brought back."""
SWAPPED, PAINTED, LOCK_COLOR, BAD_CODE, DRAWN = MESSAGES = (
    *("swapped", "painted", "lock-color", "bad-code"),
    "drawn",
)
"""The messages that follow an action."""


class Box(NamedTuple):
    """A box of the block.

    Args:
        row: index of its row.
        place: its place in the row, from the left.
    """

    row: int
    place: int


@dataclass(frozen=True, slots=True)
class DesignScreen(Screen):
    """A block that is drawn or set.

    Args:
        name: name of the block.
        others: names of the other blocks that are saved on this device.
        earlier: names of the blocks before each change, the latest last.
        box: the selected box, or None.
        message: one of `MESSAGES`; "" for none.
        swapped: the numbers that the last change swapped.
        is_shared: whether the link is shown.
        was_copied: whether the link has just been copied.
        code: QR code of the link, or None.
    """

    folder: ClassVar[str] = "design"

    name: str
    others: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()
    box: Box | None = None
    message: str = ""
    swapped: tuple[int, int] = (0, 0)
    is_shared: bool = False
    was_copied: bool = False
    code: QrCodeGenerated | None = None

    @property
    def shown_variant(self) -> Variant:
        """The block."""
        return find_variant(self.name)

    @property
    def feedback(self) -> object:
        """The message that follows an action."""
        return self.message


DesignModel: TypeAlias = "ModelOf[DesignScreen]"
"""The model as this screen sees it."""
