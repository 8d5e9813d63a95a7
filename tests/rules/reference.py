"""Reference implementation of the rules, for comparison with the engine.

It is based on the text of the rules alone and shares no code, data, or ideas with the engine: a
sheet is a list of crosses per row, every query looks at every cell, and nothing is optimized.
Moves are strings such as "r7" and "-".

Source: rules, "Classic", "Longo".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwixx import State

ROWS = {
    "classic": {
        "r": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        "y": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        "g": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
        "b": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    },
    "longo": {
        "r": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
        "y": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
        "g": [16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
        "b": [16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    },
}
LOCKING_NUMBERS = {
    "classic": {"r": [12], "y": [12], "g": [2], "b": [2]},
    "longo": {"r": [15, 16], "y": [15, 16], "g": [3, 2], "b": [3, 2]},
}
CROSSES_TO_LOCK = {"classic": 5, "longo": 6}


class ReferenceGame:
    """A mutable game; `roll` and `play` change it."""

    def __init__(self, variant: str, players: int, first: int, lucky: list[list[int]]) -> None:
        self.variant = variant
        self.players = players
        self.active = first
        self.lucky = lucky
        # Crosses by player and row; a crossed-out lock is the string "lock".
        self.sheets: list[dict[str, list[object]]] = [
            {"r": [], "y": [], "g": [], "b": []} for _ in range(players)
        ]
        self.penalties = [0] * players
        self.phase = "roll"
        self.white: list[int] = []
        self.colored: dict[str, int] = {}
        self.decisions: dict[int, str] = {}
        self.crossed_in_white_step = False

    @classmethod
    def from_state(cls, state: State) -> ReferenceGame:
        """Return a reference game that matches a state of the engine."""
        lucky = [list(sheet.lucky) for sheet in state.sheets]
        game = cls(state.variant.name, state.players, state.active, lucky)
        for player, sheet in enumerate(state.sheets):
            game.penalties[player] = sheet.penalties
            for row, letter in enumerate("rygb"):
                game.sheets[player][letter] = [*sheet.crossed(row)]
                if sheet.locked(row):
                    game.sheets[player][letter].append("lock")
        game.phase = state.phase.value
        if state.roll is not None:
            game.white = list(state.roll.white)
            for letter, die in zip("rygb", state.roll.colored, strict=True):
                if die is not None:
                    game.colored[letter] = die
        for player, move in enumerate(state.decisions):
            if move is not None:
                game.decisions[player] = move.code
        game.crossed_in_white_step = state.phase.value == "color" and not state.penalty_due
        return game

    def closed_rows(self) -> list[str]:
        """Return the letters of the rows that any player has locked."""
        return [
            letter for letter in "rygb" if any("lock" in sheet[letter] for sheet in self.sheets)
        ]

    def players_to_act(self) -> list[int]:
        if self.phase == "white":
            return [player for player in range(self.players) if player not in self.decisions]
        if self.phase == "color":
            return [self.active]
        return []

    def legal_moves(self, player: int) -> set[str]:
        """Return the codes of all legal moves, found by trying every cell."""
        if player not in self.players_to_act():
            return set()
        marks = {
            f"{letter}{number}"
            for letter, numbers in ROWS[self.variant].items()
            for number in numbers
            if self._sheet_allows(player, letter, number)
            and self._dice_allow(player, letter, number)
        }
        return marks | {"-"}

    def _sheet_allows(self, player: int, letter: str, number: int) -> bool:
        crossed = self.sheets[player][letter]
        if letter in self.closed_rows():
            return False
        reached = False  # whether the loop has reached this number
        for other in ROWS[self.variant][letter]:
            if other == number:
                reached = True
            if reached and other in crossed:
                return False
        if number in LOCKING_NUMBERS[self.variant][letter]:
            return len(crossed) >= CROSSES_TO_LOCK[self.variant]
        return True

    def _dice_allow(self, player: int, letter: str, number: int) -> bool:
        if self.phase == "color":
            sums = [white + self.colored[letter] for white in self.white]
            return number in sums
        total = self.white[0] + self.white[1]
        if number == total:
            return True
        return total in self.lucky[player] and (letter, number) in self._lucky_cells(player)

    def _lucky_cells(self, player: int) -> list[tuple[str, int]]:
        open_rows = [letter for letter in "rygb" if letter not in self.closed_rows()]
        sheet = self.sheets[player]
        cells = []
        for letter in open_rows:
            if all(len(sheet[letter]) <= len(sheet[other]) for other in open_rows):
                free = list(ROWS[self.variant][letter])
                while any(number in sheet[letter] for number in free):
                    free.pop(0)
                cells.append((letter, free[0]))
        return cells

    def roll(self, white: list[int], colored: dict[str, int]) -> None:
        assert self.phase == "roll"
        assert sorted(colored) == sorted(set("rygb") - set(self.closed_rows()))
        self.white, self.colored, self.decisions = white, colored, {}
        self.phase = "white"

    def play(self, player: int, move: str) -> None:
        assert move in self.legal_moves(player)
        if self.phase == "white":
            self.decisions[player] = move
            if len(self.decisions) == self.players:
                self._apply_white_moves()
            return
        if move != "-":
            self.cross_out(player, move)
        elif not self.crossed_in_white_step:
            self.penalties[player] += 1
        if self._is_finished():
            self.phase = "over"
        else:
            self.active = self.active + 1 if self.active + 1 < self.players else 0
            self.phase = "roll"

    def _apply_white_moves(self) -> None:
        for player, move in self.decisions.items():
            if move != "-":
                self.cross_out(player, move)
        self.crossed_in_white_step = self.decisions[self.active] != "-"
        for letter in self.closed_rows():
            self.colored.pop(letter, None)
        self.decisions = {}
        self.phase = "over" if self._is_finished() else "color"

    def cross_out(self, player: int, move: str) -> None:
        letter, number = move[0], int(move[1:])
        self.sheets[player][letter].append(number)
        if number in LOCKING_NUMBERS[self.variant][letter]:
            self.sheets[player][letter].append("lock")

    def _is_finished(self) -> bool:
        return len(self.closed_rows()) >= 2 or 4 in self.penalties

    def scores(self) -> list[int]:
        totals = []
        for player in range(self.players):
            total = -5 * self.penalties[player]
            for crossed in self.sheets[player].values():
                total += sum(range(1, len(crossed) + 1))
            totals.append(total)
        return totals

    def winners(self) -> list[int]:
        scores = self.scores()
        return [player for player in range(self.players) if scores[player] == max(scores)]

    def perft(self, depth: int, rolls: list[tuple[list[int], dict[str, int]]]) -> int:
        """Return the number of sequences of `depth` legal moves.

        Args:
            depth: number of moves.
            rolls: white and colored dice of this turn, if not rolled yet, and of the next turns.
        """
        if depth == 0:
            return 1
        if self.phase == "over":
            return 0
        if self.phase == "roll":
            game = self.copy()
            white, colored = rolls[0]
            open_dice = {
                letter: die for letter, die in colored.items() if letter not in self.closed_rows()
            }
            game.roll(list(white), open_dice)
            return game.perft(depth, rolls[1:])
        player = self.players_to_act()[0]
        count = 0
        for move in self.legal_moves(player):
            game = self.copy()
            game.play(player, move)
            count += game.perft(depth - 1, rolls)
        return count

    def copy(self) -> ReferenceGame:
        game = ReferenceGame(self.variant, self.players, self.active, self.lucky)
        game.sheets = [
            {letter: list(row) for letter, row in sheet.items()} for sheet in self.sheets
        ]
        game.penalties = list(self.penalties)
        game.phase = self.phase
        game.white = list(self.white)
        game.colored = dict(self.colored)
        game.decisions = dict(self.decisions)
        game.crossed_in_white_step = self.crossed_in_white_step
        return game
