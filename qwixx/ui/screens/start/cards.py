"""Cards that choose the variant or the bot, or continue a saved game, with one tap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots import offered
from qwixx.rules.sheet import Sheet
from qwixx.rules.variants import VARIANTS
from qwixx.ui.model.known_blocks import readable_blocks
from qwixx.ui.parts.controls import radio_group, radio_option
from qwixx.ui.parts.dice import die
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.miniature import miniature
from qwixx.ui.parts.token import seat_token
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant
    from qwixx.ui.model.setup import SavedGame, Setup
    from qwixx.ui.texts.languages import Texts


MAX_DIFFICULTY = 3
"""The difficulty of the most difficult sheets."""


def variant_cards(
    _: Texts, chosen: Variant, blocks: Sequence[str], last_used: Variant | None = None
) -> Node:
    """Return a shelf with a card for each variant, and what is different about the chosen one.

    Args:
        _: the texts of the language.
        chosen: the chosen variant.
        blocks: names of the blocks that this device knows.
        last_used: the variant of the last game, which comes first; None before the first game.
    """
    first = [last_used] if last_used else []
    known = readable_blocks(blocks)  # the latest one comes first
    cards = (
        radio_option(
            "variant",
            variant.name,
            h("b", None, texts.variant_name(_, variant)),
            miniature(Sheet(variant)),
            h(
                "small",
                {"class": "visually-hidden"},
                f"{_variant_description(_, variant)}. ",
                _difficulty_text(_, variant),
            ),
            is_chosen=variant == chosen,
            css_class="variant",
        )
        for variant in dict.fromkeys([*first, *known[:1], *VARIANTS.values(), *known, chosen])
    )
    design = h(
        "button",
        {"type": "button", "class": "choice variant design-card", "data-action": "design"},
        # Translators: opens the screen on which players draw or set a sheet of their own.
        h("b", None, _("Your own block")),
        h("span", {"class": "design-plus", "aria-hidden": "true"}),
        key="design",
    )
    return h(
        "div",
        {"class": "shelf"},
        radio_group(_("Variant"), "variants", *cards, design),
        h(
            "div",
            {"class": "variant-description", "aria-hidden": "true"},  # the card's label has it
            h(
                "span",
                {"class": "variant-dice"},
                die("white", chosen.die_sides - 1, chosen.die_sides),
                die("red", chosen.die_sides - 3, chosen.die_sides),
            ),
            h("span", None, _variant_description(_, chosen)),
            h(
                "span",
                {"class": "difficulty", "title": _difficulty_text(_, chosen)},
                *(
                    h("i", {"class": "on"} if level < chosen.difficulty else None)
                    for level in range(MAX_DIFFICULTY)
                ),
            ),
        ),
    )


def _difficulty_text(_: Texts, variant: Variant) -> str:
    """Return the difficulty of a sheet, which dots show, as text."""
    sentence = _("Difficulty: {level} of {most}")
    return sentence.format(level=variant.difficulty, most=MAX_DIFFICULTY)


def _variant_description(_: Texts, variant: Variant) -> str:
    """Return a one-line description of a variant."""
    if variant.summary:
        translated = _  # not a literal: marked in the variant's file
        return translated(variant.summary)
    numbers = [number for row in variant.rows for number in row.numbers]
    return _("{numbers}, {sides}-sided dice").format(
        numbers=f"\u2066{min(numbers)}–{max(numbers)}\u2069", sides=variant.die_sides
    )


def continue_card(_: Texts, saved: SavedGame) -> Node:
    """Return the card of a saved game: the first person's sheet, the turn, and the scores."""
    game = saved.game
    people = (index for index, seat in enumerate(saved.setup.seats) if seat.is_person)
    # Players without a name are named in the page's language, which may have changed since.
    names = texts.seat_names(saved.setup.seats, _)
    return h(
        "button",
        {"type": "button", "class": "card saved-game", "data-action": "resume"},
        miniature(game.state.sheets[next(people, 0)]),
        h("b", None, _("Continue your game")),
        h("small", None, texts.variant_and_turn_text(_, game)),
        h("small", None, texts.scores_text(_, game.rename(names))),
        key="resume",
    )


def continue_table_card(_: Texts, game: Game) -> Node:
    """Return the card of the live table that this device hosts: the turn and the players."""
    names = [texts.isolated(_, name) for name in game.names]
    return h(
        "button",
        {"type": "button", "class": "card saved-game", "data-action": "continue-table"},
        miniature(game.state.sheets[0]),
        h("b", None, _("Continue your table")),
        h("small", None, texts.variant_and_turn_text(_, game)),
        h("small", None, texts.joined_by_commas(_, names)),
        key="continue-table",
    )


def bot_cards(_: Texts, setup: Setup, seat: int) -> Node:
    """Return a card for each bot on offer, and for a chosen bot that only a URL can name."""
    chosen = setup.seats[seat].kind
    levels = {"easy": _("Easy"), "medium": _("Medium"), "hard": _("Hard")}
    cards = (
        radio_option(
            f"kind:{seat}",
            kind,
            seat_token(kind, seat),
            h("b", None, levels.get(kind) or texts.seat_kind_name(_, kind)),
            h("small", None, texts.bot_name(_, kind)),
            is_chosen=kind == chosen,
            css_class="bot",
        )
        for kind in kinds_with_chosen(offered(setup.variant, len(setup.seats)), chosen)
    )
    return radio_group(_("Opponent"), "bots", *cards)


def kinds_with_chosen(kinds: Iterable[str], chosen: str) -> tuple[str, ...]:
    """Return the options, including the current choice."""
    known = tuple(kinds)
    return known if chosen in known else (*known, chosen)
