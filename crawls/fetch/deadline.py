"""Points of the monotonic clock by which something must have happened."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import timedelta


def point_after(span: timedelta) -> float:
    return monotonic() + span.total_seconds()


def seconds_until(point: float, late: type[Exception]) -> float:
    """Seconds left, more than 0. Raises `late` when the point has passed.

    A socket takes 0 for "do not block", so 0 must never reach one.
    """
    left = point - monotonic()
    if left <= 0:
        raise late("deadline passed")
    return left
