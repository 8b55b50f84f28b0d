"""How long a bot waits that is told to slow down, and when it gives up (crawl rules, section 1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitRules:
    """The numbers of `crawls.engine.waiting`.

    Raises ValueError at construction for values with which nobody would ever wait or stop.
    """

    statuses: frozenset[int] = frozenset({429, 430, 503})
    first: timedelta = timedelta(seconds=30)
    factor: int = 2  # from one wait to the next
    longest: timedelta = timedelta(minutes=15)
    in_a_row: int = 6  # waits, until the crawl pauses
    pauses: tuple[timedelta, ...] = (
        timedelta(minutes=30),
        timedelta(hours=1),
        timedelta(hours=2),
    )

    def __post_init__(self) -> None:
        if not timedelta(0) < self.first <= self.longest or self.factor < 1:
            raise ValueError("need 0 < first <= longest and factor >= 1")
        if self.in_a_row < 1 or not self.pauses:
            raise ValueError("need at least one wait and one pause")

    def wait(self, number: int) -> timedelta:
        """The `number`-th wait in a row, counted from 1, when the host names none."""
        times: int = self.factor ** (number - 1)
        return min(self.first * times, self.longest)
