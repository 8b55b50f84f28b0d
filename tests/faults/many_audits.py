"""Audit many sites at once with one fleet until the first of them has ended: URL URL..."""

from __future__ import annotations

import os
import sys
import time

import django

ACCOUNTS = 7
MAX_PAGES = 10_000


def main(urls: list[str]) -> None:
    django.setup()
    from django.conf import settings

    from crawls.management.processes import fleet
    from crawls.models import Audit
    from crawls.services import collaborators, recovery

    recovery.ensure_open(collaborators.frontier())
    with fleet(settings.LOCAL_DIR / "logs", fetch_workers=os.cpu_count() or 1) as processes:
        watched = _start(urls)
        while not Audit.objects.get(pk=watched).has_ended:
            processes.restart_dead()
            time.sleep(0.25)


def _start(urls: list[str]) -> int:
    """Start an audit of each; returns the id of the first one's."""
    from billing.models import Account
    from crawls.services import audits
    from crawls.services.audit_requests import AuditRequest

    accounts = [Account.objects.create(name=f"account {number}") for number in range(ACCOUNTS)]
    started = [
        audits.start_audit(
            accounts[number % ACCOUNTS].pk, AuditRequest(url=url, page_limit=MAX_PAGES)
        )
        for number, url in enumerate(urls)
    ]
    return started[0].pk


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seofix_site.settings")
    main(sys.argv[1:])
