"""Notice feedback that repeats itself, which screen readers would not read out again.

A refusal or "Copied." that equals the last one changes nothing in the page, so to the ear the
second press would do nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.messages import (
    CellTapped,
    ControlUsed,
    FilePicked,
    FilesPicked,
    FragmentChanged,
)

if TYPE_CHECKING:
    from qwixx.ui.model import Model
    from qwixx.ui.model.messages import Message

_BY_PEOPLE = (CellTapped, ControlUsed, FilePicked, FilesPicked, FragmentChanged)


def is_feedback_repeated(before: Model, message: Message, after: Model) -> bool:
    """Return whether a person's action has led to feedback like that of the one before it.

    The texts may still differ: a changed text is read out only once.
    """
    if not isinstance(message, _BY_PEOPLE) or type(before.screen) is not type(after.screen):
        return False
    if after.dialog.copied:
        return before.dialog.copied and after.dialog is not before.dialog
    if after.session.repeated_notices != before.session.repeated_notices:
        return True
    feedback, last = after.screen.feedback, before.screen.feedback
    if not (feedback and last):
        return False
    if isinstance(feedback, CellTapped):
        return feedback is message
    if isinstance(feedback, str):
        return feedback == last and after.screen is not before.screen
    return feedback is not last
