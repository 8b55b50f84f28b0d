"""PostgreSQL's advisory locks of a session: they end with the process that holds them, however it
ends, so nobody has to guess from times whether it lives.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from typing import TYPE_CHECKING

from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Iterator


class LockClass(IntEnum):
    """The first of a lock's two numbers; the second is an id."""

    RECOVERY = 7_301_001
    FOREGROUND = 7_301_002
    STEP = 7_301_003
    BEGIN = 7_301_004


_held: ContextVar[int] = ContextVar("advisory_locks_held", default=0)


@contextmanager
def try_lock(kind: LockClass, number: int) -> Iterator[bool]:
    """Hold the lock inside the block, if nobody else does: the value says whether."""
    pair = [int(kind), number]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", pair)
        is_mine = bool(cursor.fetchone()[0])
    before = _held.set(_held.get() + is_mine)
    try:
        yield is_mine
    finally:
        _held.reset(before)
        if is_mine:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", pair)


def release_connection() -> None:
    """Give the database connection back before the network: a fetch may take 30 seconds, and a
    worker has more threads than connections. One with a lock on it is kept: the next who gets it
    from the pool would hold the lock, and we could not give it back.
    """
    if not (connection.in_atomic_block or _held.get()):
        connection.close()
