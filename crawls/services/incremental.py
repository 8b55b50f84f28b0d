"""Asking only for what changed: a page that answers 304 keeps what the previous audit knows of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crawls.checks.base import PAGE_RULES
from crawls.engine.response import BodyState, Response
from crawls.models import (
    Audit,
    AuditKind,
    AuditState,
    Finding,
    Link,
    Page,
    PageOutcome,
    PageState,
    PageText,
)
from crawls.services import validators
from crawls.services.page_facts import FindingFacts, LinkFacts

if TYPE_CHECKING:
    from crawls.services.visits import Answer

OK = 200
NOT_MODIFIED = 304
# What a page is in its own audit; every other column is a fact of the page.
OWN = frozenset(
    {
        *("id", "audit_id", "url", "fingerprint", "origin", "section"),
        *("found_on_id", "in_sitemap", "depth", "seed_hop", "rank"),
        *("state", "has_been_retried", "attempts", "outcome", "skip_reason", "skip_detail"),
        *("failure", "failure_detail", "blocked_by", "blocked_detail", "fetched_at"),
    }
)


class BasisGone(Exception):
    """The previous audit was deleted meanwhile: the page must be asked for whole."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The columns, links and findings of a page that did not change."""

    facts: dict[str, Any]
    links: tuple[LinkFacts, ...]
    findings: tuple[FindingFacts, ...]
    sentences: tuple[str, ...]


def previous_of(audit: Audit) -> Audit | None:
    """The audit whose facts an incremental one stands on: the latest full one of its site that was
    not broken off, else the latest of another kind, which knows few pages.
    """
    ended = Audit.objects.filter(
        site=audit.site_id, policy=audit.policy, state__in=(AuditState.DONE, AuditState.PARTIAL)
    )
    latest = ended.exclude(pk=audit.pk).order_by("-id")
    return latest.filter(kind=AuditKind.FULL).first() or latest.first()


def basis_of(page: Page) -> Page | None:
    """The page of the previous audit by whose validators this one may be asked for."""
    if page.audit.previous_id is None:
        return None
    known = Page.objects.filter(
        audit=page.audit.previous_id,
        fingerprint=page.fingerprint,
        state=PageState.DONE,
        status=OK,
        body_state=BodyState.COMPLETE,
        outcome__in=(PageOutcome.FETCHED, PageOutcome.NOT_MODIFIED),
        parse_problem="",
    )
    return known.exclude(etag="", last_modified="").first()


def keep(basis: Page | None, answer: Answer) -> Kept | None:
    """What a 304 to our conditions keeps; None for any other answer. Raises BasisGone."""
    if basis is None or not isinstance(answer, Response) or answer.status != NOT_MODIFIED:
        return None
    facts = {name: getattr(basis, name) for name in _fact_columns()}
    kept = Kept(facts | validators.of_answer(answer), _links(basis), _findings(basis), _text(basis))
    if not Page.objects.filter(pk=basis.pk).exists():
        raise BasisGone
    return kept


def _fact_columns() -> list[str]:
    fields = Page._meta.concrete_fields  # noqa: SLF001 -- Django's documented model API
    return [field.attname for field in fields if field.attname not in OWN]


def _links(basis: Page) -> tuple[LinkFacts, ...]:
    rows = Link.objects.filter(source=basis).order_by("position")
    return tuple(
        LinkFacts(*row)
        for row in rows.values_list("target__url", "anchor_text", "is_nofollow", "place")
    )


def _text(basis: Page) -> tuple[str, ...]:
    text = PageText.objects.filter(page=basis).values_list("sentences", flat=True).first()
    return tuple(text.split("\n")) if text else ()


def _findings(basis: Page) -> tuple[FindingFacts, ...]:
    """Those that are about the page alone: checks of the whole site run anew."""
    rows = Finding.objects.filter(page=basis, check_id__in=list(PAGE_RULES)).order_by("position")
    return tuple(FindingFacts(*row) for row in rows.values_list("check_id", "severity", "evidence"))
