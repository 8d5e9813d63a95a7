"""Play games by turns for tests: two devices, and links between them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from qwixx.games.turns.reading import Reading, read_link
from qwixx.games.turns.record_link import parse_record_link
from qwixx.games.turns.turn_game import Step, TurnGame, accept, invite
from qwixx.rules.moves import PASS, Mark
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.games.turns.record import Stage
    from qwixx.rules.moves import Move


class Link(NamedTuple):
    """A link, with what both devices knew when it was made.

    Args:
        text: the link.
        before: the sender's game before it; None for the first two links.
        after: the sender's game after it.
    """

    text: str
    before: TurnGame | None
    after: TurnGame

    @property
    def stage(self) -> Stage:
        """The step that the link tells."""
        return self.after.record.stage


def digits(rng: Random) -> str:
    """Return 32 random hexadecimal digits."""
    return f"{rng.getrandbits(128):032x}"


def chosen_moves(game: TurnGame, rng: Random) -> tuple[Move, ...]:
    """Return decisions of a player who skips few numbers, so that rows are locked."""
    moves: tuple[Move, ...] = ()
    while (position := game.next_state_to_decide(moves)) is not None:
        legal = position.state.legal_moves(game.seat)
        marks = [move for move in legal if isinstance(move, Mark)]
        sheet = position.state.sheets[game.seat]
        best = min(marks, key=sheet.skips, default=None)
        bold = best is not None and (sheet.skips(best) <= 2 or rng.random() < 0.3)
        moves = (*moves, best if best is not None and bold else PASS)
    return moves


def begin(rng: Random, variant: str = "classic", names: tuple[str, str] = ("Ann", "Bo")) -> Link:
    """Return an invitation."""
    game = invite(digits(rng), find_variant(variant), names[0], digits(rng), "1f")
    return Link(game.link, None, game)


def play(
    seed: int, variant: str = "classic", names: tuple[str, str] = ("Ann", "Bo")
) -> Iterator[Link]:
    """Yield the links of a whole game."""
    rng = Random(f"{seed} {variant}")
    invitation = begin(rng, variant, names)
    yield invitation
    joined = accept(parse_record_link(invitation.text), names[1], digits(rng), "2f")
    last = Link(joined.link, None, joined)
    yield last
    devices = [invitation.after, joined]
    while True:
        seat = 1 - last.after.seat
        reading, game = read_link(devices[seat], last.text, "2026-11-20")
        assert reading is Reading.NEW
        if game.step is Step.NONE:
            return
        devices[seat] = game.reply(chosen_moves(game, rng), "2026-11-20")
        last = Link(devices[seat].link, game, devices[seat])
        yield last


@cache
def whole_game(
    seed: int, variant: str = "classic", names: tuple[str, str] = ("Ann", "Bo")
) -> tuple[Link, ...]:
    """Return the links of a whole game."""
    return tuple(play(seed, variant, names))


SPLIT_SEED = 36
"""Seed of a game with split turns, both with P and with Q active."""
CLOSED_SEED = 26
"""Seed of a game whose last link opens a cross of P."""
