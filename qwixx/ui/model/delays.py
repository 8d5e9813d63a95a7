"""Delays, in milliseconds."""

from __future__ import annotations

from qwixx.rules.state import Phase
from qwixx.ui.model.timeline import COUNT, CROSS, HANDOVER, LOCK, part_of

BOT_DELAYS_MS = {
    "calm": {Phase.ROLL: 600, Phase.WHITE: 900, Phase.COLOR: 900, Phase.BONUS: 900},
    "quick": {Phase.ROLL: 250, Phase.WHITE: 450, Phase.COLOR: 450, Phase.BONUS: 450},
    "instant": {Phase.ROLL: 0, Phase.WHITE: 0, Phase.COLOR: 0, Phase.BONUS: 0},
}
"""Delay before a bot rolls or decides, by speed and phase."""
_TOTAL = part_of(COUNT, "total")
MOTION_DELAYS_MS = {
    "calm": {
        LOCK: 1000,
        CROSS: part_of(CROSS, "written").at_ms + _TOTAL.at_ms + _TOTAL.long_ms,
    }
}
"""Minimum delay before a bot acts, by speed and event whose motion is long."""
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
