"""The error message for an optional dependency that is not installed."""

from __future__ import annotations


def missing_extra_text(purpose: str, extra: str) -> str:
    """Return the error message for an optional dependency that is not installed.

    The package is not in a package index, so the command installs it from the project's folder.

    Args:
        purpose: subject of the message, in the plural, such as "pictures".
        extra: name of the extra in pyproject.toml.
    """
    command = f"python3 -m pip install '.[{extra}]'"
    return f"{purpose} need the extra {extra}; in the project's folder, run: {command}"
