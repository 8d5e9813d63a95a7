"""Sentences about crosses and rewards that a mark brings along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.texts.sentences import cell_name, joined_by_and, joined_by_commas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.follow_ups import FollowUps
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Mark
    from qwixx.rules.printed_rule import Reward
    from qwixx.ui.texts.languages import Texts


def mark_text(_: Texts, variant: Variant, mark: Mark, effects: FollowUps) -> str:
    """Return the name of a mark with what it brings, for the log and the labels of boxes.

    For example: "red 6, and with it yellow 6", or "red 5 (swap: 8 for 5)".
    """
    text = cell_name(_, variant, mark)
    if effects.swapped is not None:
        # Translators: a swap field turns the white sum, 8, into 5: "red 5 (swap: 8 for 5)".
        text = _("{cell} (swap: {sum} for {number})").format(
            cell=text, sum=effects.swapped, number=mark.number
        )
    if effects.marks:
        # Translators: a cross that brings others along: "red 6, and with it yellow 6".
        text = _("{cell}, and with it {others}").format(
            cell=text, others=marks_text(_, variant, effects.marks)
        )
    return text


def follow_ups_text(_: Texts, variant: Variant, effects: FollowUps) -> str:
    """Return sentences about what a mark has brought; "" if it brought nothing."""
    lines = []
    if effects.marks:
        lines.append(
            _("It also crosses out: {cells}.").format(cells=marks_text(_, variant, effects.marks))
        )
    if effects.rewards:
        lines.append(rewards_text(_, effects))
    return " ".join(lines)


def rewards_text(_: Texts, effects: FollowUps) -> str:
    """Return a sentence about the rewards that a mark earns; "" if it earns none."""
    if not effects.rewards:
        return ""
    # Translators: for example "Earned: 13 more points."
    return _("Earned: {rewards}.").format(rewards=reward_names(_, effects.rewards))


def reward_names(_: Texts, rewards: Sequence[Reward]) -> str:
    """Return the texts of rewards, joined for a sentence."""
    translated = _  # not literals: marked in the variant's file
    return joined_by_and(_, [translated(reward.text) for reward in rewards])


def question_text(_: Texts, variant: Variant) -> str:
    """Return the question to players about a bonus, or ""."""
    translated = _  # not a literal: marked in the variant's file
    return translated(variant.question) if variant.question else ""


def marks_text(_: Texts, variant: Variant, marks: tuple[Mark, ...]) -> str:
    """Return the names of boxes, separated by commas."""
    return joined_by_commas(_, [cell_name(_, variant, mark) for mark in marks])
