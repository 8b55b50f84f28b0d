"""From values to columns: what a page row, its links and its findings keep of an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from crawls import checks
from crawls.engine import urls
from crawls.engine.indexability import has_nofollow
from crawls.engine.redirects import redirect_problem, redirect_target
from crawls.engine.response import Failure, Response
from crawls.models import Audit, Finding, Link, LinkTarget, Page, PageOutcome, PageText
from crawls.services import validators

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawls.engine.challenge import Challenge
    from crawls.services.examination import Examined
    from crawls.services.visits import Visit

BATCH = 2000
OK = 200
NOT_MODIFIED = 304


class LinkFacts(NamedTuple):
    url: str
    anchor_text: str
    is_nofollow: bool
    place: int = 0


class FindingFacts(NamedTuple):
    check_id: str
    severity: str
    evidence: str


NOTHING = {  # of an answer; a retry must not mix with what came before it
    "status": None,
    "failure": "",
    "failure_detail": "",
    "media_type": "",
    "body_bytes": 0,
    "body_state": "",
    "answer_problem": "",
    "ttfb_ms": None,
    "elapsed_ms": None,
    "redirect_url": "",
    "is_html": False,
    "etag": "",
    "last_modified": "",
}


def of_visit(visit: Visit) -> dict[str, Any]:
    """Every column that a visit settles, its outcome among them."""
    return NOTHING | _facts(visit)


def _facts(visit: Visit) -> dict[str, Any]:
    if isinstance(visit.answer, Failure):
        return _of_failure(visit.answer)
    if visit.kept is not None:
        return visit.kept.facts | {"outcome": PageOutcome.NOT_MODIFIED}
    facts = _of_response(visit.answer)
    if visit.answer.status == NOT_MODIFIED:
        facts["answer_problem"] = "It answered 304 (not modified), though it was asked for whole."
    if visit.challenge is not None:
        return facts | _of_challenge(visit.challenge)
    return facts | (_of_examined(visit.examined) if visit.examined is not None else {})


def links_of(visit: Visit) -> Sequence[LinkFacts]:
    if visit.kept is not None:
        return visit.kept.links
    if visit.examined is None or visit.examined.page is None:
        return ()
    page = visit.examined.page
    of_page = has_nofollow(page)
    return [
        LinkFacts(anchor.url, anchor.anchor_text, of_page or anchor.is_nofollow, anchor.place)
        for anchor in page.anchors
        if anchor.url is not None
    ]


def sentences_of(visit: Visit) -> Sequence[str]:
    if visit.kept is not None:
        return visit.kept.sentences
    if visit.examined is None or visit.examined.page is None:
        return ()
    return visit.examined.page.sentences


def findings_of(visit: Visit) -> Sequence[FindingFacts]:
    if visit.kept is not None:
        return visit.kept.findings
    if visit.examined is None:
        return ()
    return [
        FindingFacts(found.check_id, checks.CHECKS[found.check_id].severity, found.text)
        for found in visit.examined.findings
    ]


def store(audit: Audit, page: Page, visit: Visit) -> None:
    """The findings and links of a page that became final just now."""
    Finding.objects.bulk_create(
        Finding(audit_id=page.audit_id, page=page, position=position, **facts._asdict())
        for position, facts in enumerate(findings_of(visit))
    )
    links = links_of(visit)
    target_ids = _target_ids(audit, {link.url for link in links})
    Link.objects.bulk_create(
        (_link(page, link, target_ids[link.url], at) for at, link in enumerate(links)),
        batch_size=BATCH,
    )
    sentences = sentences_of(visit)
    if sentences:
        PageText.objects.create(page=page, sentences="\n".join(sentences))


def _of_failure(failure: Failure) -> dict[str, Any]:
    return {
        "outcome": PageOutcome.FAILED,
        "failure": failure.kind,
        "failure_detail": failure.detail,
    }


def _of_response(answer: Response) -> dict[str, Any]:
    is_redirect = answer.is_redirect
    return {
        "outcome": PageOutcome.REDIRECTED if is_redirect else PageOutcome.FETCHED,
        "status": answer.status,
        "media_type": answer.media_type,
        "body_bytes": len(answer.body),
        "body_state": answer.body_state,
        "answer_problem": (redirect_problem(answer) if is_redirect else answer.body_problem) or "",
        "ttfb_ms": round(answer.ttfb.total_seconds() * 1000),
        "elapsed_ms": round(answer.elapsed.total_seconds() * 1000),
        "redirect_url": (redirect_target(answer) or "") if is_redirect else "",
        "is_html": answer.is_html_page,
        **(validators.of_answer(answer) if answer.status == OK else {}),
    }


def _of_challenge(challenge: Challenge) -> dict[str, Any]:
    """What a firewall sent says nothing of the page."""
    return {
        "outcome": PageOutcome.BLOCKED,
        "blocked_by": challenge.vendor,
        "blocked_detail": challenge.evidence,
        "answer_problem": "",
        "redirect_url": "",
        "is_html": False,
        "etag": "",
        "last_modified": "",
    }


def _of_examined(examined: Examined) -> dict[str, Any]:
    page, indexability = examined.page, examined.indexability
    if page is None or indexability is None:
        return {"parse_problem": examined.problem}
    return {
        "parse_problem": examined.problem,
        "is_indexable": indexability.is_indexable,
        "index_reason": indexability.reason or "",
        "title": page.title or "",
        "description": page.descriptions[0] if page.descriptions else "",
        "h1": page.h1s[0] if page.h1s else "",
        "canonical_url": page.canonicals[0] if page.canonicals else "",
        "lang": page.lang or "",
        "word_count": page.word_count,
    }


def _link(page: Page, link: LinkFacts, target_id: int, position: int) -> Link:
    return Link(
        source=page,
        target_id=target_id,
        anchor_text=link.anchor_text,
        is_nofollow=link.is_nofollow,
        place=link.place,
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
