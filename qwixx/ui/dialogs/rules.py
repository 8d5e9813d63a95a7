"""Dialog: the rules, one page per topic, illustrated with small sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import Reason
from qwixx.rules.state import Phase
from qwixx.ui.dialogs.rule_topics import AIM, COLOR, END, LOCKS, ORDER, OWN, WHITE, topics_of
from qwixx.ui.model.board import tap_refusal
from qwixx.ui.model.values import replace
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.stack import offers_control
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def requested_topic(model: Model, argument: str) -> int:
    """Return the index of the topic that a control opens.

    Args:
        model: the model.
        argument: "own" or "lucky" for the variant's own rules; "" for those that fit the game.
    """
    return OWN if argument in ("lucky", "own") else relevant_topic(model)


def relevant_topic(model: Model) -> int:
    """Return the index of the topic that fits the state of the game."""
    game = model.game
    # A sheet that differs from the classic one begins with the difference.
    first = OWN if model.setup.variant.summary else AIM
    if game is None:
        return first
    refused = model.board.refused_tap
    reason = tap_refusal(game, refused) if refused else None
    topic = (
        {
            Reason.LEFT_OF_LAST: ORDER,
            Reason.TOO_FEW_CROSSES: LOCKS,
            Reason.ROW_CLOSED: LOCKS,
            Reason.NOT_LEFTMOST: OWN,
            Reason.NOT_FEWEST: OWN,
            Reason.NOT_WHITE_SUM: WHITE,
            Reason.NOT_YOUR_TURN: COLOR,
            Reason.NOT_COLOR_SUM: COLOR,
            Reason.NO_NEIGHBOR: OWN,
            Reason.NOT_LAST_CROSS: OWN,
            Reason.NOT_BONUS: OWN,
        }.get(reason)
        if reason
        else None
    )
    if topic is not None:
        return topic
    return {
        Phase.WHITE: WHITE,
        Phase.COLOR: COLOR,
        Phase.BONUS: OWN,
        Phase.OVER: END,
    }.get(game.state.phase, first)


def rules_body(model: Model) -> list[Node]:
    """Return the current topic, with buttons for choosing a topic."""
    _ = texts_of(model)
    variant = model.setup.variant
    topics = topics_of(_, variant)
    topic_index = min(model.dialog.topic, len(topics) - 1)
    topic = topics[topic_index]
    return [
        h(
            "nav",
            {"class": "topics", "aria-label": _("Topics")},
            *(
                button(
                    f"topic:{index}",
                    other.title,
                    "chip",
                    **{"aria-current": "true" if index == topic_index else None},
                )
                for index, other in enumerate(topics)
            ),
        ),
        h(
            "section",
            {
                "class": "topic",
                "aria-label": topic.title,
                "tabindex": "0",
            },  # lets keyboard users scroll it
            h("h3", {"tabindex": "-1"}, topic.title),
            *topic.examples,
            *(h("p", None, line) for line in topic.lines),
            h(
                "div",
                {"class": "actions"},
                button("learn", _("Learn by playing")) if offers_control(model, "learn") else None,
                button("learn-longo", _("Learn Longo"))
                if offers_control(model, "learn") and variant.lucky_pairs
                else None,
            ),
            key=str(topic_index),
        ),
        h(
            "div",
            {"class": "actions steps"},
            _neighbor_topic_button(
                "back", _("Back"), max(topic_index - 1, 0), "", is_enabled=topic_index > 0
            ),
            _neighbor_topic_button(
                "forward",
                _("Next"),
                min(topic_index + 1, len(topics) - 1),
                "primary",
                is_enabled=topic_index < len(topics) - 1,
            ),
        ),
    ]


def _neighbor_topic_button(
    key: str, label: str, topic: int, css_class: str, *, is_enabled: bool = True
) -> Node:
    """Return a button to the previous or next topic; its fixed key preserves the focus."""
    disabled = None if is_enabled else "true"
    leads = button(f"topic:{topic}", label, css_class, **{"aria-disabled": disabled})
    return replace(leads, key=key)
