from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import timedelta

POLL_SECONDS = 0.02


def wait_until(condition: Callable[[], bool], *, within: timedelta) -> bool:
    """Ask until the condition holds. False when the time is over."""
    deadline = time.monotonic() + within.total_seconds()
    while not condition():
        if time.monotonic() >= deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True
