"""Texts shared by all screens.

Every text is translated as a whole sentence; only names, numbers, and cells ("red 7") are
inserted. Each color has its own sentence, because adjectives are inflected in most languages.
"""

from __future__ import annotations

import re
from functools import reduce
from typing import TYPE_CHECKING

from qwixx.games.names import OWN_BOT
from qwixx.rules.moves import Color
from qwixx.rules.variants import VARIANTS
from qwixx.ui.model.known_blocks import readable_blocks
from qwixx.ui.model.setup import PERSON
from qwixx.ui.model.values import replace
from qwixx.ui.texts.languages import KNOWN, is_rtl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.game import Game
    from qwixx.rules.dice import Roll
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Mark
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.model.setup import Seat
    from qwixx.ui.texts.languages import Texts


def whole_percent_text(_: Texts, chance: float) -> str:
    """Return a probability as a whole percentage, left to right in every language."""
    number = str(round(100 * chance))
    if 0 < chance < 1:  # an undecided game must not read as decided
        number = {"0": "<1", "100": ">99"}.get(number, number)
    percents = _("{number}%").format(number=number)
    return f"\u2066{percents}\u2069"


def isolated(_: Texts, name: str) -> str:
    """Return a name, wrapped in bidirectional isolates if needed."""
    return name if name.isascii() and not is_rtl(_.language) else f"\u2068{name}\u2069"


def capitalized(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def joined_by_commas(_: Texts, items: Sequence[str]) -> str:
    """Return items separated by commas; "" if there are none."""
    return reduce(
        lambda first, second: _("{first}, {second}").format(first=first, second=second),
        items or [""],
    )


def joined_by_and(_: Texts, names: Sequence[str]) -> str:
    """Return names joined for a sentence, such as "Emma, Noa, and Bot 3"; "" without names."""
    *firsts, last = names or [""]
    if not firsts:
        return last
    changes_and = KNOWN[_.language].and_changes
    if changes_and and re.match(changes_and, last):
        # Translators: Spanish "e" before "Iris" or "Hilda"; elsewhere as without the context.
        text = _.pgettext("before a name like Iris", "{first} and {second}")
    elif len(firsts) > 1:
        # Translators: the last name of three or more: "Emma, Noa, and Bot 3".
        text = _("{first}, and {second}")
    else:
        # Translators: two names: "Emma and Noa".
        text = _("{first} and {second}")
    return text.format(first=joined_by_commas(_, firsts), second=last)


def points_number(points: int) -> str:
    """Return points as text; in every language, a minus sign comes first."""
    return _with_sign(str(abs(points)), points < 0)


def one_decimal(_: Texts, value: float) -> str:
    """Return a number with one decimal, formatted for a language."""
    digits = f"{abs(value):.1f}".replace(".", KNOWN[_.language].decimal)
    return _with_sign(digits, value < 0)


def _with_sign(digits: str, is_negative: bool) -> str:  # noqa: FBT001 - it is private
    return f"\u2066−{digits}\u2069" if is_negative else digits


def cell_name(_: Texts, variant: Variant, mark: Mark) -> str:
    """Return the name of a cell, such as "red 7"; the color is the box's."""
    if mark.row >= len(variant.rows):
        return bonus_box_name(_, variant, mark)
    name = box_name(_, variant.color_of(mark), mark.number)
    if mark.second:
        # Translators: on some sheets a number can be crossed out twice: "red 7 (second cross)".
        return _("{cell} (second cross)").format(cell=name)
    return name


def bonus_box_name(_: Texts, variant: Variant, mark: Mark) -> str:
    """Return the name of a box in a bonus row, by the rows around it."""
    first, _second = variant.bonus_rows[mark.row - len(variant.rows)].between
    names = {
        # Translators: a box in an extra row that lies between the red and the yellow row.
        Color.RED: _("{number} between red and yellow"),
        # Translators: a box in an extra row that lies between the green and the blue row.
        Color.GREEN: _("{number} between green and blue"),
    }
    return names[first].format(number=mark.number)


def box_name(_: Texts, color: Color, number: int) -> str:
    """Return the name of a box of a color, such as "red 7"."""
    names = {
        Color.RED: _("red {number}"),
        Color.YELLOW: _("yellow {number}"),
        Color.GREEN: _("green {number}"),
        Color.BLUE: _("blue {number}"),
    }
    return names[color].format(number=number)


def row_name(_: Texts, variant: Variant, row: int) -> str:
    """Return the name of a row, such as "Red", or "Row 1" if it has several colors."""
    if row >= len(variant.rows):
        first, _second = variant.bonus_rows[row - len(variant.rows)].between
        return {
            # Translators: the name of an extra row, which lies between two others.
            Color.RED: _("Bonus row between red and yellow"),
            # Translators: the name of an extra row, which lies between two others.
            Color.GREEN: _("Bonus row between green and blue"),
        }[first]
    if variant.rows[row].dice:
        return _("Row {number}").format(number=row + 1)
    return color_name(_, Color(row))


def color_name(_: Texts, color: Color) -> str:
    """Return the name of a color, such as "Red"."""
    return {
        Color.RED: _("Red"),
        Color.YELLOW: _("Yellow"),
        Color.GREEN: _("Green"),
        Color.BLUE: _("Blue"),
    }[color]


def sheet_name(_: Texts, name: str, sheet: Sheet, *, yours: bool = False) -> str:
    """Return the label of a sheet for screen readers, with its points."""
    points = sheet.points
    text = (
        _.ngettext("Your sheet: {points} point", "Your sheet: {points} points", abs(points))
        if yours
        else _.ngettext(
            "{name}’s sheet: {points} point", "{name}’s sheet: {points} points", abs(points)
        )
    )
    return text.format(name=isolated(_, name), points=points_number(points))


def sheet_title(_: Texts, name: str, *, yours: bool = False) -> str:
    """Return the heading of a player's sheet."""
    if yours:
        return _("Your sheet")
    return _("{name}’s sheet").format(name=isolated(_, name))


def points_text(_: Texts, owner: str, points: int) -> str:
    """Return points after a label, such as an isolated name or a day."""
    # Translators: a name or a day, and points: "Emma: 34".
    sentence = _("{name}: {points}")
    return sentence.format(name=owner, points=points_number(points))


def color_letter(_: Texts, row: int) -> str:
    """Return the letter of a row's color."""
    return {
        # Translators: a letter for a color, where its name does not fit; use two if needed.
        Color.RED: _("R"),
        # Translators: a letter for a color, different from the letters of the other colors.
        Color.YELLOW: _("Y"),
        # Translators: a letter for a color, different from the letters of the other colors.
        Color.GREEN: _("G"),
        # Translators: a letter for a color, different from the letters of the other colors.
        Color.BLUE: _("B"),
    }[Color(row)]


def has_letter_pairs(_: Texts) -> bool:
    """Return whether a language has two letters for one of the colors."""
    return any(len(color_letter(_, color)) > 1 for color in Color)


def die_name(_: Texts, row: int) -> str:
    """Return the name of a colored die."""
    return {
        Color.RED: _("red die"),
        Color.YELLOW: _("yellow die"),
        Color.GREEN: _("green die"),
        Color.BLUE: _("blue die"),
    }[Color(row)]


def die_label(_: Texts, die: str, value: int | None) -> str:
    """Return the name of a die with its value."""
    # Translators: a die and its value, "red die: 4"; or a dash before it is rolled.
    sentence = _("{die}: {value}")
    return sentence.format(die=die, value="–" if value is None else value)


def roll_text(_: Texts, roll: Roll) -> str:
    """Return the roll for screen readers, starting with the white sum."""
    colored = [
        die_label(_, die_name(_, row), die)
        for row, die in enumerate(roll.colored)
        if die is not None
    ]
    first = _("White sum: {sum}").format(sum=roll.white_sum)
    return joined_by_commas(_, [first, *colored])


def lock_name(_: Texts, variant: Variant, row: int) -> str:
    """Return the name of a row's lock, for undone actions."""
    if variant.rows[row].dice:
        # Translators: like "lock of the red row", for a row of several colors.
        return _("lock of row {number}").format(number=row + 1)
    return {
        # Translators: after "Undone:", and on the button that takes it back.
        Color.RED: _("lock of the red row"),
        Color.YELLOW: _("lock of the yellow row"),
        Color.GREEN: _("lock of the green row"),
        Color.BLUE: _("lock of the blue row"),
    }[Color(row)]


def row_locked_text(_: Texts, variant: Variant, row: int) -> str:
    """Return a sentence saying that a row is locked."""
    if variant.rows[row].dice:
        return _("Row {number} is locked.").format(number=row + 1)
    return {
        Color.RED: _("Red is locked."),
        Color.YELLOW: _("Yellow is locked."),
        Color.GREEN: _("Green is locked."),
        Color.BLUE: _("Blue is locked."),
    }[Color(row)]


def variant_name(_: Texts, variant: Variant) -> str:
    """Return the title of a variant."""
    translated = _  # not a literal: marked in the variant's file
    return translated(variant.title).replace("{code}", variant.short_code)


def variant_options(_: Texts, chosen: Variant, blocks: Sequence[str]) -> list[tuple[str, str]]:
    """Return the name and the title of each variant to choose from: sheets, then blocks.

    Args:
        _: the texts of the language.
        chosen: the variant that is chosen now; it is always among them.
        blocks: names of the blocks that this device knows.
    """
    variants = dict.fromkeys([*VARIANTS.values(), *readable_blocks(blocks), chosen])
    return [(variant.name, variant_name(_, variant)) for variant in variants]


def seat_kind_name(_: Texts, kind: str) -> str:
    """Return the name of a kind of seat."""
    return {
        PERSON: _("Human"),
        "easy": _("Bot: easy"),
        "medium": _("Bot: medium"),
        "hard": _("Bot: hard"),
        "heuristic": _("Bot: planner"),
        "greedy": _("Bot: cautious"),
        "random": _("Bot: random"),
        # Translators: a bot that a player wrote.
        OWN_BOT: _("Bot: your own"),
    }.get(kind, kind)


def bot_name(_: Texts, kind: str, place: int = 0) -> str:
    """Return the name of a bot with a face; "" for other kinds.

    Args:
        _: the texts of the language.
        kind: its kind.
        place: number of bots of the kind before it. As many have a name of their own as can play
            against one person; more are numbered.
    """
    names = {
        # Translators: the name of the weakest bot, friendly; a pip is a dot on a die.
        "easy": (_("Pip"), _("Momo"), _("Lola"), _("Beni")),
        # Translators: the name of the bot in the middle; "trey" is a die's three.
        "medium": (_("Trey"), _("Juno"), _("Milo"), _("Nico")),
        # Translators: the name of the strongest bot; a king, and a dog's name.
        "hard": (_("Rex"), _("Zara"), _("Otto"), _("Vega")),
    }.get(kind, ())
    if place < len(names):
        return names[place]
    return f"{names[0]} {place + 1}" if names else ""


def seat_names(seats: Sequence[Seat], _: Texts, *, addresses_you: bool = True) -> list[str]:
    """Return the name of each seat: the typed name, or else a default.

    Args:
        seats: the seats.
        _: the texts of the language.
        addresses_you: whether the only person is "You"; False in texts for other people.
    """
    kinds = [seat.kind for seat in seats]
    names = []
    for number, (seat, kind) in enumerate(zip(seats, kinds, strict=True), start=1):
        if kind == PERSON:
            alone = kinds.count(kind) == 1
            usual = _("You") if alone and addresses_you else _("Player {number}")
        else:
            usual = bot_name(_, kind, kinds[: number - 1].count(kind)) or _("Bot {number}")
        names.append(seat.name or usual.format(number=number))
    return names


def without_you(seats: Sequence[Seat], _: Texts) -> tuple[Seat, ...]:
    """Return seats in which nobody is named "You", as archived games may name their player."""
    you = ("You", _("You"))
    return tuple(
        replace(seat, name="") if seat.kind == PERSON and seat.name in you else seat
        for seat in seats
    )


def seat_names_for_others(seats: Sequence[Seat], _: Texts) -> list[str]:
    """Return the name of each seat for texts that other people read."""
    return seat_names(without_you(seats, _), _, addresses_you=False)


def variant_and_turn_text(_: Texts, game: Game) -> str:
    """Return the game's title: variant and turn."""
    variant = variant_name(_, game.variant)
    return _("{variant}, turn {number}").format(variant=variant, number=game.state.turn + 1)


def scores_text(_: Texts, game: Game) -> str:
    """Return each player's current points."""
    pairs = zip(game.names, game.state.scores(), strict=True)
    return " · ".join(points_text(_, isolated(_, name), points) for name, points in pairs)


def notice_text(_: Texts, key: str) -> str:
    """Return the text of a notice."""
    kind, _colon, line = key.partition(":")
    if kind == "own-bot-failed" and line:
        text = _("Your bot failed in line {number}, so it passed. Fix it under “Write a bot”.")
        return text.format(number=line)
    return {
        "own-bot-failed": _("Your bot failed, so it passed. Fix it under “Write a bot”."),
        "own-bot-missing": _("Your bot can’t play here now, so a cautious bot plays on."),
        "bad-block": _(
            "The block in this web address can’t be read: its code is cut off, mistyped, or from "
            "a newer version. Everything else is as it was."
        ),
        "bad-parameters": _("Part of this web address wasn’t recognized and is ignored."),
        "bad-seed": _("The seed in the address isn’t a whole number, so another one is used."),
        "bad-lucky": _(
            "Lucky numbers must be two different sums of the white dice, such as “5 8”."
        ),
        "same-lucky": _("Another player already has these two numbers."),
        "cannot-save": _("This browser won’t save anything here: if you leave, the game is lost."),
        "mixed": _(
            "Parts of this page are from different versions of the game. If something goes "
            "wrong, reload the page in a few minutes."
        ),
        "no-room": _(
            "There’s no space left to save: if you leave, what you play from now on is lost."
        ),
        "unread-choices": _(
            "Your settings couldn’t be read, so the defaults are used. Nothing has been deleted."
        ),
        "earlier": _("Your earlier game is still saved."),
        "last-over": _("Your last game is over. It’s still saved."),
        "nobody-waits": _(
            "No table on this device is waiting for this reply. Ask the host to scan it instead."
        ),
        "table-moved": _("This table is open in another tab now."),
        "table-older": _(
            "This table was saved by an earlier version of this page: its guests can’t come "
            "back. The game continues on this device."
        ),
        "seat-older": _(
            "Your game at another table was played with an earlier version of this page, so it "
            "can’t continue. Ask the host for a new game."
        ),
        "moved-on": _("You played on in another tab. This is how the game stands now."),
        "left-elsewhere": _("You left this game in another tab. Play on here to keep it."),
        "gone": _("That game is gone: you left it in another tab."),
        "no-weights": _(
            "The data for bots and hints couldn’t be loaded. The bots will play a simpler game."
        ),
        "kept-aside": _(
            "Your saved game couldn’t be read. It hasn’t been deleted, and you can download it."
        ),
        "file-coming": _("One moment: packing the game into a single file…"),
        "file-failed": _("The file couldn’t be created because part of it couldn’t be loaded."),
        "no-print": _("This app can’t print. Open the page in your browser to print it."),
        "no-files": _(
            "This app can’t save files. Open the page in your browser to save this one."
        ),
        "maybe-no-files": _(
            "No file? Then this app can’t save files. Open the page in your browser instead."
        ),
        "no-share": _("This app can’t share. Copy the text instead."),
        "no-language": _("This language couldn’t be loaded. Check your connection and try again."),
        "part-failed": _("This page couldn’t be loaded. Check your connection and try again."),
        "bad-day": _("There’s no daily game for that date yet, or there’s no such date."),
        "practice": _(
            "This daily game is just for practice: only your first try, on the day itself, counts."
        ),
        "practice-day": _(
            "This daily game is just for practice: only your first try, on the day itself, "
            "counts. If you finish it, today still counts for your streak."
        ),
        "bad-game": _("This game can’t be shown: its saved data is damaged."),
        "not-kept": _(
            "This browser won’t keep your games: the list lasts until you close the page."
        ),
        "list-closed": _("This game is saved, but the list of past games won’t open."),
        "no-answer": _(
            "The browser can’t open its list of games right now. You can still save the games "
            "shown here to a file; the others haven’t been deleted."
        ),
        "not-deleted": _("The browser hasn’t deleted these games yet. They may come back."),
        "went-wrong": _("Something went wrong. Your game is saved up to that point."),
        "went-wrong-again": _(
            "Something went wrong again, so here is the start screen. Your game is saved up to "
            "that point."
        ),
        "bad-link": _("There’s no game in this link: part of it may be missing."),
        "link-incomplete": _("This link is incomplete: copy all of it."),
        "link-damaged": _("Something in this link is wrong: copy it once more."),
        "link-newer": _(
            "A newer version of the page made this link: reload the page, then open it again."
        ),
        "challenge-unreadable": _(
            "This challenge can’t be opened: it comes from a newer version of the page, or its "
            "game breaks the rules."
        ),
        "answer-not-here": _(
            "This is a reply to a challenge that wasn’t sent from this browser. Open the link "
            "where the challenge was sent."
        ),
        "plan-lost": _("That row has been locked in the meantime: choose again."),
    }.get(key, key)
