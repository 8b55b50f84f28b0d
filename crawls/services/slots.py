"""Taking the host's slot at the wire: asked when the request headers are about to be written, and
told when they were.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawls.frontier.base import FrontierClosed, SlotTooFar

if TYPE_CHECKING:
    from crawls.frontier.base import Frontier, Lease

MAX_WAIT_MS = 5_000  # longer waits give the worker's thread back
# Far less than STARTING_MS: what was granted before a stall may be somebody else's turn by now.
GRANT_IS_FRESH_S = 1.0


@dataclass(slots=True)
class SlotTaker:
    """One lease's way to the wire."""

    frontier: Frontier
    lease: Lease
    grants: int = 0

    def take(self) -> None:
        """Block until the host's clock lets this request start.

        Raises LeaseLost, SlotTooFar or FrontierClosed; then nothing may be sent.
        """
        give_up_at = time.monotonic() + MAX_WAIT_MS / 1000
        while True:
            asked = time.monotonic()
            left_ms = max(0, round((give_up_at - asked) * 1000))
            wait_ms = self.frontier.take_slot(self.lease, max_wait_ms=left_ms)
            if wait_ms > 0:
                time.sleep(wait_ms / 1000)
                continue
            self.grants += 1
            if time.monotonic() - asked < GRANT_IS_FRESH_S:
                return
            if asked > give_up_at:
                raise SlotTooFar(wait_ms)

    def started(self) -> None:
        """The request is on the wire: the next start counts from now."""
        # The request is sent, whatever became of Redis; a lost clock is rebuilt in quarantine.
        with suppress(FrontierClosed):
            self.frontier.started(self.lease)
