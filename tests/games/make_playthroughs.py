"""Regenerate the golden playthroughs: `python3 -m tests.games.make_playthroughs`.

Do so only after an intended change to a rule or to the notation, and review the diff.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx import PASS, VARIANTS, Game, Mark
from qwixx.bots import find_bot, play_game
from qwixx.games.written.playthrough import write_playthrough

if TYPE_CHECKING:
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
        for move in state.legal_moves(player):
            if isinstance(move, Mark) and sheet.skips(move) <= max_skips:
                best, max_skips = move, sheet.skips(move)
        return best


def main() -> None:
    """Write one random game and two cautious games for each variant and number of players."""
    FOLDER.mkdir(exist_ok=True)
    for variant in VARIANTS.values():
        for players in variant.players:
            bots: list[Bot] = [find_bot("random"), CautiousBot(), CautiousBot()]
            for seed, bot in enumerate(bots):
                game = Game(variant, [f"Player {i}" for i in range(players)], seed)
                game = play_game(game, [bot] * players, random.Random(seed))
                text = write_playthrough(game.playthrough(), annotate=True)
                path = FOLDER / f"{variant.name}-{players}-{seed}.txt"
                path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
