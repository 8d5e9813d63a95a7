"""Games that the engine and the second implementation of the rules play side by side.

The engine is asked only through its public interface: everything that both can say is compared at
every decision.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from qwixx import Phase, find_variant, new_game, roll_dice
from tests.rules.printed_sheets import BONUS_ROWS, BOXED_NUMBERS, PARTNERS, REWARDS, ROWS, STEPS
from tests.rules.reference import ReferenceGame, split_code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx import Roll, State

MAX_TURNS = 500


def rows_of(name: str) -> list[str]:
    """Return the letters of a sheet's rows, in the order of `Mark.row`."""
    return [*"rygb", *BONUS_ROWS.get(name, {})]


def has_cards(name: str) -> bool:
    return name in PARTNERS or name in STEPS


def special_boxes(name: str) -> list[str]:
    """Return the codes of the boxes that bring something along."""
    pairs = REWARDS.get(name, {}).values()
    return [*BOXED_NUMBERS.get(name, []), *(code for pair in pairs for code in pair)]


@dataclass
class SideBySide:
    """A game in both implementations.

    Args:
        state: the engine's state at the start.
        reference: the other implementation's game at the start.
    """

    state: State
    reference: ReferenceGame
    record: list[str] = field(default_factory=list)

    @classmethod
    def start(
        cls,
        name: str,
        players: int,
        first: int = 0,
        cards: Sequence[str] | None = None,
        lucky: Sequence[Sequence[int]] | None = None,
    ) -> SideBySide:
        state = new_game(name, players, first=first, lucky=lucky, cards=cards)
        pairs = [list(sheet.lucky) for sheet in state.sheets]
        reference = ReferenceGame(name, players, first, pairs, [*cards] if cards else None)
        return cls(state, reference, [f"{name}, {players} players, cards {cards}, lucky {lucky}"])

    def roll(self, roll: Roll) -> None:
        self.record.append(f"roll {roll.code}")
        self.state = self.state.apply_roll(roll)
        colored = {c: die for c, die in zip("rygb", roll.colored, strict=True) if die}
        self.reference.roll(list(roll.white), colored)

    def play(self, player: int, code: str) -> None:
        self.record.append(f"{player} {code}")
        [move] = [move for move in self.state.legal_moves(player) if move.code == code]
        self.state = self.state.play(player, move)
        self.reference.play(player, code)

    def check_moves(self, player: int) -> list[str]:
        """Compare a player's legal moves, and return their codes."""
        codes = [move.code for move in self.state.legal_moves(player)]
        assert len(codes) == len(set(codes)), self.report("moves listed twice")
        if set(codes) != self.reference.legal_moves(player):
            theirs = sorted(self.reference.legal_moves(player))
            raise AssertionError(self.report(f"engine {sorted(codes)}, reference {theirs}"))
        return codes

    def check(self) -> None:
        """Compare everything that both implementations can say about the game."""
        engine, reference = self.engine_facts(), self.reference_facts()
        if engine != reference:
            differences = "\n".join(
                f"{key}: engine {engine[key]}, reference {reference[key]}"
                for key in engine
                if engine[key] != reference[key]
            )
            raise AssertionError(self.report(differences))
        for player in range(self.reference.players):
            self.check_moves(player)

    def engine_facts(self) -> dict[str, object]:
        state = self.state
        dice = state.roll.colored if state.roll else ()
        outcome = state.outcome()
        facts: dict[str, object] = {
            "phase": state.phase.value,
            "active": state.active,
            "to act": list(state.to_act),
            "closed": list(state.closed),
            "dice": {c: die for c, die in zip("rygb", dice, strict=False) if die},
            "scores": list(state.scores()),
            "winners": list(outcome.winners) if outcome else None,
            "final scores": list(outcome.scores) if outcome else None,
            "termination": outcome.termination.value if outcome else None,
        }
        rows = rows_of(state.variant.name)
        for player, sheet in enumerate(state.sheets):
            for row, letter in enumerate(rows):
                facts[f"crosses, {letter}, player {player}"] = sorted(sheet.crossed(row))
                facts[f"count, {letter}, player {player}"] = sheet.count(row)
            for row, letter in enumerate("rygb"):
                facts[f"crosses below, {letter}, player {player}"] = [*sheet.crossed_twice(row)]
                facts[f"locked, {letter}, player {player}"] = sheet.locked(row)
                facts[f"points, {letter}, player {player}"] = sheet.row_points(row)
            fields = range(sheet.track.bit_length())
            facts[f"fields, player {player}"] = [at for at in fields if sheet.track >> at & 1]
            facts[f"penalties, player {player}"] = sheet.penalties
            facts[f"points, player {player}"] = sheet.points
            facts[f"extra points, player {player}"] = sheet.extra_points
        return facts

    def reference_facts(self) -> dict[str, object]:
        game = self.reference
        is_over = game.phase == "over"
        ends_by_penalties = 4 in game.penalties
        facts: dict[str, object] = {
            "phase": game.phase,
            "active": game.active,
            "to act": game.players_to_act(),
            "closed": [letter in game.closed_rows() for letter in "rygb"],
            "dice": game.colored if game.phase in ("white", "color", "bonus") else {},
            "scores": game.scores(),
            "winners": game.winners() if is_over else None,
            "final scores": game.scores() if is_over else None,
            "termination": None,
        }
        if is_over:
            facts["termination"] = "penalties" if ends_by_penalties else "rows closed"
        for player, sheet in enumerate(game.sheets):
            for letter in rows_of(game.variant):
                numbers = [number for number in sheet[letter] if isinstance(number, int)]
                facts[f"crosses, {letter}, player {player}"] = sorted(numbers)
                facts[f"count, {letter}, player {player}"] = len(sheet[letter])
            for letter in "rygb":
                facts[f"crosses below, {letter}, player {player}"] = [
                    number
                    for number in ROWS[game.variant][letter]
                    if f"{number}+" in sheet[letter]
                ]
                facts[f"locked, {letter}, player {player}"] = "lock" in sheet[letter]
                facts[f"points, {letter}, player {player}"] = game.row_points(player, letter)
            facts[f"fields, player {player}"] = sorted(game.bars[player] + game.swaps[player])
            facts[f"penalties, player {player}"] = game.penalties[player]
            facts[f"points, player {player}"] = game.points(player)
            facts[f"extra points, player {player}"] = game.extra_points(player)
        return facts

    def report(self, message: str) -> str:
        """Return a message with the record of the game, so that it can be played again."""
        return f"{message}\n{self.state.code}\nafter: {'; '.join(self.record)}"

    def play_to_end(self, rng: random.Random) -> None:
        """Play random moves to the end of the game; compare both implementations all the time."""
        players = range(self.reference.players)
        eagerness = [rng.random() for _ in players]
        special = special_boxes(self.reference.variant)
        liked = [special if rng.random() < 0.5 else [] for _ in players]
        self.check()
        while self.state.phase is not Phase.OVER:
            assert self.state.turn < MAX_TURNS, self.report("the game does not end")
            if self.state.phase is Phase.ROLL:
                self.roll(roll_dice(rng, self.state.variant, self.state.closed))
            else:
                to_act = self.state.to_act
                player = to_act[int(rng.random() * len(to_act))]
                phase = self.state.phase
                self.play(player, self._choose(player, eagerness[player], liked[player], rng))
                if phase is self.state.phase is Phase.WHITE:
                    continue  # nothing but this decision has changed
            self.check()

    def _choose(self, player: int, eagerness: float, liked: list[str], rng: random.Random) -> str:
        """Return a random move, a liked one, or one that skips few boxes, so that rows fill up."""
        codes = self.check_moves(player)
        if rng.random() > 0.3 + eagerness:
            return codes[int(rng.random() * len(codes))]
        for code in codes:
            if code in liked:
                return code
        sheet = self.reference.sheets[player]
        best, fewest = codes[-1], 3
        for code in codes:
            if code == "-":
                continue
            letter, number = split_code(code)
            if code.endswith("+") or letter not in ROWS[self.reference.variant]:
                return code
            numbers = ROWS[self.reference.variant][letter]
            last = max((numbers.index(n) for n in numbers if n in sheet[letter]), default=-1)
            skipped = numbers.index(number) - last - 1
            if number == numbers[-1]:
                return code
            if skipped < fewest:
                best, fewest = code, skipped
        return best


def play_random_game(name: str, seed: int) -> SideBySide:
    """Play a game to its end; the seed decides about players, cards, dice, and moves."""
    rng = random.Random(seed)
    players = 2 + int(rng.random() * 4)
    first = int(rng.random() * players)
    cards = None
    lucky = None
    if has_cards(name) and rng.random() < 0.8:
        cards = ["ABCDE"[int(rng.random() * 5)] for _ in range(players)]
    if find_variant(name).lucky_pairs and rng.random() < 0.8:
        sums = find_variant(name).white_sums
        low = [int(rng.random() * (len(sums) - 1)) for _ in range(players)]
        lucky = [(sums[i], sums[i + 1 + int(rng.random() * (len(sums) - 1 - i))]) for i in low]
    game = SideBySide.start(name, players, first, cards, lucky)
    game.play_to_end(rng)
    return game
