"""Locks are flock(2): the kernel lets go when a process dies, so there are no stale ones."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from seofix_site.embedded.errors import EmbeddedError
from seofix_site.embedded.folder import open_private
from seofix_site.embedded.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import timedelta
    from pathlib import Path


class LockBusyError(EmbeddedError):
    """Somebody else kept the lock for the whole time."""


@contextmanager
def lock_file(path: Path) -> Iterator[int]:
    """A descriptor to lock with; its locks end with the block."""
    descriptor = open_private(path, os.O_RDWR)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def lock_alone(descriptor: int) -> bool:
    """Take the exclusive lock, or answer False at once."""
    return _flock(descriptor, fcntl.LOCK_EX)


def lock_shared(descriptor: int) -> None:
    """Take the shared lock. Raises LockBusyError when somebody has the exclusive one."""
    if not _flock(descriptor, fcntl.LOCK_SH):
        raise LockBusyError("The embedded servers are being stopped by a command without a turn.")


def unlock(descriptor: int) -> None:
    """Let go, also for processes forked meanwhile, which share this lock."""
    fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def exclusive(path: Path, *, within: timedelta) -> Iterator[None]:
    with lock_file(path) as descriptor:
        if not wait_until(lambda: lock_alone(descriptor), within=within):
            raise LockBusyError(
                f"Another command has been starting or stopping the embedded servers for "
                f"{within.total_seconds():.0f} s; it holds {path}. Wait for it or stop it."
            )
        yield


def _flock(descriptor: int, operation: int) -> bool:
    try:
        fcntl.flock(descriptor, operation | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        raise EmbeddedError(
            f"The folder of the embedded servers does not support locks ({error.strerror}): "
            "set SEOFIX_LOCAL_DIR to a folder on a local disk."
        ) from error
    return True
