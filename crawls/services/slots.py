"""Taking the host's slot at the wire: called when the request headers are about to be written."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta

from crawls.engine.pacing import PaceState, guard, interval
from crawls.frontier.base import Frontier, Lease, SlotTooFar

MAX_WAIT_MS = 5_000  # longer waits give the worker's thread back
STRICT_INTERVAL = timedelta(milliseconds=100)  # below it only named test hosts can be
LOOSE_LATENESS = timedelta(milliseconds=5)
MAX_TAKES = 50


def lateness_allowed(pace: PaceState) -> timedelta:
    """How late after its slot a request may still start.

    Half the guard, so that a late start followed by a punctual one keeps more than the interval.
    """
    if interval(pace) >= STRICT_INTERVAL:
        return guard(pace) / 2
    return max(interval(pace), LOOSE_LATENESS)


@dataclass(slots=True)
class SlotTaker:
    frontier: Frontier
    lease: Lease
    lateness_allowed: timedelta
    taken: int = 0

    def __call__(self) -> None:
        """Block until the host's clock lets this request start.

        Raises LeaseLost, SlotTooFar or FrontierClosed; then nothing may be sent.
        """
        for _ in range(MAX_TAKES):
            asked = time.monotonic()
            wait_ms = self.frontier.take_slot(self.lease, max_wait_ms=MAX_WAIT_MS)
            self.taken += 1
            # Redis counted wait_ms from some moment after `asked` and before now: sleeping from
            # now is never early, judging from `asked` never forgives.
            time.sleep(wait_ms / 1000)
            late = time.monotonic() - asked - wait_ms / 1000
            if late <= self.lateness_allowed.total_seconds():
                return
        raise SlotTooFar(MAX_WAIT_MS)
