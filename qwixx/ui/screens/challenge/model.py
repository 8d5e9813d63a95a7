"""Model of the challenge screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from qwixx.ui.model.screen import Screen
from qwixx.ui.model.values import dataclass, replace

if TYPE_CHECKING:
    from qwixx.coach import Review
    from qwixx.games.game import Game
    from qwixx.ui.model import ModelOf
    from qwixx.ui.model.messages import QrCodeGenerated


@dataclass(frozen=True, slots=True)
class ChallengeScreen(Screen):
    """A challenge: to be sent or played, or finished games to compare.

    The session's challenge log tells whether it was sent from this device, and holds the answers.

    Args:
        code: the challenge as text.
        name: name of this device's person, or "".
        shown: index of the answer to compare with.
        is_copied: whether the link has just been copied.
        problem: key of the notice on a pasted text, or "".
        qr_text: the text of the requested QR code; "" if none is shown.
        qr: the generated QR code, or None.
        reviews: reviewed games, with their reviews.
        reviewing: the game under review, or None.
        weights: name of the weights that were requested last, or "".
    """

    folder: ClassVar[str] = "challenge"
    is_of_link: ClassVar[bool] = True
    without_settings: ClassVar[tuple[str, ...]] = ("layout",)

    code: str
    name: str = ""
    shown: int = 0
    is_copied: bool = False
    problem: str = ""
    qr_text: str = ""
    qr: QrCodeGenerated | None = None
    reviews: tuple[tuple[Game, Review], ...] = ()
    reviewing: Game | None = None
    weights: str = ""

    @property
    def feedback(self) -> object:
        """The problem of a pasted text; "" if there is none."""
        return self.problem

    def review_of(self, game: Game) -> Review | None:
        """Return the review of a game, or None."""
        return next((review for known, review in self.reviews if known is game), None)


ChallengeModel: TypeAlias = "ModelOf[ChallengeScreen]"
"""The model while this screen is on top."""


def with_changes(model: ChallengeModel, **changes: object) -> ChallengeModel:
    """Return the model with changes of the screen."""
    return replace(model, screen=replace(model.screen, **changes))  # type: ignore[arg-type]
