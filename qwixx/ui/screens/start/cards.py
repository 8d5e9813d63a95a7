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
from qwixx.ui.texts.languages import find_catalog

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant
    from qwixx.ui.model.setup import SavedGame, Setup


MAX_DIFFICULTY = 3
"""The difficulty of the most difficult sheets."""


def variant_cards(
    language: str, chosen: Variant, blocks: Sequence[str], last_used: Variant | None = None
) -> Node:
    """Return a shelf with a card for each variant, and what is different about the chosen one.

    Args:
        language: code of the language.
        chosen: the chosen variant.
        blocks: names of the blocks that this device knows.
        last_used: the variant of the last game, which comes first; None before the first game.
    """
    _ = find_catalog(language).gettext
    first = [last_used] if last_used else []
    known = readable_blocks(blocks)  # the latest one comes first
    cards = (
        radio_option(
            "variant",
            variant.name,
            h("b", None, texts.variant_name(language, variant)),
            miniature(Sheet(variant)),
            h(
                "small",
                {"class": "visually-hidden"},
                f"{_variant_description(language, variant)}. ",
                _difficulty_text(language, variant),
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
            h("span", None, _variant_description(language, chosen)),
            h(
                "span",
                {"class": "difficulty", "title": _difficulty_text(language, chosen)},
                *(
                    h("i", {"class": "on"} if level < chosen.difficulty else None)
                    for level in range(MAX_DIFFICULTY)
                ),
            ),
        ),
    )


def _difficulty_text(language: str, variant: Variant) -> str:
    """Return how difficult a sheet is, which dots show."""
    sentence = find_catalog(language).gettext("Difficulty: {level} of {most}")
    return sentence.format(level=variant.difficulty, most=MAX_DIFFICULTY)


def _variant_description(language: str, variant: Variant) -> str:
    """Return a one-line description of a variant."""
    if variant.summary:
        translated = find_catalog(language).gettext  # not a literal: marked in the variant's file
        return translated(variant.summary)
    _ = find_catalog(language).gettext
    numbers = [number for row in variant.rows for number in row.numbers]
    return _("{numbers}, {sides}-sided dice").format(
        numbers=f"\u2066{min(numbers)}–{max(numbers)}\u2069", sides=variant.die_sides
    )


def continue_card(language: str, saved: SavedGame) -> Node:
    """Return the card of a saved game: the first person's sheet, the turn, and the scores."""
    _ = find_catalog(language).gettext
    game = saved.game
    people = (index for index, seat in enumerate(saved.setup.seats) if seat.is_person)
    # Players without a name are named in the page's language, which may have changed since.
    names = texts.seat_names(saved.setup.seats, language)
    return h(
        "button",
        {"type": "button", "class": "card saved-game", "data-action": "resume"},
        miniature(game.state.sheets[next(people, 0)]),
        h("b", None, _("Continue your game")),
        h("small", None, texts.variant_and_turn_text(language, game)),
        h("small", None, texts.scores_text(language, game.rename(names))),
        key="resume",
    )


def continue_table_card(language: str, game: Game) -> Node:
    """Return the card of the live table that this device hosts: the turn and the players."""
    _ = find_catalog(language).gettext
    names = [texts.isolated(language, name) for name in game.names]
    return h(
        "button",
        {"type": "button", "class": "card saved-game", "data-action": "continue-table"},
        miniature(game.state.sheets[0]),
        h("b", None, _("Continue your table")),
        h("small", None, texts.variant_and_turn_text(language, game)),
        h("small", None, texts.joined_by_commas(language, names)),
        key="continue-table",
    )


def bot_cards(language: str, setup: Setup, seat: int) -> Node:
    """Return a card for each bot on offer, and for a chosen bot that only a URL can name."""
    _ = find_catalog(language).gettext
    chosen = setup.seats[seat].kind
    levels = {"easy": _("Easy"), "medium": _("Medium"), "hard": _("Hard")}
    cards = (
        radio_option(
            f"kind:{seat}",
            kind,
            seat_token(kind, seat),
            h("b", None, levels.get(kind) or texts.seat_kind_name(language, kind)),
            h("small", None, texts.bot_name(language, kind)),
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
