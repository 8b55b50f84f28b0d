"""What `manage.py audit` does: start everything, follow one audit to its end, stop everything."""

from __future__ import annotations

import logging
import os
import signal
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

from django.conf import settings

from crawls.management.command_account import command_account
from crawls.management.follower import Follower
from crawls.management.output import print_block, print_line
from crawls.management.processes import fleet
from crawls.management.progress import ProgressView
from crawls.management.results import read_summary
from crawls.management.servers import UNREACHABLE, CannotGoOn, database_url
from crawls.management.summary_text import render
from crawls.models import EndReason
from crawls.services import audits, collaborators, foreground, recovery
from crawls.services.audit_requests import check_request

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from crawls.management.summary import Summary
    from crawls.services.audit_requests import AuditRequest


def run(request: AuditRequest, console: Console, *, keep_running: bool) -> Summary:
    """Run one audit in the foreground and print its summary. Raises AuditRefused and CannotGoOn."""
    logging.getLogger().setLevel(logging.ERROR)  # the terminal shows the audit, not our work
    check_request(request)
    foreground.cancel_interrupted(collaborators.frontier())
    recovery.ensure_open(collaborators.frontier())
    workers = os.cpu_count() or 1
    with fleet(settings.LOCAL_DIR / "logs", fetch_workers=workers) as processes:
        audit = audits.start_audit(command_account().pk, request)
        with _waited_for(audit.pk), ProgressView(console) as view:
            ended = Follower(audit.pk, processes, view.show).follow()
        found = read_summary(ended)
        print_block(console, render(found))
        if keep_running:
            _wait_for_interrupt(console)
    return found


@contextmanager
def _waited_for(audit_id: int) -> Iterator[None]:
    """Show that somebody waits for the audit; leave none crawling that cannot go on."""
    held = ExitStack()
    held.enter_context(foreground.held(audit_id))
    try:
        yield
    except CannotGoOn:
        with suppress(*UNREACHABLE):
            audits.cancel_audit(audit_id, collaborators.frontier(), reason=EndReason.INTERRUPTED)
        raise
    finally:
        with suppress(*UNREACHABLE):  # what was held has ended with the session then
            held.close()


def _wait_for_interrupt(console: Console) -> None:
    print_line(console, "")
    for line in (
        "Everything stays up until Ctrl-C.",
        f"DATABASE_URL={database_url()}",
        f"REDIS_URL={settings.REDIS_URL}",
    ):
        print_line(console, line)
    try:
        signal.pause()
    except KeyboardInterrupt:
        return
