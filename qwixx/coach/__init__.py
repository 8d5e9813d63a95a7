"""A coach: what to do now and why, what a game turned on, and who is likely to win.

All of it is data; the sentences are the page's. Chances come from the network of the
strongest bot, so its weights have to be there (`qwixx.bots.weights`), and what computes them
is loaded when the first of these names is used. In a game without weights (`has_weights`) a hint
is the move of the strongest bot that plays it, and there are no chances and no review. Reasons
come from the position and the rules alone.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwixx.coach.advice import TELLING, Advice, chances, hint, think
    from qwixx.coach.reasoning import Kind, Reason, reasons
    from qwixx.coach.reviewing import Account, Decided, Moment, Review, review, review_steps

__all__ = [
    "TELLING",
    "Account",
    "Advice",
    "Decided",
    "Kind",
    "Moment",
    "Reason",
    "Review",
    "chances",
    "hint",
    "reasons",
    "review",
    "review_steps",
    "think",
]

_HOMES = {
    "advice": ("TELLING", "Advice", "chances", "hint", "think"),
    "reasoning": ("Kind", "Reason", "reasons"),
    "reviewing": ("Account", "Decided", "Moment", "Review", "review", "review_steps"),
}


def __getattr__(name: str) -> object:
    """Load the module that has a name when it is first used (PEP 562)."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
