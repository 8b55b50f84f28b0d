"""What an audit with many known URLs costs: python -m benchmarks.known_urls.

Redis: the memory of every key of the frontier. PostgreSQL: statements and time to admit the links
of one page.
"""

from __future__ import annotations

import argparse
import os
import time
from contextlib import contextmanager
from itertools import count
from statistics import median
from typing import TYPE_CHECKING

import django
from django.core.management import call_command

from benchmarks.machine import new_installation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crawls.models import Audit

SITE = "https://shop.test"
LINKS = 100
ROUNDS = 50
CHUNK = 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--urls", type=int, default=100_000)
    options = parser.parse_args()
    with new_installation():
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seofix_site.settings")
        django.setup()
        call_command("migrate", verbosity=0)
        audit = audit_with(options.urls)
        print_redis(audit)
        print_postgresql(audit)


def audit_with(known: int) -> Audit:
    """An audit in mid-crawl that knows so many URLs, nearly all of them queued."""
    from django.utils import timezone

    from billing.models import Account
    from crawls.models import RobotsFile
    from crawls.services import audits, collaborators, recovery
    from crawls.services.audit_requests import AuditRequest

    account = Account.objects.create(name="benchmark")
    request = AuditRequest(url=f"{SITE}/", page_limit=known * 2)
    audit = audits.start_audit(account.pk, request)
    recovery.ensure_open(collaborators.frontier())
    audits.begin_audit(audit.pk, collaborators.frontier())
    RobotsFile.objects.create(
        audit=audit, origin=SITE, answer="read", body=b"", asked_at=timezone.now()
    )
    began = time.perf_counter()
    for start in range(0, known, CHUNK):
        admit(audit, range(start, min(start + CHUNK, known)))
    seconds = time.perf_counter() - began
    print(f"{known:,} URLs admitted in {seconds:.1f} s, {seconds / known * 1e6:.0f} us each")
    audit.refresh_from_db()
    return audit


def admit(audit: Audit, numbers: range) -> int:
    """Admit URLs as the links of one page; returns how many statements that took, without those
    that lock and save the audit's row.
    """
    from django.db import transaction

    from crawls.services import admission
    from crawls.services.admission import Found
    from crawls.services.recording import lock_audit

    with transaction.atomic():
        locked = lock_audit(audit.pk)
        with counted_statements() as statements:
            admission.admit(locked, [Found(f"{SITE}/products/{n}", 1) for n in numbers])
        locked.save()
    return len(statements)


@contextmanager
def counted_statements() -> Iterator[list[str]]:
    from django.db import connection

    seen: list[str] = []

    def see(execute: Callable[..., object], sql: str, *rest: object) -> object:
        seen.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(see):
        yield seen


def print_redis(audit: Audit) -> None:
    """The lane as it is in mid-crawl: a full window, two pages leased."""
    from django.conf import settings

    from crawls.frontier.connection import connect
    from crawls.services import collaborators, lanes

    frontier = collaborators.frontier()
    lanes.open_lane(audit, audit.lane, frontier)
    for _ in range(audit.max_in_flight):
        frontier.claim(audit.lane)
    lanes.refill(audit, audit.lane, frontier)
    with connect(settings.FRONTIER_REDIS_URL) as client:
        sizes = [client.memory_usage(key, samples=0) or 0 for key in client.scan_iter()]
    print(f"Redis: all {len(sizes)} keys of the frontier take {sum(sizes) / 1024:.1f} KiB")


def print_postgresql(audit: Audit) -> None:
    fresh = count(10_000_000, LINKS)
    for name, new in (("all known", 0), ("half new", LINKS // 2), ("all new", LINKS)):
        taken, times = [], []
        for _ in range(ROUNDS):
            # The last known ones and the first new ones are neighbours.
            start = next(fresh)
            admit(audit, range(start, start + LINKS - new))
            began = time.perf_counter()
            taken.append(admit(audit, range(start, start + LINKS)))
            times.append((time.perf_counter() - began) * 1000)
        print(
            f"{LINKS} links of a page, {name}: {max(taken)} statement, "
            f"{median(times):.1f} ms with locking and saving the audit"
        )


if __name__ == "__main__":
    main()
