"""A finished crawl as site checks see it: streamed from PostgreSQL, never held whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef

from crawls.checks.base import CrawledLink, CrawledPage
from crawls.engine import urls
from crawls.models import Audit, AuditState, Link, LinkTarget, Page, PageState

if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK = 2000
COLUMNS = (
    "url",
    "depth",
    "status",
    "failure",
    "skip_reason",
    "skip_detail",
    "redirect_url",
    "is_html",
    "is_indexable",
    "title",
    "in_sitemap",
    "seed_hop",
    "blocked_by",
    "parse_problem",
    "answer_problem",
)


class CrawlReader:
    def __init__(self, audit: Audit) -> None:
        self._audit = audit
        # A crawl that a firewall kept from some pages ends as partial.
        self.is_complete = audit.end_state == AuditState.DONE

    def pages(self) -> Iterator[CrawledPage]:
        rows = (
            Page.objects.filter(audit=self._audit, state__in=(PageState.DONE, PageState.SKIPPED))
            .order_by("url")
            .values(*COLUMNS)
        )
        return map(_crawled_page, rows.iterator(chunk_size=CHUNK))

    def links_to(self, targets: set[str]) -> Iterator[CrawledLink]:
        prints = [urls.fingerprint(url) for url in targets]
        rows = (
            Link.objects.filter(target__audit=self._audit, target__fingerprint__in=prints)
            .order_by("source__url", "position")
            .values_list("source__url", "target__url", "anchor_text")
        )
        return (CrawledLink(*row) for row in rows.iterator(chunk_size=CHUNK))

    def linked_urls(self) -> set[str]:
        from_others = Link.objects.filter(target=OuterRef("pk")).exclude(
            source__fingerprint=OuterRef("fingerprint")
        )
        targets = LinkTarget.objects.filter(
            Exists(from_others), audit=self._audit, is_internal=True
        )
        return set(targets.values_list("url", flat=True).iterator(chunk_size=CHUNK))


def _crawled_page(row: dict[str, Any]) -> CrawledPage:
    return CrawledPage(
        url=row["url"],
        depth=row["depth"],
        status=row["status"],
        failure=row["failure"] or None,
        skip_reason=row["skip_reason"] or None,
        skip_detail=row["skip_detail"],
        redirect_url=row["redirect_url"] or None,
        is_html=row["is_html"],
        is_indexable=row["is_indexable"],
        title=row["title"] or None,
        in_sitemap=row["in_sitemap"],
        is_seed=row["seed_hop"] is not None,
        blocked_by=row["blocked_by"],
        problem=row["parse_problem"] or row["answer_problem"],
    )
