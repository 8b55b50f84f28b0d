"""What a trap is, and what is asked of the pages that may form one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class TrapKind(StrEnum):
    ENDLESS_PATH = "endless path"
    CALENDAR = "calendar without end"
    SESSION_ID = "session id in the address"
    PARAMETERS = "combined parameters"


class SeenPage(Protocol):
    """What is asked of one HTML page: its normalised URL, links from the seed, first title."""

    @property
    def url(self) -> str: ...

    @property
    def depth(self) -> int: ...

    @property
    def title(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Trap:
    """One trap. `template` is what its `count` URLs have in common, `examples` are two or three of
    them, `reason` says in a clause why they are taken for a trap.
    """

    kind: TrapKind
    template: str
    count: int
    examples: tuple[str, ...]
    reason: str
