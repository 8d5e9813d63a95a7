"""Texts of the game log."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from qwixx.games.events import Decision
from qwixx.rules.follow_ups import NOTHING, follow_ups
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui.texts.follow_ups import follow_ups_text, mark_text, rewards_text
from qwixx.ui.texts.sentences import isolated, row_locked_text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from qwixx.games.game import Game
    from qwixx.rules.follow_ups import FollowUps
    from qwixx.rules.layout import Variant
    from qwixx.rules.state import State
    from qwixx.ui.model.board import Board
    from qwixx.ui.texts.languages import Texts


class Step(NamedTuple):
    """A finished step, whose decisions are no longer secret.

    Args:
        event: index of the event that ended it.
        phase: `Phase.WHITE`, `Phase.COLOR`, or `Phase.BONUS`.
        decisions: the players' decisions, in chronological order.
        effects: for each decision, what its mark has brought along.
        fined: whether the active player took a penalty.
        locked: indexes of the rows that were locked.
    """

    event: int
    phase: Phase
    decisions: tuple[Decision, ...]
    effects: tuple[FollowUps, ...]
    fined: bool
    locked: tuple[int, ...]


def steps_since(game: Game, event_index: int) -> Iterator[Step]:
    """Yield the steps that ended at or after an event."""
    states, events = game.states, game.events
    decisions: list[Decision] = []
    while (
        event_index
        and states[event_index].phase is Phase.WHITE
        and any(states[event_index].decisions)
    ):
        event_index -= 1  # back to the start of this step
    for index in range(event_index, len(events)):
        event, before, after = events[index], states[index], states[index + 1]
        if not isinstance(event, Decision):
            decisions = []
            continue
        decisions.append(event)
        if after.phase is Phase.WHITE:
            continue
        active = before.active
        yield Step(
            index,
            before.phase,
            tuple(decisions),
            tuple(_effects(before, after, decision) for decision in decisions),
            after.sheets[active].penalties > before.sheets[active].penalties,
            tuple(
                row
                for row, (was, now) in enumerate(zip(before.closed, after.closed, strict=True))
                if now and not was
            ),
        )
        decisions = []


def _effects(before: State, after: State, decision: Decision) -> FollowUps:
    """Return the consequences of a decision, from the states before and after its step."""
    if not isinstance(decision.move, Mark):
        return NOTHING
    sheets = before.sheets[decision.player], after.sheets[decision.player]
    in_white_step = before.phase is Phase.WHITE and before.roll
    white_sum = before.roll.white_sum if in_white_step and before.roll else None
    return follow_ups(*sheets, decision.move, white_sum)


def own_effects_text(_: Texts, game: Game, step: Step, player: int | None) -> str:
    """Return sentences about what a player's own mark has brought in a step."""
    texts = (
        follow_ups_text(_, game.variant, effects)
        for decision, effects in zip(step.decisions, step.effects, strict=True)
        if decision.player == player
    )
    return " ".join(filter(None, texts))


def step_decisions_line(
    _: Texts, game: Game, step: Step, *, excluded_player: int | None = None
) -> str:
    """Return a step's decisions as a line; omit those of `excluded_player`, except a penalty."""
    return _line(_, game.names, game.variant, step, excluded_player)


@lru_cache(maxsize=64)
def _line(
    _: Texts, names: tuple[str, ...], variant: Variant, step: Step, excluded: int | None
) -> str:
    lines = [
        _("{name}: penalty −{points}").format(name=name, points=variant.penalty_points)
        if step.fined
        else _("{name}: {cell}").format(
            name=name, cell=mark_text(_, variant, decision.move, effects)
        )
        + _reward_suffix(_, effects)
        if isinstance(decision.move, Mark)
        else _("{name}: pass").format(name=name)
        for decision, effects in zip(step.decisions, step.effects, strict=True)
        for name in [isolated(_, names[decision.player])]
        if (decision.player != excluded or step.fined)
        and (isinstance(decision.move, Mark) or step.phase is Phase.COLOR)
    ]
    text = " · ".join(lines)
    if step.phase is Phase.COLOR:
        return _("Color: {decisions}").format(decisions=text) if text else ""
    if step.phase is Phase.BONUS:
        return _("Bonus: {decisions}").format(decisions=text) if text else ""
    crossed = any(isinstance(decision.move, Mark) for decision in step.decisions)
    if crossed and not text:
        return ""
    return _("White: {decisions}").format(decisions=text or _("no crosses"))


def _reward_suffix(_: Texts, effects: FollowUps) -> str:
    text = rewards_text(_, effects)
    return f" ({text.rstrip('.')})" if text else ""


class Turn(NamedTuple):
    """A turn in the log.

    Args:
        heading: turn number, active player, and white sum.
        steps: finished steps, each with its line.
        locked: sentences about the rows locked in the turn.
    """

    heading: str
    steps: tuple[tuple[Step, str], ...]
    locked: tuple[str, ...]

    @property
    def lines(self) -> list[str]:
        """The steps' lines and the sentences about locked rows, in chronological order."""
        rows = iter(self.locked)
        return [
            line
            for step, decided in self.steps
            for line in (decided, *islice(rows, len(step.locked)))
        ]


def latest_turns_first(_: Texts, game: Game, max_turns: int = 0) -> list[Turn]:
    """Return the log, latest turn first.

    Args:
        _: the texts of the language.
        game: the game.
        max_turns: maximum number of turns to return; 0 for all.
    """
    entries: list[Turn] = []
    rolls = [index for index, event in enumerate(game.events) if not isinstance(event, Decision)]
    steps = list(steps_since(game, rolls[-max_turns:][0] if rolls and max_turns else 0))
    for number_of_roll, begin in list(enumerate(rolls))[-max_turns:]:
        end = [*rolls, len(game.events)][number_of_roll + 1]
        roll, before = game.events[begin], game.states[begin]
        total = "" if isinstance(roll, Decision) else str(roll.white_sum)
        own = [step for step in steps if begin < step.event < end]
        entries.append(
            Turn(
                _heading(_, before.turn + 1, game.names[before.active], total),
                tuple((step, step_decisions_line(_, game, step)) for step in own),
                tuple(
                    row_locked_text(_, game.variant, row) for step in own for row in step.locked
                ),
            )
        )
    return entries[::-1]


@lru_cache(maxsize=64)
def _heading(_: Texts, number: int, name: str, total: str) -> str:
    text = _("Turn {number} ({name}): white sum {sum}")
    return text.format(number=number, name=isolated(_, name), sum=total)


class LocalEvent(NamedTuple):
    """An event caused by a person at this device.

    Args:
        event_index: index of the event; 0 if there is none.
        player: index of the player; None if there is none.
    """

    event_index: int = 0
    player: int | None = None


def last_local_event(game: Game, local_people: Collection[int]) -> LocalEvent:
    """Return the last event caused by a person at this device.

    Screen readers have not announced any later events yet.
    """
    for index in range(len(game.events) - 1, -1, -1):
        event, before = game.events[index], game.states[index]
        player = event.player if isinstance(event, Decision) else before.active
        if player in local_people:
            return LocalEvent(index, player)
    return LocalEvent()


def newly_locked_rows_text(_: Texts, board: Board) -> str:
    """Return sentences about the rows locked since the last event of a person at this device."""
    begin = last_local_event(board.game, board.local_people).event_index
    rows = [row for step in steps_since(board.game, begin) for row in step.locked]
    return " ".join(row_locked_text(_, board.game.variant, row) for row in rows)
