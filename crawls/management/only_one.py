"""One audit at a time in one folder: the processes of one know nothing of another's exempt hosts."""

from __future__ import annotations

import fcntl
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class AlreadyRunning(Exception):
    """Another command audits from this folder; the text says so, for the person at the terminal."""


@contextmanager
def only_one_in(folder: Path) -> Iterator[None]:
    """Be the only command inside the block. The kernel lets go when the process dies."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "audit.lock").open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise AlreadyRunning(
                f"Another audit runs from {folder}: wait until it has ended, or stop it."
            ) from error
        yield
