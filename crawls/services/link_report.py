"""The internal-link report of an audit: a step after the crawl, as safe to repeat as the others."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from django.db import transaction

from crawls.engine import graph
from crawls.engine.graph import UNREACHED
from crawls.models import PageLinks
from crawls.services import graph_reader, suggestions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crawls.engine.graph import Anchors, Claim, Detour, Figures, LinkGraph
    from crawls.models import Audit, AuditStep

BATCH = 5_000
LISTED = 1_000  # of pages that something is claimed of, in the report; all are counted
WORST = 100  # of detours and anchor texts


def write_report(step: AuditStep) -> dict[str, Any]:
    """Measure the audit's links and store the figures; returns what the report says of the whole."""
    audit = step.audit
    site = graph_reader.read_graph(audit)
    is_complete = graph_reader.is_complete(audit)
    figures = graph.measure(site)
    _store_figures(audit, site, figures)
    anchors = graph.collect_anchors(site)
    told = _told(site, figures, anchors, is_complete=is_complete)
    phrases = graph.collect_phrases(site, anchors)
    del anchors  # at worst as large as the links themselves; the texts are read without them
    suggested = suggestions.suggest(audit, site, figures, phrases, is_complete=is_complete)
    suggestions.close_found(audit, site)
    return told | {"suggestions": suggested}


def _store_figures(audit: Audit, site: LinkGraph, figures: Figures) -> None:
    with transaction.atomic():
        PageLinks.objects.filter(page__audit=audit).delete()
        rows = iter(_rows(site, figures))
        while batch := list(islice(rows, BATCH)):
            PageLinks.objects.bulk_create(batch)


def _rows(site: LinkGraph, figures: Figures) -> Iterator[PageLinks]:
    for index in site.is_node.nonzero()[0].tolist():
        yield PageLinks(
            page_id=int(site.ids[index]),
            click_depth=_depth(int(figures.depth[index])),
            page_rank=float(figures.rank[index]),
            inlinks=int(figures.inlinks[index]),
            followed_inlinks=int(figures.followed_inlinks[index]),
            content_inlinks=int(figures.content_inlinks[index]),
            outlinks=int(figures.outlinks[index]),
        )


def _told(
    site: LinkGraph, figures: Figures, anchors: Anchors, *, is_complete: bool
) -> dict[str, Any]:
    claims = graph.claim(site, figures, is_complete=is_complete)
    return {
        "is_complete": is_complete,
        "pages": int(site.is_node.sum()),
        "links": len(site.links),
        "max_depth": _depth(figures.max_depth),
        "median_depth": _depth(figures.median_depth),
        "claims": {
            name: _claim(site, getattr(claims, name)) for name in claims.__dataclass_fields__
        },
        "broken": _detours(site, graph.broken_targets(site, figures, limit=WORST)),
        "redirecting": _detours(site, graph.redirecting_targets(site, figures, limit=WORST)),
        "generic_anchors": [
            {"target": _url(site, use.target), "text": use.text, "links": use.links}
            for use in anchors.generic(limit=WORST)
        ],
        "empty_anchors": [
            {"target": _url(site, use.target), "links": use.links}
            for use in anchors.empty(limit=WORST)
        ],
        "shared_anchors": [
            {
                "text": shared.text,
                "links": shared.content_links,
                "targets": _urls(site, shared.targets[:WORST]),
            }
            for shared in anchors.shared(limit=WORST)
        ],
    }


def _depth(clicks: int) -> int | None:
    return None if clicks == UNREACHED else clicks


def _claim(site: LinkGraph, claim: Claim) -> dict[str, Any]:
    return {
        "certainty": claim.certainty,
        "count": len(claim.page_ids),
        "pages": _urls(site, claim.page_ids[:LISTED]),
    }


def _detours(site: LinkGraph, detours: Iterable[Detour]) -> list[dict[str, Any]]:
    return [
        {
            "target": _url(site, detour.target),
            "ending": detour.ending.name.lower(),
            "final": _url(site, detour.final),
            "hops": detour.hops,
            "page_rank": detour.rank,
            "source_count": detour.source_count,
            "sources": _urls(site, detour.sources),
        }
        for detour in detours
    ]


def _urls(site: LinkGraph, page_ids: Sequence[int]) -> list[str]:
    return [_url(site, page_id) for page_id in page_ids]


def _url(site: LinkGraph, page_id: int) -> str:
    return site.pages[site.index_of(page_id)].url
