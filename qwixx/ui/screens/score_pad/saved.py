"""Saves of score pads, as validated text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from qwixx.games.score_pad.pad_series import PadSeries
from qwixx.games.written.safe_json import loads
from qwixx.rules.dice import Roll
from qwixx.rules.moves import Color
from qwixx.ui.model.values import Value
from qwixx.ui.screens.score_pad.model import ROLLS

if TYPE_CHECKING:
    from qwixx.games.score_pad.pad import Pad
    from qwixx.rules.layout import Variant
    from qwixx.ui.screens.score_pad.model import ScorePadScreen


def write_save(screen: ScorePadScreen, query: str, *, is_open: bool = True) -> str:
    """Return a save of the pads and the dice, as JSON."""
    others = {
        "rolls": [roll.code for roll in screen.rolls],
        "out": screen.out,
        "hidden": screen.hidden,
        "facing": screen.facing,
        "seat": screen.seat,
        "query": query,
        "open": is_open,
    }
    return f'{{"block":{screen.series.to_json()},{json.dumps(others)[1:]}'


def _check_dice(roll: Roll, variant: Variant) -> None:
    """Raise `ValueError` if a value is too high for the variant's dice."""
    if max(*roll.white, *(die or 0 for die in roll.colored)) > variant.die_sides:
        msg = f"no dice of {variant.name}: {roll.code}"
        raise ValueError(msg)


class SavedScorePad(Value):
    """A saved score pad.

    Args:
        fields: fields of `ScorePadScreen`, by name.
        query: the URL's query when the pad was saved; "" if unknown.
        is_open: whether the pad was open.
    """

    fields: dict[str, Any]
    query: str
    is_open: bool

    @property
    def pad(self) -> Pad:
        """The open pad."""
        series: PadSeries = self.fields["series"]
        return series.open_pad


def parse_save(text: str) -> SavedScorePad:
    """Parse a save.

    Raises:
        ValueError: the text is not a save.
    """
    fields = loads(text)
    try:
        series = PadSeries.from_json(json.dumps(fields["block"]))
        rolls = tuple(Roll.from_code(code) for code in fields["rolls"])[:ROLLS]
        out = tuple(Color(row) for row in fields["out"])
        hidden, facing, seat = fields["hidden"], fields["facing"], fields.get("seat", 0)
        for roll in rolls:
            _check_dice(roll, series.open_pad.variant)
    except (TypeError, KeyError, AttributeError) as error:
        msg = f"no saved pad: {error}"
        raise ValueError(msg) from error
    if not (type(hidden) is type(facing) is bool and seat in range(len(series.open_pad.names))):
        msg = "what is shown of it cannot be"
        raise ValueError(msg)
    shown = {"hidden": hidden, "facing": facing, "seat": int(seat)}
    saved = {"series": series, "rolls": rolls, "out": out, **shown}
    return SavedScorePad(saved, str(fields.get("query", "")), fields.get("open") is True)
