"""The sentences of the page, in the player's language.

Every text goes through the catalogue of a language as a whole sentence; only names,
numbers and cells ("red 7") are filled in. What has a color has a text for each color, since
in most languages the word for it changes with what it is said of.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from qwixx.i18n import is_rtl, translations
from qwixx.moves import PASS, Color, InvalidMoveError, Mark, Reason
from qwixx.notation import parse_numbers
from qwixx.playthrough import Decision
from qwixx.state import Phase, Termination
from qwixx.ui.model import PERSON, plans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.dice import Roll
    from qwixx.moves import Move
    from qwixx.record import Game
    from qwixx.state import Outcome, State
    from qwixx.ui.model import Seat, Tap
    from qwixx.variants import Variant


def percent(language: str, chance: float) -> str:
    """Return a chance as whole percents, left to right in every language."""
    _ = translations(language).gettext
    number = str(round(100 * chance))
    if 0 < chance < 1:  # what is not decided yet does not look as if it were
        number = {"0": "<1", "100": ">99"}.get(number, number)
    percents = _("{number}%").format(number=number)
    return f"\u2066{percents}\u2069"


def isolated(language: str, name: str) -> str:
    """Return a name for a sentence, so that neither changes the direction of the other."""
    return name if name.isascii() and not is_rtl(language) else f"\u2068{name}\u2069"


def listed(language: str, items: Sequence[str]) -> str:
    """Return a list in one line; "" of nothing."""
    _ = translations(language).gettext
    return reduce(
        lambda first, second: _("{first}, {second}").format(first=first, second=second),
        items or [""],
    )


def cell_name(language: str, mark: Mark) -> str:
    """Return what a cell is called: "red 7"."""
    _ = translations(language).gettext
    names = {
        Color.RED: _("red {number}"),
        Color.YELLOW: _("yellow {number}"),
        Color.GREEN: _("green {number}"),
        Color.BLUE: _("blue {number}"),
    }
    return names[Color(mark.row)].format(number=mark.number)


def row_name(language: str, row: int) -> str:
    """Return what a row is called: "Red"."""
    _ = translations(language).gettext
    return {
        Color.RED: _("Red"),
        Color.YELLOW: _("Yellow"),
        Color.GREEN: _("Green"),
        Color.BLUE: _("Blue"),
    }[Color(row)]


def row_letter(language: str, row: int) -> str:
    """Return the letter that stands for a row's color."""
    _ = translations(language).gettext
    return {
        # Translators: a letter for a color, where there is no room for its name; if need be two.
        Color.RED: _("R"),
        # Translators: a letter for a color, other than those of the other colors.
        Color.YELLOW: _("Y"),
        # Translators: a letter for a color, other than those of the other colors.
        Color.GREEN: _("G"),
        # Translators: a letter for a color, other than those of the other colors.
        Color.BLUE: _("B"),
    }[Color(row)]


def die_name(language: str, row: int) -> str:
    """Return what a colored die is called."""
    _ = translations(language).gettext
    return {
        Color.RED: _("red die"),
        Color.YELLOW: _("yellow die"),
        Color.GREEN: _("green die"),
        Color.BLUE: _("blue die"),
    }[Color(row)]


def row_closed(language: str, row: int) -> str:
    """Return the sentence that a row is closed."""
    _ = translations(language).gettext
    return {
        Color.RED: _("Red is closed."),
        Color.YELLOW: _("Yellow is closed."),
        Color.GREEN: _("Green is closed."),
        Color.BLUE: _("Blue is closed."),
    }[Color(row)]


def variant_name(language: str, variant: Variant) -> str:
    """Return what a variant is called."""
    _ = translations(language).gettext
    return {"classic": _("Classic"), "longo": _("Longo")}.get(variant.name, variant.name)


def kind_name(language: str, kind: str) -> str:
    """Return what a kind of seat is called."""
    _ = translations(language).gettext
    return {
        PERSON: _("Person"),
        "easy": _("Bot: easy"),
        "medium": _("Bot: medium"),
        "hard": _("Bot: hard"),
        "greedy": _("Bot: sensible"),
        "random": _("Bot: random"),
    }.get(kind, kind)


def seat_names(seats: Sequence[Seat], language: str) -> list[str]:
    """Return a name for each seat: the typed one, or the usual one."""
    _ = translations(language).gettext
    return [
        seat.name
        or (_("Player {number}") if seat.kind == PERSON else _("Bot {number}")).format(
            number=index + 1
        )
        for index, seat in enumerate(seats)
    ]


def read_lucky(variant: Variant, texts: Sequence[str]) -> list[tuple[int, int]]:
    """Return a pair of lucky numbers for each seat, dealing to who has typed none.

    Raises:
        ValueError: a typed text is no pair.
    """
    typed = [parse_pair(variant, text) for text in texts]
    rest = [pair for pair in variant.lucky_pairs if pair not in typed]
    return [pair if pair is not None else rest.pop(0) for pair in typed]


def parse_pair(variant: Variant, text: str) -> tuple[int, int] | None:
    """Read a typed pair of lucky numbers: "5 8", "5,8" or "5 & 8"; None if blank.

    Raises:
        ValueError: it is none.
    """
    words = text.replace("&", " ").replace(",", " ").split()
    return variant.check_lucky(parse_numbers(",".join(words))) if words else None


# The game


def headline(language: str, game: Game, player: int | None) -> str:
    """Return whose turn it is and which step, for the person whose touch is awaited."""
    _ = translations(language).gettext
    state = game.state
    names = [isolated(language, name) for name in game.names]
    if state.phase is Phase.OVER:
        return _("The game is over")
    if player is None:
        thinker = names[state.to_act[0]] if state.to_act else names[state.active]
        return _("{name} is thinking …").format(name=thinker)
    if state.phase is Phase.ROLL:
        return _("{name}, roll the dice").format(name=names[player])
    if state.phase is Phase.WHITE:
        return _("{name}: white sum {sum}").format(
            name=names[player], sum=state.roll.white_sum if state.roll else ""
        )
    return _("{name}: colored sum").format(name=names[player])


def detail(language: str, game: Game, player: int | None) -> str:
    """Return what the person may do, and what passing costs."""
    _ = translations(language).gettext
    state = game.state
    outcome = state.outcome()
    if outcome is not None:
        return ending(language, game.state, outcome)
    if player is None or state.phase is Phase.ROLL:
        return ""
    marks = [move for move in state.legal_moves(player) if isinstance(move, Mark)]
    if state.phase is Phase.WHITE:
        total = state.roll.white_sum if state.roll else 0
        if not marks:
            return _("There is no {sum} that you may cross: pass.").format(sum=total)
        if any(mark.number != total for mark in marks):
            return _(
                "{sum} is your lucky number: cross one {sum}, or the next free number of a "
                "row with the fewest crosses, or pass."
            ).format(sum=total)
        if player != state.active:
            return _("Cross one {sum}, or pass: that costs you nothing.").format(sum=total)
        return _("Cross one {sum}, or pass.").format(sum=total)
    if not marks:
        if state.penalty_due:
            return _("No sum fits. To pass costs a penalty: −{points}.").format(
                points=state.variant.penalty_points
            )
        return _("No sum fits: pass.")
    if state.penalty_due:
        return _("One white and one colored die: cross a sum, or take a penalty.")
    return _("One white and one colored die: cross a sum, or pass.")


def early(language: str, game: Game, player: int | None) -> str:
    """Return what dashed cells mean; "" where there are none, and after two rounds."""
    state = game.state
    if player is None or state.turn >= 2 * state.players or not plans(state, player):
        return ""
    return translations(language).gettext(
        "Dashed numbers: you pass on the white sum and cross one of these with a colored die."
    )


def choices(language: str, game: Game, player: int | None) -> str:
    """Return which cells the person may cross in the color step and with which dice."""
    state = game.state
    if player is None or state.phase is not Phase.COLOR or state.roll is None:
        return ""
    return listed(
        language,
        [
            f"{cell_name(language, move)} ({pair_text(state.roll, move)})"
            for move in state.legal_moves(player)
            if isinstance(move, Mark)
        ],
    )


def pair_text(roll: Roll, mark: Mark) -> str:
    """Return which dice make a number in the color step: "4+3", the white one first."""
    die = roll.colored[mark.row]
    white = next(white for white in roll.white if white + (die or 0) == mark.number)
    # Isolated from left to right: the white die comes first in every language.
    return f"\u2066{white}+{die}\u2069"


def pass_label(language: str, state: State, player: int | None) -> str:
    """Return what stands on the pass button."""
    _ = translations(language).gettext
    if player is not None and state.phase is Phase.COLOR and state.penalty_due:
        return _("Pass: −{points}").format(points=state.variant.penalty_points)
    return _("Pass")


def event_line(language: str, game: Game, player: int, move: Move, *, penalty: bool) -> str:
    """Return what a decision was, for the log and for who listens."""
    _ = translations(language).gettext
    name = isolated(language, game.names[player])
    if penalty:
        return _("{name}: penalty −{points}").format(name=name, points=game.variant.penalty_points)
    if move is PASS or not isinstance(move, Mark):
        return _("{name}: passes").format(name=name)
    return _("{name}: {cell}").format(name=name, cell=cell_name(language, move))


def log(language: str, game: Game, most: int = 0) -> list[tuple[str, list[str]]]:
    """Return what happened, a heading and lines for each turn, the latest turn first.

    Args:
        language: code of the language.
        game: the game.
        most: how many turns are wanted, the latest ones; 0 for all.
    """
    _ = translations(language).gettext
    turns: list[tuple[str, list[str]]] = []
    states, events = game.states, game.events
    rolls = [index for index, event in enumerate(events) if not isinstance(event, Decision)]
    begin = rolls[-most:][0] if rolls and most else 0
    secret: list[str] = []
    steps = zip(states[begin:], events[begin:], states[begin + 1 :], strict=False)
    for before, event, after in steps:
        if not isinstance(event, Decision):
            heading = _("Turn {number}: {name} rolls, white sum {sum}").format(
                number=before.turn + 1,
                name=isolated(language, game.names[before.active]),
                sum=event.white_sum,
            )
            turns.append((heading, []))
            secret = []
            continue
        penalty = after.sheets[event.player].penalties > before.sheets[event.player].penalties
        line = event_line(language, game, event.player, event.move, penalty=penalty)
        if before.phase is Phase.WHITE:
            secret.append(line)
            if after.phase is not Phase.WHITE:  # all are in: now they are disclosed
                turns[-1][1].extend(secret)
        else:
            turns[-1][1].append(line)
        turns[-1][1].extend(
            row_closed(language, row)
            for row, (was, now) in enumerate(zip(before.closed, after.closed, strict=True))
            if now and not was
        )
    return turns[::-1]


def news(language: str, game: Game) -> str:
    """Return what has been disclosed last."""
    entries = log(language, game, 2)
    if game.state.phase is Phase.WHITE:
        entries = entries[1:]
    if not entries:
        return ""
    return " · ".join(entries[0][1])


def scores(game: Game) -> str:
    """Return everybody's points as they stand."""
    pairs = zip(game.names, game.state.scores(), strict=True)
    return " · ".join(f"\u2068{name}\u2069: {points}" for name, points in pairs)


def ending(language: str, state: State, outcome: Outcome) -> str:
    """Return why a game ended."""
    catalog = translations(language)
    if outcome.termination is Termination.ROWS_CLOSED:
        rows = sum(state.closed)
        return catalog.ngettext("{count} row is closed.", "{count} rows are closed.", rows).format(
            count=rows
        )
    return catalog.gettext("Somebody crossed the fourth penalty.")


def result(language: str, game: Game, outcome: Outcome) -> str:
    """Return who won."""
    catalog = translations(language)
    names = [isolated(language, game.names[winner]) for winner in outcome.winners]
    points = max(outcome.scores)
    if len(names) == 1:
        return catalog.ngettext(
            "{name} wins with {points} point", "{name} wins with {points} points", abs(points)
        ).format(name=names[0], points=points)
    return catalog.ngettext(
        "{names} share the win with {points} point",
        "{names} share the win with {points} points",
        abs(points),
    ).format(names=listed(language, names), points=points)


def refusal(game: Game | None, tap: Tap) -> Reason | None:
    """Return why the rules forbid what was tapped; None if they do not, or it is no cell."""
    if game is None or not 0 <= tap.player < game.state.players:
        return None
    try:
        return game.state.refusal(tap.player, Mark.from_code(tap.code))
    except InvalidMoveError:
        return None


_DICE = {
    Reason.NOT_ROLLED,
    Reason.NOT_WHITE_SUM,
    Reason.NOT_COLOR_SUM,
    Reason.NOT_LEFTMOST,
    Reason.NOT_FEWEST,
}
"""Reasons that another roll can lift."""


def why(language: str, game: Game, tap: Tap) -> str:
    """Return why a cell may not be crossed; if another roll can lift that, how likely it is."""
    reason = refusal(game, tap)
    if reason is None:
        return ""
    state, player, mark = game.state, tap.player, Mark.from_code(tap.code)
    told = _why(language, state, player, mark, reason)
    if reason not in _DICE:
        return told
    return f"{told} {_odds(language, state, player, mark)}".rstrip()


def _odds(language: str, state: State, player: int, mark: Mark) -> str:
    """Return how likely a number may be crossed in the turns to come; nothing if it cannot be."""
    from qwixx.odds import cell_chance, chance_in_turns  # noqa: PLC0415 - loads when first needed

    own = cell_chance(state, player, mark, active=True).value
    if not own:
        return ""
    others = cell_chance(state, player, mark, active=False).value
    soon = chance_in_turns(state, player, mark, state.players)
    return (
        translations(language)
        .gettext("Chance: {own} in your turns, {others} in other turns, {soon} in a round.")
        .format(
            own=percent(language, own),
            others=percent(language, others),
            soon=percent(language, soon),
        )
    )


def _why(language: str, state: State, player: int, mark: Mark, reason: Reason) -> str:
    catalog = translations(language)
    _ = catalog.gettext
    sheet, spec, roll = state.sheets[player], state.variant.rows[mark.row], state.roll
    if reason is Reason.LEFT_OF_LAST:
        return _("{number} is left of {last}, your last cross in this row: it is lost.").format(
            number=mark.number, last=sheet.crossed(mark.row)[-1]
        )
    if reason is Reason.TOO_FEW_CROSSES:
        missing = spec.lock_needs - sheet.count(mark.row)
        return catalog.ngettext(
            "{number} needs {needs} crosses in this row first: {count} is missing.",
            "{number} needs {needs} crosses in this row first: {count} are missing.",
            missing,
        ).format(number=mark.number, needs=spec.lock_needs, count=missing)
    if reason is Reason.NOT_WHITE_SUM and roll is not None:
        return _("The white dice make {sum}, not {number}.").format(
            sum=roll.white_sum, number=mark.number
        )
    if reason is Reason.NOT_COLOR_SUM and roll is not None:
        die = roll.colored[mark.row] or 0
        sums = sorted({white + die for white in roll.white})
        return _("A white die and the {die} of this row make {sums}, not {number}.").format(
            die=die, sums=" / ".join(map(str, sums)), number=mark.number
        )
    return {
        Reason.GAME_OVER: _("The game is over."),
        Reason.NOT_ROLLED: _("Roll the dice first."),
        Reason.ALREADY_DECIDED: _("You have already decided on this white sum."),
        Reason.NOT_YOUR_TURN: _("Only the active player uses a colored die."),
        Reason.ALREADY_CROSSED: _("This number is already crossed."),
        Reason.ROW_CLOSED: _("This row is closed."),
        Reason.NOT_LEFTMOST: _("A lucky number crosses the next free number only."),
        Reason.NOT_FEWEST: _("A lucky number goes to a row with the fewest crosses."),
    }.get(reason, "")


def notice(language: str, key: str) -> str:
    """Return what a notice says."""
    _ = translations(language).gettext
    return {
        "bad-parameters": _("Part of the address was not understood and is left out."),
        "bad-seed": _("The seed in the address is not a whole number; another one is used."),
        "bad-lucky": _("Lucky numbers are two different white sums, as in 5 8."),
        "cannot-save": _("This browser keeps nothing here: the game is lost when you leave."),
        "no-weights": _("What the bots and the coach know could not be loaded."),
        "kept-aside": _("The saved game could not be read. It is kept, and you can download it."),
        "file-coming": _("One moment: the game is being put into one file …"),
        "file-failed": _("The file could not be made, since a part of it could not be loaded."),
        "mixed": _(
            "Parts of this page are of different versions of the game. If something goes wrong, "
            "load it again in a few minutes."
        ),
        "no-language": _(
            "This language could not be loaded. Check the connection, then try again."
        ),
        "plan-lost": _("The row was closed meanwhile: choose again."),
    }.get(key, key)
