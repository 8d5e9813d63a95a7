"""The tests and their tools. Importing `qwixx` rejects versions of Python that are too old."""

import qwixx  # noqa: F401
