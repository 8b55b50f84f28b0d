"""What the internal-link report of a large audit costs: python -m benchmarks.link_report.

Pages and links are stored in PostgreSQL as a crawl would leave them; the report then streams them,
measures and stores the figures. The memory is that of the whole process, storing included.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
import uuid
from typing import TYPE_CHECKING

import django
from django.core.management import call_command

from benchmarks.machine import new_installation

if TYPE_CHECKING:
    from crawls.models import Audit

SITE = "https://shop.test"
MIB = 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--links", type=int, default=10_000_000)
    options = parser.parse_args()
    with new_installation():
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seofix_site.settings")
        django.setup()
        call_command("migrate", verbosity=0)
        began = time.perf_counter()
        audit = audit_with(options.pages, options.links)
        print(f"stored in {time.perf_counter() - began:.0f} s", flush=True)
        report(audit)


def audit_with(pages: int, links: int) -> Audit:
    from django.db import connection
    from django.utils import timezone

    from billing.models import Account
    from crawls.models import AuditState
    from crawls.services import audits
    from crawls.services.audit_requests import AuditRequest

    account = Account.objects.create(name="benchmark")
    request = AuditRequest(url=f"{SITE}/0", page_limit=pages, policy="internal-linking")
    audit = audits.start_audit(account.pk, request)
    first = store_pages(audit, pages)
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO crawls_linktarget (audit_id, url, fingerprint, is_internal)
            SELECT audit_id, url, fingerprint, true FROM crawls_page WHERE audit_id = %s ORDER BY id
            RETURNING id
            """,
            [audit.pk],
        )
        target = min(row[0] for row in cursor.fetchall())
        # A few pages have very many links, as on a real site; the words repeat.
        cursor.execute(
            """
            INSERT INTO crawls_link
                (source_id, target_id, anchor_text, is_nofollow, place, position)
            SELECT %s + n %% %s, %s + floor(%s * power(random(), 3))::int,
                'product ' || n %% 5000, n %% 50 = 0, 100 + n %% 200, n / %s
            FROM generate_series(0, %s - 1) AS n
            """,
            [first, pages, target, pages, pages, links],
        )
        cursor.execute("ANALYZE crawls_page, crawls_link, crawls_linktarget")
    now = timezone.now()
    audit.state, audit.end_state = AuditState.CHECKING, AuditState.DONE
    audit.started_at = audit.crawl_ended_at = now
    audit.save()
    return audit


def store_pages(audit: Audit, count: int) -> int:
    """Returns the id of the first."""
    from crawls.engine import urls
    from crawls.engine.response import BodyState
    from crawls.models import Page, PageOutcome, PageState

    made = (
        Page(
            audit=audit,
            url=f"{SITE}/{number}",
            fingerprint=urls.fingerprint(f"{SITE}/{number}"),
            origin=SITE,
            depth=1,
            rank=3,
            seed_hop=0 if number == 0 else None,
            state=PageState.DONE,
            outcome=PageOutcome.FETCHED,
            status=200,
            body_state=BodyState.COMPLETE,
            is_html=True,
            is_indexable=True,
            title=f"Product number {uuid.uuid4().hex[:8]}",
        )
        for number in range(count)
    )
    Page.objects.bulk_create(made, batch_size=5_000)
    first: int = audit.pages.order_by("id").values_list("id", flat=True)[0]
    return first


def report(audit: Audit) -> None:
    from crawls.models import AuditStep, PageLinks, StepKind
    from crawls.services.link_report import write_report

    step = AuditStep.objects.create(audit=audit, kind=StepKind.LINK_REPORT, part="")
    began = time.perf_counter()
    told = write_report(step)
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // MIB
    print(
        f"{told['pages']:,} pages, {told['links']:,} links: {seconds:.0f} s, at most {peak:,} MiB; "
        f"{PageLinks.objects.count():,} rows of figures"
    )


if __name__ == "__main__":
    main()
