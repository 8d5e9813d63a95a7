"""Keep links, pipes, and devices out of the wheel and the source archive.

To build either archive, Hatchling runs this file on its own, without the package. The lists in
pyproject.toml select files by name only, and Hatchling follows links.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PlainFilesOnlyHook(BuildHookInterface[Any]):
    """Refuses to pack links, pipes, and devices."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - required by Hatchling
        """Check each file that is about to be packed.

        Raises:
            ValueError: a file is a link, is reached through a link, or is a pipe or a device.
        """
        root = os.path.realpath(self.root)
        for file in self.build_config.builder.recurse_included_files():
            name = os.path.relpath(file.path, self.root)
            path = Path(root, name)
            if not stat.S_ISREG(path.lstat().st_mode) or os.path.realpath(path) != str(path):
                msg = f"{name} is a link or not a plain file, and is not packed"
                raise ValueError(msg)
