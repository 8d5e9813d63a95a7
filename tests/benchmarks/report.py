"""Figures of a benchmark, and the limits that they are compared with."""

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
    """Exit with status 1 and a traceback unless this is called again within `STEP_LIMIT_S`."""
    faulthandler.dump_traceback_later(STEP_LIMIT_S, exit=True)


@dataclass
class Report:
    """Figures of a benchmark.

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
        """Write the figures as JSON, print all exceeded limits, and return the exit status."""
        if file is not None:
            text = json.dumps(self.figures, indent=1)
            file.write_text(text + "\n", encoding="utf-8", newline="\n")
        for line in self.exceeded:
            print(f"EXCEEDED {line}")
        faulthandler.cancel_dump_traceback_later()
        return 1 if self.exceeded else 0
