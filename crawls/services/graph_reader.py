"""The pages and links of an audit as its link graph takes them, streamed from PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from django.db import connection, transaction
from django.db.models import Q

from crawls.checks.answers import ACCESS_DENIED
from crawls.engine import graph, urls
from crawls.engine.graph import Answer, GraphPage, LinkChunk
from crawls.engine.response import BodyState
from crawls.models import AuditState, Page, PageOutcome, PageState

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from crawls.engine.graph import LinkGraph
    from crawls.models import Audit

CHUNK = 50_000
PAGE_COLUMNS = (
    *("id", "url", "fingerprint", "state", "outcome", "status", "is_html", "is_indexable"),
    *("redirect_url", "title", "h1", "in_sitemap"),
)
# Links of an HTML page may be missing: it was not parsed, or did not come whole.
READ_IN_PART = ~Q(parse_problem="") | ~Q(body_state=BodyState.COMPLETE)
# A link to a URL that is no page of the audit (too deep, say) says nothing of the site's pages.
LINKS = """
    SELECT link.source_id, target_page.id, link.is_nofollow, link.place, link.anchor_text
    FROM crawls_page AS source
    JOIN crawls_link AS link ON link.source_id = source.id
    JOIN crawls_linktarget AS target ON target.id = link.target_id
    JOIN crawls_page AS target_page
        ON target_page.audit_id = target.audit_id AND target_page.fingerprint = target.fingerprint
    WHERE source.audit_id = %s AND target.is_internal
"""
FIRST_HTTP_ERROR = 400


def read_graph(audit: Audit) -> LinkGraph:
    """The link graph of what an audit that has begun knows."""
    builder = graph.Builder(_pages(audit), seed=audit.pages.get(seed_hop=0).pk)
    for chunk in _links(audit):
        builder.add(chunk)
    return builder.build()


def _pages(audit: Audit) -> Iterator[GraphPage]:
    ids: dict[UUID, int] = dict(audit.pages.values_list("fingerprint", "id"))
    rows = Page.objects.filter(audit=audit).values(*PAGE_COLUMNS, is_part=READ_IN_PART)
    for row in rows.iterator(chunk_size=CHUNK):
        yield _page(row, ids)


def _page(row: dict[str, Any], ids: dict[UUID, int]) -> GraphPage:
    answer = _answer(row)
    is_page = answer is Answer.PAGE
    is_redirect = answer is Answer.REDIRECT and row["redirect_url"]
    return GraphPage(
        id=row["id"],
        url=row["url"],
        answer=answer,
        is_indexable=is_page and row["is_indexable"],
        redirect_to=ids.get(urls.fingerprint(row["redirect_url"])) if is_redirect else None,
        title=row["title"],
        h1=row["h1"],
        in_sitemap=row["in_sitemap"],
    )


def _answer(row: dict[str, Any]) -> Answer:
    """Being kept out is not being broken: of what we did not see nothing is claimed."""
    status, outcome = row["status"], row["outcome"]
    if row["state"] != PageState.DONE or outcome == PageOutcome.BLOCKED or status in ACCESS_DENIED:
        return Answer.UNKNOWN
    if outcome == PageOutcome.FAILED or status >= FIRST_HTTP_ERROR:
        return Answer.BROKEN
    if outcome == PageOutcome.REDIRECTED:
        return Answer.REDIRECT
    if not row["is_html"]:
        return Answer.FILE
    return Answer.UNKNOWN if row["is_part"] else Answer.PAGE


def is_complete(audit: Audit) -> bool:
    """Whether every link of the site is known: the crawl came to its end, and each HTML page that
    answered was read whole. The links of another may lead anywhere.
    """
    if audit.end_state != AuditState.DONE:
        return False
    return not audit.pages.counted().filter(READ_IN_PART, is_html=True).exists()


def _links(audit: Audit) -> Iterator[LinkChunk]:
    with transaction.atomic(), connection.chunked_cursor() as cursor:
        cursor.execute(LINKS, [audit.pk])
        while rows := cursor.fetchmany(CHUNK):
            sources, targets, nofollow, places, texts = zip(*rows, strict=True)
            yield LinkChunk(
                sources=np.fromiter(sources, np.int64, len(rows)),
                targets=np.fromiter(targets, np.int64, len(rows)),
                nofollow=np.fromiter(nofollow, np.bool_, len(rows)),
                places=np.fromiter(places, np.int32, len(rows)),
                texts=texts,
            )
