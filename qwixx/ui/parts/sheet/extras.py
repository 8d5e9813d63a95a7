"""Parts of some sheets below their rows: a track of fields, and rewards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.follow_ups import has_earned
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.boxes import field_text
from qwixx.ui.texts.follow_ups import reward_names

if TYPE_CHECKING:
    from qwixx.rules.printed_rule import TrackField
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.parts.sheet.look import Gain
    from qwixx.ui.texts.languages import Texts


@lru_cache(maxsize=64)
def extras_below_rows(
    _: Texts, sheet: Sheet, field_action: str = "", *, gain: Gain | None = None
) -> Node | None:
    """Return the track and the rewards of a sheet, or None if it has neither.

    Args:
        _: the texts of the language.
        sheet: the sheet.
        field_action: beginning of the `data-action` of the fields that can be crossed out by
            hand; "" if there are none.
        gain: the points of the last step, with the fields and rewards that it brought, or None.
    """
    if not (sheet.variant.track or sheet.variant.rewards):
        return None
    return h(
        "div",
        {"class": "extras"},
        _track(_, sheet, field_action, gain.track if gain else 0) if sheet.variant.track else None,
        _rewards(_, sheet, gain) if sheet.variant.rewards else None,
    )


def _track(_: Texts, sheet: Sheet, field_action: str, written: int) -> Node:
    """Return the fields of the track, from left to right."""
    last = sheet.track.bit_length()
    is_colored = any(field.color is not None for field in sheet.variant.track)
    return h(
        "div",
        {
            "class": "track",
            "role": "group",
            "dir": "ltr",
            "aria-label": _("Color bar") if is_colored else _("Swap fields"),
        },
        *(
            _field(
                _,
                at,
                field,
                _field_state(sheet, at, last),
                field_action,
                is_written=bool(written >> at & 1),
            )
            for at, field in enumerate(sheet.variant.track)
        ),
    )


def _field_state(sheet: Sheet, at: int, last: int) -> str:
    """Return the state of a field: "crossed", "skipped", "next", or "open"."""
    if sheet.track >> at & 1:
        return "crossed"
    if sheet.variant.track[at].color is None:
        return "open" if at >= last else "skipped"
    is_next = sheet.track & (1 << at) - 1 == (1 << at) - 1
    return "next" if is_next else "open"


def _field(
    _: Texts, at: int, field: TrackField, state: str, field_action: str, *, is_written: bool
) -> Node:
    """Return a field: the letter of a color, or two numbers that are swapped."""
    if field.color is None:
        name = field_text(field.numbers)
        contents: list[Node | str] = [h("span", None, str(number)) for number in field.numbers]
    else:
        name = texts.color_name(_, field.color)
        contents = [texts.color_letter(_, field.color)]
    label = {
        "crossed": _("field {name}, crossed out"),
        "skipped": _("field {name}, skipped"),
        # Translators: the field of a bar that is crossed out next: "field Red, next".
        "next": _("field {name}, next"),
        "open": _("field {name}"),
    }[state].format(name=name)
    can_tap = bool(field_action) and state == "open"
    kind = (
        {"type": "button", "data-action": f"{field_action}:{at}"} if can_tap else {"role": "img"}
    )
    return h(
        "button" if can_tap else "span",
        {
            **kind,
            "class": f"track-field {field.color.name.lower()}"
            if field.color is not None
            else "track-field",
            "data-field": str(at + 1),
            "data-state": state,
            "data-pen": is_written,
            "aria-label": label,
        },
        *(h("span", {"aria-hidden": "true", "translate": "no"}, each) for each in contents),
        key=str(at),
    )


def _rewards(_: Texts, sheet: Sheet, gain: Gain | None) -> Node:
    """Return the rewards, each with its sign, and whether it is earned."""
    variant = sheet.variant
    signs = variant.signs(sheet.card)
    return h(
        "ul",
        {"class": "rewards", "aria-label": _("Rewards for two crosses")},
        *(
            h(
                "li",
                {
                    "class": "reward",
                    "data-reward": reward.name,
                    "data-earned": has_earned(sheet, reward),
                    "data-after": gain.after if gain and reward.name in gain.rewards else None,
                    "data-half": any(sheet.crosses & variant.bit(mark) for mark in reward.boxes),
                    "title": reward_names(_, [reward]),
                },
                h("span", {"class": f"sign {signs[reward.boxes[0]]}", "aria-hidden": "true"}),
                h("span", {"aria-hidden": "true", "dir": "ltr"}, reward.short),
                h(
                    "span",
                    {"class": "visually-hidden"},
                    _("{reward}: earned").format(reward=reward_names(_, [reward]))
                    if has_earned(sheet, reward)
                    else reward_names(_, [reward]),
                ),
                key=reward.name,
            )
            for reward in variant.rewards
        ),
    )
