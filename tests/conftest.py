from __future__ import annotations

import os

from hypothesis import settings

# No deadlines: these tests are about results, and machines are noisy. In CI the examples
# are the same on every run, so that a failure there is about the change.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
