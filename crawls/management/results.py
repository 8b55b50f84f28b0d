"""Reading an ended audit for the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Count

from crawls import checks
from crawls.management.summary import (
    FindingLine,
    LinkFigures,
    PacePoint,
    SitemapFile,
    Summary,
    UnreadRobots,
)
from crawls.models import PageOutcome, PageState, StepKind, StepState
from crawls.services.explaining_files import STATES
from robots.answer import AnswerKind

if TYPE_CHECKING:
    from datetime import datetime

    from crawls.models import Audit, AuditStep, Finding, PaceSample


def read_summary(audit: Audit) -> Summary:
    began = audit.started_at or audit.created_at
    ended = audit.ended_at or audit.crawl_ended_at or began
    return Summary(
        audit_id=audit.pk,
        url=audit.seed_url,
        state=audit.state,
        reason=audit.reason_text,
        pages=audit.pages_fetched if audit.has_ended else audit.pages.counted().count(),
        credits=audit.credits,
        max_rps=audit.max_rps,
        effective_rps=audit.effective_rps,
        slowdowns=audit.slowdowns,
        speed_clamp_reason=audit.speed_clamp_reason,
        seconds=round((ended - began).total_seconds(), 2),
        pages_by_status=_pages_by_status(audit),
        findings=tuple(_finding_lines(audit)),
        kind=audit.kind,
        not_modified=audit.pages.filter(outcome=PageOutcome.NOT_MODIFIED).count(),
        blocked=audit.pages.filter(outcome=PageOutcome.BLOCKED).count(),
        skipped=_skipped(audit),
        skipped_sections=tuple(audit.skipped_sections),
        unread_robots=tuple(_unread_robots(audit)),
        sitemaps=tuple(map(_sitemap, audit.steps.filter(kind=StepKind.SITEMAP).order_by("id"))),
        is_incremental=audit.is_incremental,
        previous_audit_id=audit.previous_id,
        links=_link_figures(audit),
        pace=tuple(_pace_point(sample, began) for sample in audit.pace_samples.all()),
    )


def _skipped(audit: Audit) -> dict[str, int]:
    """URLs that were never fetched, by reason."""
    rows = audit.pages.filter(state=PageState.SKIPPED).values("skip_reason")
    return {
        row["skip_reason"]: row["n"] for row in rows.annotate(n=Count("id")).order_by("skip_reason")
    }


def _unread_robots(audit: Audit) -> list[UnreadRobots]:
    files = audit.robots_files.filter(times_unread__gt=0).order_by("origin")
    return [
        UnreadRobots(
            file.origin,
            file.status,
            file.times_unread,
            is_read_now=file.answer != AnswerKind.UNREACHABLE,
        )
        for file in files
    ]


def _sitemap(step: AuditStep) -> SitemapFile:
    detail = step.detail
    is_read = step.state == StepState.DONE
    return SitemapFile(
        step.part,
        detail.get("status"),
        detail.get("kind"),
        detail.get("urls", 0),
        tuple(detail["problems"]) if is_read else (STATES[StepState(step.state)],),
    )


def _link_figures(audit: Audit) -> LinkFigures | None:
    step = audit.steps.filter(kind=StepKind.LINK_REPORT, state=StepState.DONE).first()
    if step is None:
        return None
    told = step.detail
    return LinkFigures(
        orphans=told["claims"]["orphans"]["count"] if told["is_complete"] else None,
        dead_ends=told["claims"]["dead_ends"]["count"] if told["is_complete"] else None,
        max_depth=told["max_depth"],
        suggestions=told["suggestions"],
    )


def _pace_point(sample: PaceSample, began: datetime) -> PacePoint:
    seconds = round((sample.at - began).total_seconds(), 2)
    return PacePoint(seconds, sample.rate_rps, sample.response_ms, sample.in_flight)


def _pages_by_status(audit: Audit) -> dict[str, int]:
    """Pages by HTTP status; those without an answer under `failed`."""
    rows = audit.pages.counted().values("status").annotate(n=Count("id")).order_by("status")
    return {str(row["status"] or "failed"): row["n"] for row in rows}


def _finding_lines(audit: Audit) -> list[FindingLine]:
    rows = audit.findings.values("check_id").annotate(n=Count("id")).order_by("check_id")
    return [_finding_line(audit, row["check_id"], row["n"]) for row in rows]


def _finding_line(audit: Audit, check_id: str, count: int) -> FindingLine:
    check = checks.CHECKS[check_id]
    first: Finding = (
        audit.findings.filter(check_id=check_id).select_related("page").order_by("id")[0]
    )
    return FindingLine(check_id, check.severity, check.title, count, first.page.url, first.evidence)
