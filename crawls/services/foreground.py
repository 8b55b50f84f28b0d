"""Audits that a command waits for live as long as the command.

The command holds a lock of its database session while it waits; an unfinished foreground audit
whose lock is free was interrupted.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from crawls.models import Audit, EndReason
from crawls.services import advisory, audits
from crawls.services.advisory import LockClass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.frontier.base import Frontier


@contextmanager
def held(audit_id: int) -> Iterator[None]:
    """Show that somebody waits for the audit."""
    with advisory.try_lock(LockClass.FOREGROUND, audit_id):
        yield


def cancel_interrupted(frontier: Frontier) -> list[int]:
    """Cancel the audits whose command died. Returns their ids."""
    unfinished = Audit.objects.unfinished().filter(in_foreground=True).values_list("pk", flat=True)
    return [pk for pk in unfinished if _cancel_unless_held(pk, frontier)]


def _cancel_unless_held(audit_id: int, frontier: Frontier) -> bool:
    with advisory.try_lock(LockClass.FOREGROUND, audit_id) as is_free:
        return is_free and audits.cancel_audit(audit_id, frontier, reason=EndReason.INTERRUPTED)
