from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pathlib import Path
    from signal import Signals

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Address:
    """Where on this machine a server listens, and what it asks for."""

    port: int
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Command:
    """What to execute, in which folder, and what to write to its standard input."""

    argv: list[str]
    folder: Path
    stdin: bytes = b""


class NotReadyError(Exception):
    """The server does not answer our questions (yet)."""


class Recipe(Protocol):
    """What the life of a server needs to know about one kind of server."""

    @property
    def label(self) -> str:
        """The name people know it by."""

    @property
    def slug(self) -> str:
        """The name of its files and its folder."""

    @property
    def variable(self) -> str:
        """The environment variable that holds its URL."""

    @property
    def programs(self) -> frozenset[str]:
        """Process names that may belong to it."""

    @property
    def stop_signals(self) -> tuple[Signals, ...]:
        """How to ask it to stop, most polite first; SIGKILL is the last resort anyway."""

    def prepare(self, home: Path, saved_password: str | None, lock: int) -> str:
        """Make the home fit for a start and return the password the server will ask for.

        Every process started here keeps the lock open. Raises EmbeddedError when the home is
        beyond repair.
        """

    def command(self, home: Path, address: Address) -> Command:
        """What starts the server in the foreground, logging to its standard output."""

    def url(self, address: Address) -> str:
        """The URL of a running server, password included."""

    def ping(self, address: Address) -> None:
        """Return when a server that knows our password answers; raise NotReadyError otherwise."""
