"""Write the golden playthroughs anew: `python3 -m tests.games.make_playthroughs`.

Do so only when a rule or the notation changed on purpose, and read the difference.
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


class Patient:
    """Crosses what skips least, two numbers at most unless a penalty is due.

    Such games are long, and most of them end by closed rows.
    """

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:  # noqa: ARG002 - no chance
        """Return a legal move."""
        sheet = state.sheets[player]
        most = 99 if state.penalty_due else 2
        best: Move = PASS
        for move in state.legal_moves(player):
            if isinstance(move, Mark) and sheet.skips(move) <= most:
                best, most = move, sheet.skips(move)
        return best


def main() -> None:
    """Write one game of random players and two of patient ones for each kind of table."""
    FOLDER.mkdir(exist_ok=True)
    for variant in VARIANTS.values():
        for players in variant.players:
            bots: list[Bot] = [find_bot("random"), Patient(), Patient()]
            for seed, bot in enumerate(bots):
                game = Game(variant, [f"Player {i}" for i in range(players)], seed)
                game = play_game(game, [bot] * players, random.Random(seed))
                text = write_playthrough(game.playthrough(), annotate=True)
                path = FOLDER / f"{variant.name}-{players}-{seed}.txt"
                path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
