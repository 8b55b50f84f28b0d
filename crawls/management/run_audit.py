"""What `manage.py audit` does: start everything, follow one audit to its end, stop everything."""

from __future__ import annotations

import logging
import os
import signal
from typing import TYPE_CHECKING

from django.conf import settings
from rich.console import Console

from billing.models import Account
from crawls.management import summary
from crawls.management.follower import Follower
from crawls.management.processes import fleet
from crawls.management.progress import ProgressView
from crawls.management.results import read_summary
from crawls.services import audits, collaborators, foreground, recovery

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawls.management.summary import Summary
    from crawls.services.audits import AuditRequest

ACCOUNT = "command line"


def exempt(hosts: Sequence[str]) -> None:
    """Exempt hosts from the address rules in this process and in those it starts."""
    settings.SEOFIX_ALLOW_HOSTS = settings.SEOFIX_ALLOW_HOSTS | frozenset(hosts)
    os.environ["SEOFIX_ALLOW_HOSTS"] = ",".join(sorted(settings.SEOFIX_ALLOW_HOSTS))


def run(request: AuditRequest, *, keep_running: bool) -> Summary:
    """Run one audit in the foreground and print its summary. Raises AuditRefused."""
    logging.getLogger().setLevel(logging.WARNING)  # the terminal shows the audit, not our work
    console = Console()
    audits.check_request(request)
    foreground.cancel_interrupted(collaborators.frontier())
    recovery.ensure_open(collaborators.frontier())
    account, _ = Account.objects.get_or_create(name=ACCOUNT)
    workers = os.cpu_count() or 1
    with fleet(settings.LOCAL_DIR / "logs", fetch_workers=workers) as processes:
        audit = audits.start_audit(account.pk, request)
        with foreground.held(audit.pk), ProgressView(console) as view:
            ended = Follower(audit.pk, processes, view.show).follow()
        found = read_summary(ended)
        console.print(summary.render(found))
        if keep_running:
            _wait_for_interrupt(console)
    return found


def _wait_for_interrupt(console: Console) -> None:
    console.print(f"Everything stays up until Ctrl-C. Database: {settings.DATABASE_URL}")
    try:
        signal.pause()
    except KeyboardInterrupt:
        return
