"""How long the page waits before something happens, in milliseconds."""

from __future__ import annotations

from qwixx.rules.state import Phase

BOT_DELAYS_MS = {
    "calm": {Phase.ROLL: 600, Phase.WHITE: 900, Phase.COLOR: 900},
    "quick": {Phase.ROLL: 250, Phase.WHITE: 450, Phase.COLOR: 450},
    "instant": {Phase.ROLL: 0, Phase.WHITE: 0, Phase.COLOR: 0},
}
"""By speed and phase, the time before a bot rolls or decides."""
RENDER_DELAY_MS = 20
"""The time for a screen to show a person's step before bots answer it."""
CONFIRM_DELAY_MS = 1000
"""The time in which a person's cross can be moved or taken back before the device is handed on."""
HANDOVER_COVER_MS = 600
"""The time for which the next person's sheet is covered then."""
GUARD_MS = 350
"""The time without a touch after which a place that means something else counts again."""
ROLL_LOCK_MS = 800
"""The time between two rolls on paper's dice: a finger that slips rolls no second time."""
SHARES_WAIT_MS = 10_000
"""The time that guests have for their shares in the dice of a live table."""
