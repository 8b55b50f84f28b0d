from __future__ import annotations

from crawls.frontier.base import Entry, Pace

PACE = Pace(state="steady", interval_ms=500, guard_ms=20, max_in_flight=2)
STEP_MS = PACE.interval_ms + PACE.guard_ms


class Clock:
    """Called it tells the time; it moves only when told to."""

    def __init__(self) -> None:
        self.now_ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now_ms

    def advance(self, ms: int) -> None:
        self.now_ms += ms


def pages_of(numbers, *, audit_id=1, rank=0):
    """Entries of one audit; `sequence` is the number, so that lower numbers go first."""
    return [Entry(f"p{audit_id}-{number}", rank, number) for number in numbers]
