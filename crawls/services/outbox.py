"""Bells owed by a transaction: written in it, rung after it, rung again until answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from itertools import takewhile
from typing import TYPE_CHECKING

import structlog
from celery import current_app
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from crawls.models import Outbox

if TYPE_CHECKING:
    from collections.abc import Iterable

log = structlog.get_logger(__name__)

RING_AGAIN_AFTER = timedelta(seconds=20)


def owe(task: str, argument: int) -> None:
    """Promise to run a task with one id once this transaction commits. Repeats are one promise."""
    row, _ = Outbox.objects.get_or_create(
        key=f"{task}:{argument}",
        defaults={"task": task, "argument": argument, "created_at": timezone.now()},
    )
    _ring_after_commit(row.pk)


def settle(task: str, argument: int) -> None:
    """The work is done: call it in the transaction that does it."""
    Outbox.objects.filter(key=f"{task}:{argument}").delete()


def ring(pk: int) -> bool:
    """Send the message. False when the broker cannot be reached: it is still owed then."""
    row = Outbox.objects.filter(pk=pk).first()
    if row is None:
        return True
    try:
        current_app.send_task(row.task, args=(row.argument,), retry=False)
    except OperationalError as error:
        log.warning("bell_not_rung", key=row.key, error=str(error))
        return False
    Outbox.objects.filter(pk=pk).update(rung_at=timezone.now())
    return True


def ring_owed() -> int:
    """Ring what was promised and neither rung lately nor answered. Returns how many."""
    stale = timezone.now() - RING_AGAIN_AFTER
    owed = Outbox.objects.filter(
        Q(rung_at__lt=stale) | Q(rung_at__isnull=True, created_at__lt=stale)
    )
    return _ring_each(list(owed.order_by("id").values_list("pk", flat=True)[:100]))


@dataclass(frozen=True, slots=True)
class _Bells:
    """The bells of one transaction, rung in one go after its commit."""

    pks: list[int]

    def __call__(self) -> None:
        _ring_each(self.pks)


def _ring_after_commit(pk: int) -> None:
    for _, hook, *_ in transaction.get_connection().run_on_commit:
        if isinstance(hook, _Bells):
            hook.pks.append(pk)
            return
    transaction.on_commit(_Bells([pk]))


def _ring_each(pks: Iterable[int]) -> int:
    """Ring in turn; returns how many. One failure may take seconds, so the rest stays owed then."""
    return sum(1 for _ in takewhile(ring, pks))
