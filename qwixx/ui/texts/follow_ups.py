"""Sentences about crosses and rewards that a mark brings along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.texts.languages import find_catalog
from qwixx.ui.texts.sentences import cell_name, joined_by_and, joined_by_commas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.follow_ups import FollowUps
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Mark
    from qwixx.rules.printed_rule import Reward


def mark_text(language: str, variant: Variant, mark: Mark, effects: FollowUps) -> str:
    """Return the name of a mark with what it brings, for the log and the labels of boxes.

    For example: "red 6, and with it yellow 6", or "red 5 (swap: 8 for 5)".
    """
    _ = find_catalog(language).gettext
    text = cell_name(language, variant, mark)
    if effects.swapped is not None:
        # Translators: a swap field turns the white sum, 8, into 5: "red 5 (swap: 8 for 5)".
        text = _("{cell} (swap: {sum} for {number})").format(
            cell=text, sum=effects.swapped, number=mark.number
        )
    if effects.marks:
        # Translators: a cross that brings others along: "red 6, and with it yellow 6".
        text = _("{cell}, and with it {others}").format(
            cell=text, others=marks_text(language, variant, effects.marks)
        )
    return text


def follow_ups_text(language: str, variant: Variant, effects: FollowUps) -> str:
    """Return sentences about what a mark has brought; "" if it brought nothing."""
    _ = find_catalog(language).gettext
    lines = []
    if effects.marks:
        lines.append(
            _("It also crosses out: {cells}.").format(
                cells=marks_text(language, variant, effects.marks)
            )
        )
    if effects.rewards:
        lines.append(rewards_text(language, effects))
    return " ".join(lines)


def rewards_text(language: str, effects: FollowUps) -> str:
    """Return a sentence about the rewards that a mark earns; "" if it earns none."""
    if not effects.rewards:
        return ""
    _ = find_catalog(language).gettext
    # Translators: for example "Earned: 13 more points."
    return _("Earned: {rewards}.").format(rewards=reward_names(language, effects.rewards))


def reward_names(language: str, rewards: Sequence[Reward]) -> str:
    """Return what rewards bring."""
    translated = find_catalog(language).gettext  # not literals: marked in the variant's file
    return joined_by_and(language, [translated(reward.text) for reward in rewards])


def question_text(language: str, variant: Variant) -> str:
    """Return what players are asked about a bonus."""
    translated = find_catalog(language).gettext  # not a literal: marked in the variant's file
    return translated(variant.question) if variant.question else ""


def marks_text(language: str, variant: Variant, marks: tuple[Mark, ...]) -> str:
    """Return the names of boxes, separated by commas."""
    return joined_by_commas(language, [cell_name(language, variant, mark) for mark in marks])
