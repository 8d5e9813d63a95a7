"""The folder that `build` assembles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.publish import build

if TYPE_CHECKING:
    from pathlib import Path

ADDRESS = "https://example.org/user/qwixx/"


@pytest.fixture(scope="module")
def built_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "dist"
    build.build(folder, address=ADDRESS)
    return folder
