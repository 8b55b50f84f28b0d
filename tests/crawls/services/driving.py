"""Leading an audit by hand through what workers do, one answer at a time."""

from __future__ import annotations

from contextlib import contextmanager

from django.db import transaction

from crawls.engine import urls
from crawls.engine.policy import SEOFIX
from crawls.models import Audit, AuditStep, Page, PageState, StepKind
from crawls.services import after_crawl, audits, files
from crawls.services.examination import examine
from crawls.services.recording import lock_audit, record_page
from crawls.services.visits import Visit
from tests.crawls.services.answers import SITE, html, response


@contextmanager
def locked(audit):
    """The audit as the caller of `admission` has it: locked, and saved at the end."""
    with transaction.atomic():
        row = lock_audit(audit.pk)
        yield row
        row.save()


def begin(audit, frontier, *, robots=b"", robots_status=200):
    """Begin the audit and answer its robots.txt: the seed is then queued."""
    audits.begin_audit(audit.pk, frontier)
    read_robots(audit, robots, status=robots_status)
    return fresh(audit)


def read_robots(audit, body=b"", *, origin=None, status=200):
    part = (origin or urls.origin_of(audit.seed_url)) + "/robots.txt"
    step = open_step(audit, StepKind.ROBOTS, part)
    return files.record_robots(step, response(part, status, body=body))


def open_step(audit, kind, part):
    return AuditStep.objects.open().select_related("audit").get(audit=audit, kind=kind, part=part)


def record(audit, answer, url=None):
    """Record the answer for the page it is of, as a worker does that just read its row."""
    page = page_at(audit, url or answer.url)
    return record_page(page, Visit(answer, examined(answer)))


def examined(answer):
    if not getattr(answer, "is_html_page", False):
        return None
    return examine(answer.url, answer.body, answer.headers, SEOFIX.token)


def page_at(audit, url):
    return Page.objects.get(audit=audit, url=SITE + url if url.startswith("/") else url)


def fresh(audit):
    return Audit.objects.get(pk=audit.pk)


def answer_sitemap(audit, url=f"{SITE}/sitemap.xml", *, status=404):
    step = open_step(audit, StepKind.SITEMAP, url)
    return files.record_sitemap(step, response(url, status), None)


def crawl_all(audit, *, paths=("/a", "/b")):
    """Answer the seed with links and then everything else: the crawl is over."""
    record(audit, html(audit.seed_url, *paths))
    answer_sitemap(audit)
    for page in Page.objects.queued().filter(audit=audit).in_turn():
        record(audit, html(page.url))
    return fresh(audit)


def check_all(audit, frontier):
    for step in AuditStep.objects.open().filter(audit=audit).order_by("id"):
        after_crawl.run_step(step.pk)
    after_crawl.finalise_audit(audit.pk, frontier)
    return fresh(audit)


def states(audit):
    """The state of every page of the audit by its path (or URL on another host)."""
    pages = Page.objects.filter(audit=audit).order_by("id")
    return {page.url.removeprefix(SITE): PageState(page.state).value for page in pages}
