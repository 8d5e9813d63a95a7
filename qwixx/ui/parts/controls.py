"""Buttons and fields."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.games.names import MAX_NAME
from qwixx.ui.model.settings import LAYOUTS, SHORTCUTS
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts.languages import texts_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qwixx.ui.model import Model
    from qwixx.ui.texts.languages import Texts


NO_ATTRIBUTES: Mapping[str, str | int | bool] = {}
ENTRY: Mapping[str, str | int | bool] = {"data-entry": True}
"""Attribute of a field whose link or code is used as soon as it is whole; see
`ScreenKind.entries`."""


@lru_cache(maxsize=64)
def icon_button(
    action: str, label: str, *, is_enabled: bool = True, is_pressed: bool | None = None
) -> Node:
    """Return an icon button; the label is for screen readers and tooltips.

    The style sheet draws the icon.

    Args:
        action: its `data-action`.
        label: its label.
        is_enabled: whether it can be used now.
        is_pressed: whether the part that it toggles is shown; None if it toggles nothing.
    """
    return h(
        "button",
        {
            "type": "button",
            "class": "icon",
            "data-action": action,
            "aria-label": label,
            "title": label,
            "aria-disabled": None if is_enabled else "true",
            "aria-pressed": None if is_pressed is None else str(is_pressed).lower(),
        },
        key=action,
    )


def closable_header(
    _: Texts, leave_action: str, title: Node, heading: str, *buttons: Node | None
) -> Node:
    """Return the header of a screen that covers another one.

    Args:
        _: the texts of the language.
        leave_action: the `data-action` that closes the screen.
        title: the name of the game.
        heading: the screen's own heading.
        buttons: buttons before the menu; None is omitted.
    """
    return h(
        "header",
        {"class": "bar"},
        icon_button(leave_action, _("Close")),
        title,
        h("div", {"class": "bar-title"}, heading),
        *buttons,
        icon_button("menu", _("Menu")),
    )


@lru_cache(maxsize=256)
def button(
    action: str,
    label: str,
    css_class: str = "",
    cost_text: str = "",
    *,
    key: str = "",
    **attributes: str | bool | None,
) -> Node:
    """Return a button.

    Args:
        action: its `data-action`.
        label: its label.
        css_class: its CSS classes.
        cost_text: a second line, such as a cost or a purpose.
        key: name of its place if it changes its action and stays the same element; "" for none.
        attributes: its other attributes.
    """
    return h(
        "button",
        {
            "type": "button",
            "class": f"button {css_class}".strip(),
            "data-action": action,
            **attributes,
        },
        label,
        h("span", {"class": "button-note"}, cost_text) if cost_text else None,
        key=key or action,
    )


def select(
    action: str,
    label: str,
    options: list[tuple[str, str]],
    chosen: str,
    *,
    is_label_visible: bool = False,
    translate: str | None = None,
) -> Node:
    """Return a select field.

    Args:
        action: its `data-action`.
        label: its label.
        options: values and their texts.
        chosen: the chosen value.
        is_label_visible: whether the label is visible.
        translate: "no" to keep browsers from translating the texts.
    """
    return h(
        "label",
        {"class": "field"},
        h("span", {"class": None if is_label_visible else "visually-hidden"}, label),
        h(
            "select",
            {"data-action": action, "translate": translate},
            *(
                h("option", {"value": value, "selected": value == chosen}, text)
                for value, text in options
            ),
        ),
        key=action,
    )


def radio_option(
    action: str, value: str, *content: Node, is_chosen: bool, css_class: str = ""
) -> Node:
    """Return one option of a radio group.

    Args:
        action: its `data-action`.
        value: its value.
        content: its content, which is also its label.
        is_chosen: whether it is chosen.
        css_class: its CSS class.
    """
    radio = {"type": "radio", "name": action, "value": value, "data-action": action}
    return h(
        "label",
        {"class": f"choice {css_class}".strip()},
        h("input", {**radio, "checked": is_chosen}),
        *content,
        key=value,
    )


def radio_group(label: str, css_class: str, *radio_options: Node) -> Node:
    """Return a radio group."""
    return h(
        "div",
        {"class": css_class, "role": "radiogroup", "aria-label": label},
        *radio_options,
        key=css_class,
    )


def segmented_control(
    action: str, label: str, options: list[tuple[str, str]], chosen: str
) -> Node:
    """Return a segmented control: a radio group with all options visible."""
    each = (
        radio_option(action, value, h("b", None, text), is_chosen=value == chosen)
        for value, text in options
    )
    return h(
        "div",
        {"class": "field"},
        h("span", {"aria-hidden": "true"}, label),
        radio_group(label, "segments", *each),
        key=action,
    )


MAX_SEGMENTS = 4
"""Maximum number of options that fit side by side on a phone."""


def choice_of_few_or_many(
    action: str, label: str, options: list[tuple[str, str]], chosen: str
) -> Node:
    """Return a segmented control, or a select field if there are too many options for one."""
    if len(options) > MAX_SEGMENTS:
        return select(action, label, options, chosen, is_label_visible=True)
    return segmented_control(action, label, options, chosen)


def name_field(
    action: str, label: str, value: str, placeholder: str, enter_action: str = ""
) -> Node:
    """Return a field for a player's name, limited to the maximum length of names.

    Args:
        action: its `data-action`.
        label: its label.
        value: its text.
        placeholder: the text shown while it is empty.
        enter_action: action of the button that Enter presses; "" for none.
    """
    attributes = {"maxlength": MAX_NAME, "data-enter": enter_action or None}
    return text_field(action, label, value, placeholder, attributes=attributes)


def text_field(
    action: str,
    label: str,
    value: str,
    placeholder: str,
    *,
    error_id: str = "",
    attributes: Mapping[str, str | int | bool | None] = NO_ATTRIBUTES,
) -> Node:
    """Return a text field with a label for screen readers.

    Args:
        action: its `data-action`.
        label: its label.
        value: its text.
        placeholder: the text shown while it is empty.
        error_id: id of the element with an error message; "" if the value is valid.
        attributes: other attributes, such as `ENTRY`.
    """
    return h(
        "label",
        {"class": "field"},
        h("span", {"class": "visually-hidden"}, label),
        h(
            "input",
            {
                "data-action": action,
                "value": value,
                "placeholder": placeholder,
                "autocomplete": "off",
                "dir": "auto",
                "aria-invalid": "true" if error_id else None,
                "aria-describedby": error_id or None,
                **attributes,
            },
        ),
        key=action,
    )


def layout_setting(model: Model) -> Node:
    """Return the setting for the sheets that are large."""
    settings = model.settings
    _ = texts_in(settings.language)
    names = {
        # Translators: one sheet is large; the label beside it is "Full-size sheets".
        "one": _("One player"),
        # Translators: all sheets are large; the label beside it is "Full-size sheets".
        "all": _("All players"),
        # Translators: all sheets are large, some upside down for players on the other side of
        # the table; the label beside it is "Full-size sheets".
        "around": _("Around the table"),
    }
    # For one person, it is the same as "all".
    without = "around" if len(model.setup.person_seats) < 2 else ""
    layouts = [name for name in LAYOUTS if name != without or name == settings.layout]
    return segmented_control(
        "layout", _("Full-size sheets"), [(o, names[o]) for o in layouts], settings.layout
    )


def letter_keys_setting(model: Model) -> Node:
    """Return the setting for single-character shortcuts."""
    settings = model.settings
    _ = texts_in(settings.language)
    names = {
        "on": _.pgettext("letter keys", "On"),
        "off": _.pgettext("letter keys", "Off"),
    }
    # Translators: keys that act when pressed alone, such as R for "Roll"; the label of a switch.
    label = _("Letter keys")
    return segmented_control(
        "shortcuts", label, [(s, names[s]) for s in SHORTCUTS], settings.shortcuts
    )
