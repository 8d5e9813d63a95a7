"""Figures of a benchmark, and the bars that they are held to."""

from __future__ import annotations

import faulthandler
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path
STEP_S = 240
"""Seconds that no step of a benchmark takes, on a busy machine either."""


def limit_next_step() -> None:
    """End the process, with status 1 and a traceback, unless it calls again in time."""
    faulthandler.dump_traceback_later(STEP_S, exit=True)


@dataclass
class Report:
    """Figures of a benchmark.

    Args:
        figures: measured values, by part of the benchmark.
        missed: missed bars, as printed.
    """

    figures: dict[str, Any] = field(default_factory=dict)
    missed: list[str] = field(default_factory=list)

    def check(self, what: str, value: float, bar: float, digits: int = 0) -> None:
        """Print whether a figure is within its bar."""
        is_within = value <= bar
        line = f"{what}: {value:.{max(digits, 1)}f}, bar {bar:.{digits}f}"
        print(f"  {line}: {'kept' if is_within else 'MISSED'}")
        self.figures.setdefault("bars", []).append(
            {"name": what, "value": value, "bar": bar, "kept": is_within}
        )
        if not is_within:
            self.missed.append(line)

    def finish(self, file: Path | None) -> int:
        """Write the figures as JSON, repeat what was missed, and return the exit status."""
        if file is not None:
            text = json.dumps(self.figures, indent=1)
            file.write_text(text + "\n", encoding="utf-8", newline="\n")
        for line in self.missed:
            print(f"MISSED {line}")
        faulthandler.cancel_dump_traceback_later()
        return 1 if self.missed else 0
