"""Delays, in milliseconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.state import Phase
from qwixx.ui.model.timeline import COUNT, CROSS, HANDOVER, LOCK, PENALTY, RIVAL, part_of

if TYPE_CHECKING:
    from collections.abc import Container

    from qwixx.rules.state import State

BOT_DELAYS_MS = {
    "calm": {Phase.ROLL: 600, Phase.WHITE: 900, Phase.COLOR: 900, Phase.BONUS: 900},
    "quick": {Phase.ROLL: 250, Phase.WHITE: 450, Phase.COLOR: 450, Phase.BONUS: 450},
    "instant": {Phase.ROLL: 0, Phase.WHITE: 0, Phase.COLOR: 0, Phase.BONUS: 0},
}
"""Delay before a bot rolls or decides, by speed and phase."""
_TOTAL = part_of(COUNT, "total")
_COUNTED_MS = part_of(CROSS, "written").at_ms + _TOTAL.at_ms
MOTION_DELAYS_MS = {
    "calm": {LOCK: 1000, CROSS: _COUNTED_MS + _TOTAL.long_ms},
    # The bot acts as soon as the new total or the crossed-out lock is shown, and when the dice of
    # another player's move leave, soon after its cross and points are shown.
    "quick": {
        LOCK: part_of(LOCK, "second").at_ms + part_of(LOCK, "second").long_ms,
        CROSS: _COUNTED_MS,
        **dict.fromkeys((COUNT, PENALTY, RIVAL), part_of(RIVAL, "dice").at_ms),
    },
}
"""Minimum delay before a bot acts, by speed and event whose motion is long."""
SKIPPABLE_MS = 1000
"""Minimum wait for bots that can be skipped with a button: for less, the button only flashes."""
RENDER_DELAY_MS = 20
"""Delay that lets the browser render a person's step before bots respond."""
CONFIRM_DELAY_MS = 1000
"""Delay during which a tentative tap can be moved or undone before it counts."""
HANDOVER_COVER_MS = {
    "calm": 4000,
    "quick": 4000,
    "instant": part_of(HANDOVER, "cover").long_ms,
}
"""Time after which the handover cover lifts itself, by speed, unless it is tapped."""
END_HOLD_MS = 900
"""Time for which the last cross of a game is shown before the result."""
GUARD_MS = 350
"""Time without a tap after which a place with a new meaning reacts again."""
ROLL_LOCK_MS = 800
"""Minimum time between two rolls, so that a slipping finger does not roll twice."""
TABLE_WAIT_MS = 10_000
"""Time for guests to send their greeting, or the link for a roll."""


def wait_for_bots_ms(speed: str, state: State, people: Container[int]) -> int:
    """Return how long people wait for bots, from the last person's step to the next.

    Motions that take longer than a bot's delay do not count.

    Args:
        speed: the speed of the bots.
        state: the state at any moment of the wait.
        people: the seats of people, one or more.
    """
    delays, active, phase = BOT_DELAYS_MS[speed], state.active, state.phase
    previous = (active - 1) % state.players
    if phase is Phase.ROLL and state.turn and previous not in people:
        active, phase = previous, Phase.WHITE
    elif phase is not Phase.ROLL:
        phase = Phase.WHITE
    wait = delays[phase]
    while True:  # until people decide, as they do in each white step, or roll
        if phase is Phase.WHITE and active not in people:
            phase = Phase.COLOR
        elif phase is Phase.COLOR and (active + 1) % state.players not in people:
            active, phase = (active + 1) % state.players, Phase.ROLL
        else:
            return wait
        wait += delays[phase]
