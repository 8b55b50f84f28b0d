"""Audits that a command waits for live as long as the command.

The command holds an advisory lock of its database session, which ends with its process however it
ends; an unfinished foreground audit that nobody holds was interrupted.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import connection

from crawls.models import Audit, EndReason
from crawls.services import audits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.frontier.base import Frontier

LOCK_CLASS = 7_301_002


@contextmanager
def held(audit_id: int) -> Iterator[None]:
    """Show that somebody waits for the audit."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", [LOCK_CLASS, audit_id])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [LOCK_CLASS, audit_id])


def cancel_interrupted(frontier: Frontier) -> list[int]:
    """Cancel the audits whose command died. Returns their ids."""
    unfinished = Audit.objects.unfinished().filter(in_foreground=True).values_list("pk", flat=True)
    return [pk for pk in unfinished if not _is_held(pk) and _cancel(pk, frontier)]


def _cancel(audit_id: int, frontier: Frontier) -> bool:
    return audits.cancel_audit(audit_id, frontier, reason=EndReason.INTERRUPTED)


def _is_held(audit_id: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [LOCK_CLASS, audit_id])
        is_free = bool(cursor.fetchone()[0])
        if is_free:
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [LOCK_CLASS, audit_id])
    return not is_free
