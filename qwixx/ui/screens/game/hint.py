"""A hint, as nodes: advice on the legal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.model.hand import NoHint
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.look import Flag
from qwixx.ui.screens.game.coaching import BEST, cell_to_tap, no_hint_text, shown_advice
from qwixx.ui.texts import game_texts
from qwixx.ui.texts.coach import chance_texts, choice_name, main_reasons_text, spoken_hint_text
from qwixx.ui.texts.sentences import capitalized

if TYPE_CHECKING:
    from qwixx.ui.model.board import Board
    from qwixx.ui.texts.languages import Texts


def hint_flags(_: Texts, board: Board) -> tuple[Flag, ...]:
    """Return the labels at the cells of the two best moves, placed so as not to overlap."""
    shown = shown_advice(board)
    chances = chance_texts(_, shown)
    marks = [
        (mark, text or "✓", rank == 0)
        for rank, (one, text) in enumerate(zip(shown[:BEST], chances, strict=False))
        if (mark := cell_to_tap(board, one))
    ]
    # Labels go above the upper cell and below the lower one; within a row, the best goes above.
    order = sorted(marks, key=lambda flag: flag[0].row)
    return tuple(
        Flag(mark.code, text, best, rank > 0) for rank, (mark, text, best) in enumerate(order)
    )


def spoken_hint(_: Texts, board: Board) -> str:
    """Return the hint for screen readers, or "" if no hint was requested."""
    if isinstance(board.note, NoHint):
        return no_hint_text(_, board)
    if not board.hint:
        return ""
    return spoken_hint_text(_, board.game.variant, shown_advice(board))


def hint_slip(_: Texts, board: Board) -> Node:
    """Return the slip over the foot of the sheet: the reasons, and the moves, best first."""
    shown, variant = shown_advice(board), board.game.variant
    contents: list[Node | str] = [spoken_hint(_, board)]
    if shown:
        name = capitalized(choice_name(_, variant, shown[0].move, shown[0].then))
        contents = [
            h("strong", None, f"{name}."),
            " ",
            main_reasons_text(_, variant, shown),
        ]
    legend = game_texts.gains_legend_text(_, board.game, board.person_to_act)
    if legend:
        # Tall phones show this legend only here.
        contents += [h("span", {"class": "legend"}, " ", legend)]
    chances = chance_texts(_, shown)
    return h(
        "section",
        {"class": "hint", "aria-label": _("Hint")},
        h("p", {"class": "reason"}, *contents),
        button("hint", "×", "close", **{"aria-label": _("Close the hint")}),
        h(
            "ol",
            {"class": "options"},
            *(
                _move_button(_, rank, choice_name(_, variant, one.move, one.then), chance)
                for rank, (one, chance) in enumerate(zip(shown, chances, strict=True))
            ),
        )
        if shown
        else None,
        key="hint",
    )


def _move_button(_: Texts, rank: int, name: str, chance: str) -> Node:
    """Return a list item with a button that plays a move and shows its win probability."""
    return h(
        "li",
        None,
        h(
            "button",
            {
                "type": "button",
                "class": "button option best" if rank == 0 else "button option",
                "data-action": f"take:{rank}",
            },
            h("span", {"class": "option-name"}, name),
            # Translators: a chance, "48%", of winning the game, on a button.
            h("span", {"class": "option-probability"}, _("{chance} to win").format(chance=chance))
            if chance
            else None,
        ),
    )
