"""From values to columns: what a page row, its links and its findings keep of an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crawls import checks
from crawls.engine import urls
from crawls.engine.redirects import redirect_target
from crawls.engine.response import Failure, Response
from crawls.models import Audit, Finding, Link, LinkTarget, Page, PageOutcome

if TYPE_CHECKING:
    from crawls.engine.page import Anchor
    from crawls.services.examination import Examined

BATCH = 2000


def of_answer(answer: Response | Failure) -> dict[str, Any]:
    if isinstance(answer, Failure):
        return {
            "outcome": PageOutcome.FAILED,
            "failure": answer.kind,
            "failure_detail": answer.detail,
        }
    is_redirect = answer.is_redirect
    return {
        "outcome": PageOutcome.REDIRECTED if is_redirect else PageOutcome.FETCHED,
        "status": answer.status,
        "media_type": answer.media_type,
        "body_bytes": len(answer.body),
        "body_state": answer.body_state,
        "ttfb_ms": round(answer.ttfb.total_seconds() * 1000),
        "elapsed_ms": round(answer.elapsed.total_seconds() * 1000),
        "redirect_url": (redirect_target(answer) or "") if is_redirect else "",
        "is_html": answer.is_html_page,
    }


def of_examined(examined: Examined) -> dict[str, Any]:
    page, indexability = examined.page, examined.indexability
    if page is None or indexability is None:
        return {"parse_problem": examined.problem}
    return {
        "is_indexable": indexability.is_indexable,
        "index_reason": indexability.reason or "",
        "title": page.title or "",
        "description": page.descriptions[0] if page.descriptions else "",
        "h1": page.h1s[0] if page.h1s else "",
        "canonical_url": page.canonicals[0] if page.canonicals else "",
        "lang": page.lang or "",
        "word_count": page.word_count,
    }


def store_examined(audit: Audit, page: Page, examined: Examined | None) -> None:
    if examined is not None:
        store_findings(page, examined)
        store_links(audit, page, examined)


def store_findings(page: Page, examined: Examined) -> None:
    Finding.objects.bulk_create(
        Finding(
            audit_id=page.audit_id,
            page=page,
            check_id=finding.check_id,
            severity=checks.CHECKS[finding.check_id].severity,
            evidence=finding.text,
            position=position,
        )
        for position, finding in enumerate(examined.findings)
    )


def store_links(audit: Audit, page: Page, examined: Examined) -> None:
    if examined.page is None:
        return
    anchors = [(anchor, anchor.url) for anchor in examined.page.anchors if anchor.url is not None]
    target_ids = _target_ids(audit, {url for _, url in anchors})
    Link.objects.bulk_create(
        (_link(page, anchor, target_ids[url], at) for at, (anchor, url) in enumerate(anchors)),
        batch_size=BATCH,
    )


def _link(page: Page, anchor: Anchor, target_id: int, position: int) -> Link:
    return Link(
        source=page,
        target_id=target_id,
        anchor_text=anchor.anchor_text,
        is_nofollow=anchor.is_nofollow,
        position=position,
    )


def _target_ids(audit: Audit, targets: set[str]) -> dict[str, int]:
    """Row ids of link targets, stored where they are new. The audit's lock makes it safe."""
    by_fingerprint = {urls.fingerprint(url): url for url in targets}
    rows = LinkTarget.objects.filter(audit=audit, fingerprint__in=by_fingerprint)
    known = dict(rows.values_list("fingerprint", "id"))
    made = LinkTarget.objects.bulk_create(
        (
            LinkTarget(
                audit=audit,
                url=url,
                fingerprint=fingerprint,
                is_internal=urls.is_same_site(url, audit.seed_url),
            )
            for fingerprint, url in by_fingerprint.items()
            if fingerprint not in known
        ),
        batch_size=BATCH,
    )
    known |= {target.fingerprint: target.pk for target in made}
    return {url: known[fingerprint] for fingerprint, url in by_fingerprint.items()}
