"""Links worth setting: found after a crawl, and closed when a later crawl sees the link."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from django.db import transaction

from crawls.engine import graph
from crawls.engine.graph import PageText as Text
from crawls.engine.page import LINKED_WORDS
from crawls.models import LinkSuggestion, PageText, SuggestionState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from uuid import UUID

    from crawls.engine.graph import Figures, LinkGraph, Phrases, Suggestion
    from crawls.models import Audit

BATCH = 2_000
SHOWN_LINK = "\N{HORIZONTAL ELLIPSIS}"


def suggest(
    audit: Audit, site: LinkGraph, figures: Figures, phrases: Phrases, *, is_complete: bool
) -> int:
    """Store what is worth linking in the texts of the audit; returns how many there are."""
    found = graph.suggest_links(site, figures, phrases, _read_texts, is_complete=is_complete)
    with transaction.atomic():
        LinkSuggestion.objects.filter(audit=audit).delete()
        LinkSuggestion.objects.bulk_create((_row(audit, one) for one in found), batch_size=BATCH)
    return len(found)


def close_found(audit: Audit, site: LinkGraph) -> int:
    """Close what earlier audits of the account's site suggested and this one found set."""
    earlier = LinkSuggestion.objects.filter(
        state=SuggestionState.OPEN,
        audit__account=audit.account_id,
        audit__site_key=audit.site_key,
        audit__lt=audit.pk,
    ).values_list("id", "source__fingerprint", "target__fingerprint")
    pages: dict[UUID, int] = dict(audit.pages.values_list("fingerprint", "id"))
    closed = [
        pk
        for pk, source, target in earlier.iterator(chunk_size=BATCH)
        if source in pages and target in pages and _is_linked(site, pages[source], pages[target])
    ]
    return LinkSuggestion.objects.filter(pk__in=closed, state=SuggestionState.OPEN).update(
        state=SuggestionState.CLOSED, closed_by=audit
    )


def _is_linked(site: LinkGraph, source_id: int, target_id: int) -> bool:
    """Whether a link of the page ends at the other one, through redirects or not."""
    source = site.index_of(source_id)
    target = int(site.endings.final[site.index_of(target_id)])
    first, last = np.searchsorted(site.edges.sources, [source, source + 1])
    return bool(np.isin(target, site.edges.targets[first:last]))


def _read_texts(page_ids: Sequence[int]) -> Iterator[Text]:
    ids = iter(page_ids)
    while batch := list(islice(ids, BATCH)):
        rows = PageText.objects.filter(page__in=batch).values_list("page_id", "sentences")
        for page_id, sentences in rows.iterator(chunk_size=BATCH):
            yield Text(page_id, sentences.split("\n"))


def _row(audit: Audit, found: Suggestion) -> LinkSuggestion:
    return LinkSuggestion(
        audit=audit,
        source_id=found.source,
        target_id=found.target,
        sentence=found.sentence.replace(LINKED_WORDS, SHOWN_LINK),
        words=found.words,
        reason=found.reason,
        gain=found.gain,
    )
