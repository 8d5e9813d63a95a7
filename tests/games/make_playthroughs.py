"""Regenerate the golden playthroughs: `python3 -m tests.games.make_playthroughs`.

Do so only after an intended change to a rule or to the notation, and review the diff.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx import PASS, VARIANTS, Color, Game, Mark, Phase
from qwixx.bots import find_bot, play_game
from qwixx.games.events import Decision
from qwixx.games.written.playthrough import write_playthrough

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx import Playthrough, Sheet, Variant
    from qwixx.bots import Bot
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State

FOLDER = Path(__file__).parent / "playthroughs"


class CautiousBot:
    """A bot that skips as few numbers as possible, and at most two unless a penalty is due.

    Its games are long, and most of them end because rows are closed.
    """

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - deterministic
        sheet = state.sheets[player]
        max_skips = 99 if state.penalty_due else 2
        best: Move = PASS
        if state.phase is Phase.BONUS:
            return state.legal_moves(player)[0]
        for move in state.legal_moves(player):
            if isinstance(move, Mark) and sheet.skips(move) <= max_skips:
                best, max_skips = move, sheet.skips(move)
        return best


def shown_cases(playthrough: Playthrough) -> set[str]:
    """Return names of the cases that a game shows; see `needed_cases`."""
    states = list(playthrough.states())
    outcome = states[-1].outcome()
    cases = {outcome.termination.value} if outcome else set()
    for before, event, after in zip(states, playthrough.events, states[1:], strict=False):
        if after.closed != before.closed:
            cases.add(f"lock, {before.phase.value}")
        if before.phase is Phase.BONUS:
            cases.add("choice")
        if isinstance(event, Decision) and isinstance(event.move, Mark):
            cases |= {"second cross"} if event.move.second else set()
            cases |= {"bonus row"} if event.move.row >= len(Color) else set()
        if any(
            _has_ordered_cross(*pair) for pair in zip(before.sheets, after.sheets, strict=True)
        ):
            cases.add("ordered cross")
    if any(sheet.track for sheet in states[-1].sheets):
        cases.add("field")
    return cases


def _has_ordered_cross(before: Sheet, after: Sheet) -> bool:
    """Return whether numbers were crossed out in two rows at once."""
    rows = range(len(before.variant.rows))
    return sum(before.crossed(row) != after.crossed(row) for row in rows) > 1


def needed_cases(variant: Variant) -> set[str]:
    """Return names of the cases that the games of a variant show together."""
    cases = {"rows closed", "penalties", "lock, white", "lock, color"}
    cases |= {"choice"} if variant.has_choices else set()
    cases |= {"second cross"} if any(row.second_cells for row in variant.rows) else set()
    cases |= {"bonus row"} if variant.bonus_rows else set()
    cases |= {"ordered cross"} if variant.makes_crosses else set()
    return cases | ({"field"} if variant.track_length else set())


def playthroughs(variant: Variant) -> Iterator[tuple[str, Playthrough]]:
    """Yield the names and the games of a variant.

    For a plain sheet, these are one random game and two cautious games for each number of players;
    for another sheet, a random game of few players and one cautious game for each number of
    players. More games of few players follow until all needed cases are shown.
    """
    fewest = variant.players[0]
    missing = needed_cases(variant)
    for players in variant.players:
        for seed in range(3) if variant.is_plain else range(players > fewest, 2):
            playthrough = _play(variant, players, seed)
            missing -= shown_cases(playthrough)
            yield f"{variant.name}-{players}-{seed}", playthrough
    for seed in range(3, 100):
        playthrough = _play(variant, fewest, seed)
        if missing & shown_cases(playthrough):
            missing -= shown_cases(playthrough)
            yield f"{variant.name}-{fewest}-{seed}", playthrough


def _play(variant: Variant, players: int, seed: int) -> Playthrough:
    """Return a random game for seed 0 and a cautious game for other seeds."""
    game = Game(variant, [f"Player {i}" for i in range(players)], seed)
    bot: Bot = CautiousBot() if seed else find_bot("random")
    return play_game(game, [bot] * players, random.Random(seed)).playthrough()


def main() -> None:
    """Write the games of all variants."""
    FOLDER.mkdir(exist_ok=True)
    for variant in VARIANTS.values():
        for name, playthrough in playthroughs(variant):
            text = write_playthrough(playthrough, annotate=True)
            FOLDER.joinpath(f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
