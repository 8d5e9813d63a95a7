"""Figures of a benchmark, compared with their limits."""

from __future__ import annotations

import faulthandler
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

STEP_LIMIT_S = 240
"""Time limit in seconds for one step of a benchmark, even on a busy machine."""


def restart_watchdog() -> None:
    """Schedule an exit with status 1 and a traceback after `STEP_LIMIT_S`.

    Another call restarts the time; `Report.finish` cancels the exit.
    """
    faulthandler.dump_traceback_later(STEP_LIMIT_S, exit=True)


@dataclass
class Report:
    """Figures of a benchmark, and the limits that they exceed.

    Args:
        figures: measured values, by part of the benchmark.
        exceeded: exceeded limits, as printed.
    """

    figures: dict[str, Any] = field(default_factory=dict)
    exceeded: list[str] = field(default_factory=list)

    def check(self, name: str, value: float, limit: float, digits: int = 0) -> None:
        """Print and record whether a figure is within its upper limit."""
        is_within = value <= limit
        line = f"{name}: {value:.{max(digits, 1)}f}; limit {limit:.{digits}f}"
        print(f"  {line}: {'ok' if is_within else 'EXCEEDED'}")
        self.figures.setdefault("bars", []).append(
            {"name": name, "value": value, "bar": limit, "kept": is_within}
        )
        if not is_within:
            self.exceeded.append(line)

    def finish(self, file: Path | None) -> int:
        """Write the figures to a JSON file if one is given, and print all exceeded limits.

        Return the exit status: 1 if a limit was exceeded.
        """
        if file is not None:
            text = json.dumps(self.figures, indent=1)
            file.write_text(text + "\n", encoding="utf-8", newline="\n")
        for line in self.exceeded:
            print(f"EXCEEDED {line}")
        faulthandler.cancel_dump_traceback_later()
        return 1 if self.exceeded else 0
