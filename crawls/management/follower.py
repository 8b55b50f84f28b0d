"""Watching one audit from the terminal until it has ended."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.db import connection
from django.utils import timezone

from crawls.management.progress import Progress
from crawls.management.servers import (
    POSTGRESQL,
    REDIS,
    UNREACHABLE,
    CannotCancel,
    Outage,
    RedisWatch,
    database_trouble,
)
from crawls.models import Audit, AuditState
from crawls.services import audits, collaborators

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from crawls.management.processes import Fleet

POLL_S = 0.25
RATE_WINDOW_S = 10.0
CANCEL_WITHIN_S = 20.0


@dataclass(slots=True)
class Follower:
    """Watches an audit until it has ended. Ctrl-C cancels it once; a second one gives up."""

    audit_id: int
    fleet: Fleet
    show: Callable[[Progress], None]
    began: float = field(default_factory=time.monotonic)
    finished: deque[tuple[float, int]] = field(default_factory=deque)
    database: Outage = field(default_factory=lambda: Outage(POSTGRESQL))
    redis: RedisWatch = field(default_factory=lambda: RedisWatch(Outage(REDIS)))
    latest: Progress | None = None

    def follow(self) -> Audit:
        """The audit when it has ended, or when it was cancelled and its end does not come.

        Raises CannotGoOn.
        """
        try:
            return self._until_ended(deadline=None)
        except KeyboardInterrupt:
            connection.close()  # it may have been cut off in the middle of a question
            self._cancel()
            return self._until_ended(deadline=time.monotonic() + CANCEL_WITHIN_S)

    def _until_ended(self, deadline: float | None) -> Audit:
        while True:
            audit = self._look()
            if audit is not None and (audit.has_ended or self._is_too_late(deadline)):
                return audit
            self.redis.ask()
            self.fleet.restart_dead()
            time.sleep(POLL_S)

    def _cancel(self) -> None:
        try:
            audits.cancel_audit(self.audit_id, collaborators.frontier())
        except UNREACHABLE as error:
            raise CannotCancel(
                f"The audit could not be cancelled: PostgreSQL cannot be reached "
                f"({database_trouble(error)}). The next audit reports it as interrupted."
            ) from error

    def _is_too_late(self, deadline: float | None) -> bool:
        """No bell is rung without Redis: nobody will bring a cancelled audit to its end then."""
        if deadline is None:
            return False
        if self.redis.outage.why:
            self.fleet.stop_quickly()
            return True
        return time.monotonic() > deadline

    def _look(self) -> Audit | None:
        """Show how the audit stands. None while PostgreSQL does not answer."""
        try:
            audit = Audit.objects.get(pk=self.audit_id)
            self.latest = self._progress(audit)
        except UNREACHABLE as error:
            connection.close()  # the next look begins with a new one
            self.database.note(database_trouble(error), time.monotonic())
            audit = None
        else:
            self.database.note("", time.monotonic())
        if self.latest is not None:
            self.show(replace(self.latest, note=self._trouble() or self.latest.note))
        return audit

    def _trouble(self) -> str:
        away = [outage.name for outage in (self.database, self.redis.outage) if outage.why]
        return f"{' and '.join(away)} cannot be reached; waiting." if away else ""

    def _progress(self, audit: Audit) -> Progress:
        now = time.monotonic()
        self.finished.append((now, audit.finished))
        while now - self.finished[0][0] > RATE_WINDOW_S:
            self.finished.popleft()
        rate = self._rate()
        left = audit.admitted - audit.finished
        return Progress(
            state=audit.state,
            note=_note(audit, timezone.now()),
            pages_done=audit.finished,
            pages_known=audit.admitted,
            rate_rps=rate,
            findings=audit.findings.count(),
            seconds_left=left / rate if rate > 0 and audit.state == AuditState.CRAWLING else None,
            elapsed=now - self.began,
        )

    def _rate(self) -> float:
        (since, before), (now, done) = self.finished[0], self.finished[-1]
        return (done - before) / (now - since) if now > since else 0.0


def _note(audit: Audit, now: datetime) -> str:
    """Why nothing happens. How the crawl ended is for the summary to say, once."""
    if audit.state in {AuditState.QUEUED, AuditState.PAUSED}:
        return audit.reason_text
    if audit.state == AuditState.CRAWLING and audit.hold_until and audit.hold_until > now:
        seconds = round((audit.hold_until - now).total_seconds())
        return f"The site asked for a pause: {seconds} s left."
    return ""
