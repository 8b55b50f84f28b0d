"""The frontier's contract: who may go when. Redis keeps it in production, memory in tests.

PostgreSQL says which URLs exist; a frontier holds a window of them, each host's clock, and the
leases. All of it can be lost and rebuilt. When in doubt it answers FrontierClosed and nothing
is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

WINDOW = 128  # a listpack sorted set costs 13 bytes an id up to 128 members, 121 beyond
REFILL_BELOW = 32
LEASE_MS = 60_000  # from its slot: the 30 s of a fetch, and reading what it brought
OFFER_MS = 5_000  # an offer nobody claimed is forgotten then
STARTING_MS = 5_000  # a granted start that was neither written nor given up is forgotten then
MAX_SLEEP_MS = 1_000
HOST_MEMORY_MS = 60_000  # how long an idle host's clock outlives its last promise
CLOSED_LANE_MS = 86_400_000  # how long a closed lane's pace is kept for a resume

RANKS = 64
SEQUENCES = 2**46
FENCES_PER_EPOCH = 2**32  # a lease of a former epoch never equals a new one


class FrontierClosed(Exception):
    """Redis restarted, failed over, lost its scripts, or is in quarantine: send nothing."""


class FrontierUnreachable(FrontierClosed):
    """Redis does not answer, or not as it must: send nothing, and wait."""


class LeaseLost(Exception):
    """The lease expired, went to another worker, or its lane was closed: send nothing."""


class SlotTooFar(Exception):
    """The host's clock is further ahead than the caller can wait."""

    def __init__(self, wait_ms: int) -> None:
        super().__init__(f"next slot in {wait_ms} ms")
        self.wait_ms = wait_ms


@dataclass(frozen=True, slots=True)
class Lane:
    """One audit's queue on one host. All lanes of a host share the host's clock."""

    audit_id: int
    account_id: int
    host: str  # politeness key, see engine.urls.politeness_key


@dataclass(frozen=True, slots=True)
class Pace:
    """How a lane may go. `state` is opaque here: engine.pacing's own, as text."""

    state: str
    interval_ms: int  # between two request starts
    guard_ms: int  # added to the interval, for the network's jitter
    max_in_flight: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a lane's window. Lowest (rank, sequence) goes first.

    0 <= rank < 64 and 0 <= sequence < 2**46, else ValueError: both fit the 53 bits of a score.
    """

    item: str  # "p17": page 17; "s4": step 4. Unique over all lanes; never holds a "|"
    rank: int
    sequence: int

    def __post_init__(self) -> None:
        if not 0 <= self.rank < RANKS or not 0 <= self.sequence < SEQUENCES:
            raise ValueError(f"need 0 <= rank < {RANKS} and 0 <= sequence < 2**46")

    @property
    def score(self) -> int:
        return self.rank * SEQUENCES + self.sequence


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to fetch one item until a deadline; `fence` rises with every lease."""

    lane: Lane
    item: str
    fence: int
    needs_refill: bool = False
    in_flight: int = field(default=1, compare=False)  # on the host, this one included


class Refusal(StrEnum):
    """Why a claim got nothing. None of them is an error."""

    EMPTY = "empty"  # nothing is queued, here or in PostgreSQL
    REFILL = "refill"  # the window is empty though PostgreSQL holds more: fill the lane
    BUSY = "busy"  # in-flight cap reached
    CLOSED = "closed"  # lane closed: audit paused, cancelled or over


@dataclass(frozen=True, slots=True)
class Offers:
    """Lanes to ring, one task each; and how long the caller may sleep then."""

    lanes: tuple[Lane, ...]
    wake_in_ms: int


@dataclass(frozen=True, slots=True)
class Acked:
    is_current: bool  # False: the lease was not the caller's any more; nothing changed
    needs_refill: bool


@dataclass(frozen=True, slots=True)
class Repaced:
    """A lane's pace after one observation; nothing starts on the host before `hold_ms` from now."""

    pace: Pace
    hold_ms: int = 0


Repace = Callable[[Pace], Repaced]  # pure; may be called again when another ack came between


class Frontier(Protocol):
    """All methods raise FrontierClosed; `offer`, `claim` and `take_slot` do so in quarantine too."""

    def open_lane(self, lane: Lane, pace: Pace, *, hold_ms: int = 0) -> None:
        """Make the lane known and open. A lane that exists keeps its pace. Idempotent.

        Nothing starts on its host before `hold_ms` from now, or longer if it is held already.

        A lane that was closed lost its window: it comes due at once and claims answer REFILL.
        """

    def fill(self, lane: Lane, entries: Sequence[Entry], *, has_more: bool) -> None:
        """Put entries into the window unless they are leased or there; keep the WINDOW lowest.

        `has_more`: PostgreSQL holds queued items beyond these. Entries dropped by the cut set it
        too; False is believed only of a window below REFILL_BELOW. The lane becomes due.
        A lane that is not open stays as it is.
        """

    def offer(self, limit: int) -> Offers:
        """At most `limit` lanes that may start a request about now, fair between accounts.

        An account's turn comes by virtual time (one unit an offer); one that was idle starts at
        the current minimum. A lane is offered once an interval and never more often than its
        free in-flight places; an offer nobody claimed is forgotten after 5 s. A lane with an
        empty window is offered as long as PostgreSQL holds more, so that a lost refill heals.
        """

    def claim(self, lane: Lane) -> Lease | Refusal:
        """Lease the lane's first item if the lane is open and the host has a free place."""

    def take_slot(self, lease: Lease, *, max_wait_ms: int) -> int:
        """Ask to start the request now: 0 when it may, else the ms after which to ask again.

        Nothing is reserved by waiting. A start is granted when interval and guard have passed
        since the last one and no other grant of the host is still on its way to the wire; the
        lease then ends its full length from now. A grant is forgotten STARTING_MS later, so a
        caller that was held up longer must ask again. Raises LeaseLost, SlotTooFar (beyond
        `max_wait_ms`).
        """

    def started(self, lease: Lease) -> None:
        """The request of a grant was written just now: the host's clock counts from here.

        However late a busy process writes, the next start keeps its distance. Idempotent.
        """

    def ack(
        self, lease: Lease, entries: Sequence[Entry] = (), *, repace: Repace | None = None
    ) -> Acked:
        """Close the lease, move the pace on, add new entries to the window. Idempotent by fence.

        Entries follow the rules of `fill`; the lease's own item may be among them and is queued
        again. A closed lane frees its place and takes no entries.
        """

    def expired(self, limit: int) -> list[Lease]:
        """Leases past their deadline. Nothing changes: the sweeper asks PostgreSQL, then acks."""

    def pace(self, lane: Lane) -> Pace | None:
        """The lane's current pace, None when the lane is not known."""

    def is_idle(self, lane: Lane) -> bool:
        """No window, no lease: either nothing is left or the lane needs a refill."""

    def close_lane(self, lane: Lane) -> None:
        """Nothing of the lane starts any more. Open leases end by ack or expiry. Idempotent."""

    def is_lost(self) -> bool:
        """Whether it must be recovered: emptied, restarted, or without a script this process
        calls. Quarantine is no loss. Raises FrontierUnreachable, which no recovery can change.
        """

    def recover(self, epoch: int, *, quarantine_ms: int) -> None:
        """Forget all lanes and leases, keep silent for `quarantine_ms`, then serve `epoch`.

        Host clocks are kept. Scripts are loaded last, so that a crash half-way leaves it closed.
        `epoch` must be higher than every one before, else ValueError.
        """
