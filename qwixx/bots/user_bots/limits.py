"""Limits on what the program in a sandbox reports; the page ends a sandbox that exceeds them."""

from __future__ import annotations

MAX_LINES = 200
"""Maximum number of lines of output that are reported for a request."""
MAX_LINE = 500
"""Maximum number of characters of a reported line."""
MAX_OUTPUT = MAX_LINES * (MAX_LINE + 1)
"""Maximum number of characters of output for a request."""
MAX_PROGRESS = 200
"""Maximum number of reports on the progress of a practice before the last one."""
MAX_REPORTS = MAX_LINES + MAX_PROGRESS + 2
"""Maximum number of reports on a request."""
