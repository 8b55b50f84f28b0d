"""Watching one audit from the terminal until it has ended."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.utils import timezone

from crawls.management.progress import Progress
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

    def follow(self) -> Audit:
        try:
            return self._until_ended(deadline=None)
        except KeyboardInterrupt:
            audits.cancel_audit(self.audit_id, collaborators.frontier())
            return self._until_ended(deadline=time.monotonic() + CANCEL_WITHIN_S)

    def _until_ended(self, deadline: float | None) -> Audit:
        while True:
            audit = Audit.objects.get(pk=self.audit_id)
            self.show(self._progress(audit))
            if audit.has_ended or (deadline is not None and time.monotonic() > deadline):
                return audit
            self.fleet.restart_dead()
            time.sleep(POLL_S)

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
    if audit.state == AuditState.CRAWLING and audit.hold_until and audit.hold_until > now:
        seconds = round((audit.hold_until - now).total_seconds())
        return f"The site asked for a pause: {seconds} s left."
    return audit.reason_text
