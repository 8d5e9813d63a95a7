"""The coach: hints with reasons, reviews of finished games, and win probabilities.

Everything is returned as data; the page turns it into sentences. Win probabilities come from the
network of the strongest bot, so its weights must be available (`qwixx.bots.weights`). Submodules
are imported on first use. In a game without weights (see `has_weights`), a hint is the move of the
strongest bot that can play that game, and there are no win probabilities or reviews. Reasons are
derived only from the position and the rules.
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

_SUBMODULES = {
    "advice": ("TELLING", "Advice", "chances", "hint", "think"),
    "reasoning": ("Kind", "Reason", "reasons"),
    "reviewing": ("Account", "Decided", "Moment", "Review", "review", "review_steps"),
}


def __getattr__(name: str) -> object:
    """Import the submodule that defines a public name, on first use (PEP 562)."""
    for module, names in _SUBMODULES.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
