"""Reference implementation of the rules, for comparison with the engine.

It is based on the text of the rules alone and shares no code, data, or ideas with the engine: a
sheet is a list of crosses per row, every query looks at every box, and nothing is optimized.
Moves are strings such as "r7" and "-".

Source: rules, "Classic", "Longo".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.rules.printed_sheets import (
    BONUS_ROWS,
    BOXED_NUMBERS,
    COLOR_BAR,
    COLORS_OF_BOXES,
    COUNTED_CROSSES,
    CROSSES_TO_LOCK,
    LOCKING_NUMBERS,
    PARTNERS,
    REWARDS,
    ROWS,
    SECOND_CROSSES,
    STEPS,
    SWAPS,
)

if TYPE_CHECKING:
    from qwixx import Sheet, State


def split_code(move: str) -> tuple[str, int]:
    """Return the row and the number of a box or of its second cross: "r7", "ry7", or "r7+"."""
    letters = move.rstrip("0123456789+")
    return letters, int(move[len(letters) :].rstrip("+"))


class ReferenceGame:
    """A mutable game; `roll` and `play` change it.

    Attributes:
        seen: names of the special rules that have been applied so far.
    """

    def __init__(
        self,
        variant: str,
        players: int,
        first: int,
        lucky: list[list[int]],
        cards: list[str] | None = None,
    ) -> None:
        self.variant = variant
        self.players = players
        self.active = first
        self.lucky = lucky
        self.cards = list("ABCDE")[:players] if cards is None else cards
        # Crosses by player and row, in the order in which they are made: a number, "lock", or "7+"
        # for the second cross on 7.
        self.sheets: list[dict[str, list[object]]] = [
            {row: [] for row in ("r", "y", "g", "b", *BONUS_ROWS.get(variant, {}))}
            for _ in range(players)
        ]
        self.penalties = [0] * players
        # Fields of the color bar that were crossed out, and swap fields, by player; from 0.
        self.bars: list[list[int]] = [[] for _ in range(players)]
        self.swaps: list[list[int]] = [[] for _ in range(players)]
        # Rewards that were earned but not carried out yet, and the rows to choose from, by player.
        self.rewards: list[list[str]] = [[] for _ in range(players)]
        self.choices: list[list[str]] = [[] for _ in range(players)]
        self.closed: list[str] = []
        self.phase = "roll"
        self.step = ""  # "white" or "color", also while a bonus of that step is carried out
        self.white: list[int] = []
        self.colored: dict[str, int] = {}
        self.decisions: dict[int, str] = {}
        self.crossed_in_white_step = False
        self.seen: set[str] = set()

    def closed_rows(self) -> list[str]:
        """Return the letters of the rows that were closed for everyone, in printed order."""
        return [letter for letter in "rygb" if letter in self.closed]

    def players_to_act(self) -> list[int]:
        if self.phase == "white":
            return [player for player in range(self.players) if player not in self.decisions]
        if self.phase == "color":
            return [self.active]
        if self.phase == "bonus":
            return [player for player in range(self.players) if self.choices[player]]
        return []

    # Legal moves

    def legal_moves(self, player: int) -> set[str]:
        """Return the codes of all legal moves, found by trying every box."""
        if player not in self.players_to_act():
            return set()
        if self.phase == "bonus":
            return {f"{row}{self._next_number(player, row)}" for row in self.choices[player]}
        marks = {
            f"{letter}{number}"
            for letter, numbers in ROWS[self.variant].items()
            for number in numbers
            if self._sheet_allows(player, letter, number)
            and self._dice_allow(player, letter, number)
        }
        marks |= self._second_crosses(player)
        marks |= self._boxes_of_bonus_rows(player)
        return marks | {"-"}

    def _sheet_allows(self, player: int, letter: str, number: int) -> bool:
        crossed = self.sheets[player][letter]
        if letter in self.closed or "lock" in crossed:
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
            return number in self._color_sums(self._color_of_box(letter, number))
        total = self._white_sum()
        if number == total:
            return True
        if self._swap_field(player, number) is not None:
            return True
        return total in self.lucky[player] and (letter, number) in self._lucky_cells(player)

    def _white_sum(self) -> int:
        return self.white[0] + self.white[1]

    def _color_sums(self, color: str) -> list[int]:
        if color not in self.colored:
            return []
        return [white + self.colored[color] for white in self.white]

    def _color_of_box(self, letter: str, number: int) -> str:
        """Return the color of a box: that of its row, unless the sheet mixes colors."""
        if self.variant not in COLORS_OF_BOXES:
            return letter
        place = ROWS[self.variant][letter].index(number)
        return COLORS_OF_BOXES[self.variant][letter][place]

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

    def _swap_field(self, player: int, number: int) -> int | None:
        """Return the open field that swaps the white sum for a number, or None.

        Fields to the left of a crossed field are lost.
        """
        total = self._white_sum()
        for index, numbers in enumerate(SWAPS.get(self.variant, [])):
            is_open = all(index > crossed for crossed in self.swaps[player])
            if is_open and sorted(numbers) == sorted([total, number]):
                return index
        return None

    def _second_crosses(self, player: int) -> set[str]:
        """Return second crosses: on the rightmost crossed number of a row, if it was thrown."""
        if self.variant not in SECOND_CROSSES:
            return set()
        codes = set()
        for letter, numbers in ROWS[self.variant].items():
            crossed = [number for number in numbers if number in self.sheets[player][letter]]
            if not crossed or letter in self.closed:
                continue
            number = crossed[-1]
            thrown = self._color_sums(letter) if self.phase == "color" else [self._white_sum()]
            is_last = number == numbers[-1]
            is_doubled = f"{number}+" in self.sheets[player][letter]
            if number in thrown and not is_last and not is_doubled:
                codes.add(f"{letter}{number}+")
        return codes

    def _boxes_of_bonus_rows(self, player: int) -> set[str]:
        """Return boxes of bonus rows next to a crossed number of the same column."""
        codes = set()
        sheet = self.sheets[player]
        for row, numbers in BONUS_ROWS.get(self.variant, {}).items():
            for place, number in enumerate(numbers):
                if any(other in sheet[row] for other in numbers[place:]):
                    continue
                crossed_neighbors = [color for color in row if number in sheet[color]]
                if self.phase == "white":
                    fits = bool(crossed_neighbors) and number == self._white_sum()
                else:
                    fits = any(number in self._color_sums(color) for color in crossed_neighbors)
                if fits:
                    codes.add(f"{row}{number}")
        return codes

    # A turn

    def roll(self, white: list[int], colored: dict[str, int]) -> None:
        assert self.phase == "roll"
        assert sorted(colored) == sorted(set("rygb") - set(self.closed_rows()))
        self.white, self.colored, self.decisions = white, colored, {}
        self.phase = self.step = "white"

    def play(self, player: int, move: str) -> None:
        assert move in self.legal_moves(player)
        if self.phase == "bonus":
            self._choose_row(player, move)
        elif self.phase == "white":
            self.decisions[player] = move
            if len(self.decisions) < self.players:
                return
            for other, decision in self.decisions.items():
                if decision != "-":
                    self.cross_out(other, decision)
            self.crossed_in_white_step = self.decisions[self.active] != "-"
            self.decisions = {}
        elif move != "-":
            self.cross_out(player, move)
        elif not self.crossed_in_white_step:
            self.penalties[player] += 1
        if any(self.choices):
            self.phase = "bonus"
        else:
            self._end_step()

    def _end_step(self) -> None:
        """Close the rows that were locked in this step; go to the next step, turn, or the end."""
        for letter in "rygb":
            if letter not in self.closed and any("lock" in sheet[letter] for sheet in self.sheets):
                self._close(letter)
        if len(self.closed) >= 2 or 4 in self.penalties:
            self.phase = "over"
        elif self.step == "white":
            self.phase = self.step = "color"
        else:
            self.active = self.active + 1 if self.active + 1 < self.players else 0
            self.phase = "roll"

    def _close(self, letter: str) -> None:
        self.closed.append(letter)
        self.colored.pop(letter, None)
        for bar in self.bars:
            for field, color in enumerate(COLOR_BAR.get(self.variant, "")):
                if color == letter and field not in bar:
                    bar.append(field)
                    self.seen.add("fields of closed row")

    # Crosses and what follows from them

    def cross_out(self, player: int, move: str) -> None:
        """Cross out the box of a legal move, and everything that follows from it."""
        letter, number = split_code(move)
        if move.endswith("+"):
            self.sheets[player][letter].append(f"{number}+")
            self.seen.add(f"second cross, {self.step} step")
            return
        if letter in BONUS_ROWS.get(self.variant, {}):
            self.sheets[player][letter].append(number)
            self.seen.add(f"bonus row, {self.step} step")
            if any(color in self.closed for color in letter):
                self.seen.add("bonus row beside closed row")
            return
        if self.phase == "white" and number != self._white_sum():
            field = self._swap_field(player, number)
            if field is not None:
                self.swaps[player].append(field)
                self.seen.add("swap")
        if self._color_of_box(letter, number) in self.closed:
            self.seen.add("color without die")
        self._cross_box(player, letter, number)
        self._carry_out_rewards(player)

    def _cross_box(self, player: int, letter: str, number: int) -> None:
        """Cross out one box, and the boxes that its own mark on the sheet orders."""
        self.sheets[player][letter].append(number)
        if number in LOCKING_NUMBERS[self.variant][letter]:
            self.sheets[player][letter].append("lock")
        code = f"{letter}{number}"
        self._cross_partner(player, code)
        if code in BOXED_NUMBERS.get(self.variant, []):
            self._cross_next_field(player)
        for reward, boxes in REWARDS.get(self.variant, {}).items():
            if code in boxes and self._has(player, reward):
                self.seen.add(reward)
                if reward in ("one in each", "two in fewest"):
                    self.rewards[player].append(reward)

    def _cross_partner(self, player: int, code: str) -> None:
        """Cross out the other end of a pair, wherever it is."""
        for pair in PARTNERS.get(self.variant, {}).get(self.cards[player], []):
            ends = pair.split("-")
            if code in ends:
                [other_end] = set(ends) - {code}
                letter, number = split_code(other_end)
                crossed = self.sheets[player][letter]
                if number in crossed:
                    continue
                self.seen.add("partner")
                if letter in self.closed:
                    self.seen.add("partner in closed row")
                elif not self._sheet_allows(player, letter, number):
                    self.seen.add("partner left of last cross")
                elif len(crossed) + 1 == CROSSES_TO_LOCK[self.variant]:
                    self.seen.add("partner is fifth cross")
                crossed.append(number)

    def _cross_next_field(self, player: int) -> None:
        """Cross out the leftmost open field of the color bar, and the box that it orders."""
        for field, letter in enumerate(COLOR_BAR[self.variant]):
            if field not in self.bars[player]:
                self.bars[player].append(field)
                number = self._next_number(player, letter)
                if number is None:
                    self.seen.add("impossible ordered cross")
                    return
                self.seen.add("ordered cross")
                if number in LOCKING_NUMBERS[self.variant][letter]:
                    self.seen.add("ordered cross locks")
                if f"{letter}{number}" in BOXED_NUMBERS[self.variant]:
                    self.seen.add("chain")
                self._cross_box(player, letter, number)
                return
        self.seen.add("bar is full")

    def _next_number(self, player: int, letter: str) -> int | None:
        """Return the number right of all crosses of a row, if it may be crossed out; or None."""
        free: list[int] = []
        for number in ROWS[self.variant][letter]:
            free.append(number)
            if number in self.sheets[player][letter]:
                free = []
        if free and self._sheet_allows(player, letter, free[0]):
            return free[0]
        return None

    def _has(self, player: int, reward: str) -> bool:
        """Return whether both boxes of a pair are crossed out."""
        boxes = map(split_code, REWARDS[self.variant][reward])
        return all(number in self.sheets[player][letter] for letter, number in boxes)

    def _carry_out_rewards(self, player: int) -> None:
        """Carry out rewards in the order in which they were earned, up to one with a choice."""
        while self.rewards[player] and not self.choices[player]:
            if self.rewards[player][0] == "one in each":
                self.rewards[player].pop(0)
                for letter in "rygb":
                    self._cross_next(player, letter)
                continue
            rows = self._rows_with_fewest_crosses(player)
            if len(rows) > 1:
                self.choices[player] = rows
                self.seen.add("choice of row")
                self.seen.add(f"choice of row, {self.step} step")
                return
            self.rewards[player].pop(0)
            for letter in rows:
                self._cross_next(player, letter)
                self._cross_next(player, letter)
            if not rows:
                self.seen.add("no row for two in fewest")

    def _choose_row(self, player: int, move: str) -> None:
        """Cross out two boxes in a row of the player's choice; then go on with other rewards."""
        letter, _ = split_code(move)
        self.choices[player] = []
        self.rewards[player].pop(0)
        self._cross_next(player, letter)
        self._cross_next(player, letter)
        self._carry_out_rewards(player)

    def _cross_next(self, player: int, letter: str) -> None:
        number = self._next_number(player, letter)
        if number is None:
            self.seen.add("reward is lost")
        else:
            if number in LOCKING_NUMBERS[self.variant][letter]:
                self.seen.add("reward locks")
            self._cross_box(player, letter, number)

    def _rows_with_fewest_crosses(self, player: int) -> list[str]:
        """Return the rows with the fewest crosses, among those that allow another one."""
        rows = [letter for letter in "rygb" if self._next_number(player, letter) is not None]
        counts = [len(self.sheets[player][letter]) for letter in rows]
        return [letter for letter in rows if len(self.sheets[player][letter]) == min(counts)]

    # Points

    def row_points(self, player: int, letter: str) -> int:
        count = len(self.sheets[player][letter])
        for row in BONUS_ROWS.get(self.variant, {}):
            if letter in row:
                count += len(self.sheets[player][row])
        count = min(count, COUNTED_CROSSES.get(self.variant, count))
        return sum(range(1, count + 1))

    def extra_points(self, player: int) -> int:
        """Return the points that belong to no row."""
        points = 0
        if self.variant in STEPS:
            steps = STEPS[self.variant][self.cards[player]]
            crossed = [
                letter
                for place, letter in enumerate(steps)
                if ROWS[self.variant][letter][place] in self.sheets[player][letter]
            ]
            points += sum(range(1, len(crossed) + 1))
        if self.variant in REWARDS and self._has(player, "lowest twice"):
            points += min(self.row_points(player, letter) for letter in "rygb")
        if self.variant in REWARDS and self._has(player, "thirteen"):
            points += 13
        return points

    def points(self, player: int) -> int:
        points = sum(self.row_points(player, letter) for letter in "rygb")
        points += self.extra_points(player)
        if self.variant in REWARDS and self._has(player, "free penalties"):
            return points
        return points - 5 * self.penalties[player]

    def scores(self) -> list[int]:
        return [self.points(player) for player in range(self.players)]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [player for player in range(self.players) if scores[player] == max(scores)]

    # Comparison

    @classmethod
    def from_state(cls, state: State) -> ReferenceGame:
        """Return a reference game that matches a state of the engine."""
        lucky = [list(sheet.lucky) for sheet in state.sheets]
        cards = [sheet.card for sheet in state.sheets]
        game = cls(state.variant.name, state.players, state.active, lucky, cards)
        for player, sheet in enumerate(state.sheets):
            game._copy_sheet(player, sheet)
        game.closed = [letter for letter, out in zip("rygb", state.closed, strict=True) if out]
        game.phase = game.step = state.phase.value
        if state.roll is not None:
            game.white = list(state.roll.white)
            for letter, die in zip("rygb", state.roll.colored, strict=True):
                if die is not None:
                    game.colored[letter] = die
        for player, move in enumerate(state.decisions):
            if move is not None:
                game.decisions[player] = move.code
        game.crossed_in_white_step = game.phase in ("color", "bonus") and not state.penalty_due
        if game.phase == "bonus":
            game.step = "color" if state.is_color_bonus else "white"
            for player, sheet in enumerate(state.sheets):
                names = list(REWARDS[game.variant])
                game.rewards[player] = [names[number] for number in sheet.pending]
                game._carry_out_rewards(player)  # finds the rows to choose from
        return game

    def _copy_sheet(self, player: int, sheet: Sheet) -> None:
        self.penalties[player] = sheet.penalties
        for row, letter in enumerate(self.sheets[player]):
            self.sheets[player][letter] = [*sheet.crossed(row)]
        for row, letter in enumerate("rygb"):
            crossed_twice = sheet.crossed_twice(row)
            self.sheets[player][letter] += [f"{number}+" for number in crossed_twice]
            if sheet.locked(row):
                self.sheets[player][letter].append("lock")
        fields = [at for at in range(sheet.track.bit_length()) if sheet.track >> at & 1]
        self.bars[player] = fields if self.variant in COLOR_BAR else []
        self.swaps[player] = fields if self.variant in SWAPS else []

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
        game = ReferenceGame(self.variant, self.players, self.active, self.lucky, self.cards)
        game.sheets = [
            {letter: list(row) for letter, row in sheet.items()} for sheet in self.sheets
        ]
        game.penalties = list(self.penalties)
        game.bars = [list(bar) for bar in self.bars]
        game.swaps = [list(fields) for fields in self.swaps]
        game.rewards = [list(rewards) for rewards in self.rewards]
        game.choices = [list(rows) for rows in self.choices]
        game.closed = list(self.closed)
        game.phase, game.step = self.phase, self.step
        game.white = list(self.white)
        game.colored = dict(self.colored)
        game.decisions = dict(self.decisions)
        game.crossed_in_white_step = self.crossed_in_white_step
        return game
