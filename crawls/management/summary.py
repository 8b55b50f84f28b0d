"""What an ended audit says: the values, and how a script gets them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from crawls.checks.base import Severity

if TYPE_CHECKING:
    from decimal import Decimal

SEVERITIES = tuple(Severity)  # the worst first


@dataclass(frozen=True, slots=True)
class FindingLine:
    """All findings of one check, with one of them as an example."""

    check_id: str
    severity: Severity
    title: str
    count: int
    example_url: str
    example_evidence: str


@dataclass(frozen=True, slots=True)
class UnreadRobots:
    """A robots.txt that could not be read, at first or at all; `status` is None for no answer."""

    origin: str
    status: int | None
    times: int
    is_read_now: bool


@dataclass(frozen=True, slots=True)
class SitemapFile:
    """A sitemap that was asked for; `status` is None for no answer, `urls` what it lists."""

    url: str
    status: int | None
    kind: str | None
    urls: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LinkFigures:
    """The internal links of a site. Counts of what is claimed of pages are None where the crawl was
    not complete: then nothing is certain.
    """

    orphans: int | None
    dead_ends: int | None
    max_depth: int | None  # None when no page was read
    suggestions: int


@dataclass(frozen=True, slots=True)
class PacePoint:
    """The pace at a time, in seconds since the audit began."""

    seconds: float
    rate_rps: float
    response_ms: int | None
    in_flight: int


@dataclass(frozen=True, slots=True)
class Summary:
    """`reason` is a sentence; `speed_clamp_reason` is empty when the speed asked for was granted;
    `pages_by_status` has HTTP numbers as text, or words for none; `skipped` counts URLs that were
    never fetched by their reason; `previous_audit_id` is what an incremental audit stands on.
    """

    audit_id: int
    url: str
    state: str
    reason: str
    pages: int
    credits: Decimal | float
    max_rps: float
    effective_rps: float
    slowdowns: int
    speed_clamp_reason: str
    seconds: float
    pages_by_status: dict[str, int]
    findings: tuple[FindingLine, ...]
    kind: str = "full"
    not_modified: int = 0
    blocked: int = 0
    skipped: dict[str, int] = field(default_factory=dict)
    skipped_sections: tuple[str, ...] = ()
    unread_robots: tuple[UnreadRobots, ...] = ()
    sitemaps: tuple[SitemapFile, ...] = ()
    is_incremental: bool = False
    previous_audit_id: int | None = None
    pace: tuple[PacePoint, ...] = ()
    links: LinkFigures | None = None

    @property
    def sorted_findings(self) -> list[FindingLine]:
        """The most severe first, then the most frequent."""
        return sorted(
            self.findings,
            key=lambda line: (SEVERITIES.index(line.severity), -line.count, line.check_id),
        )

    @property
    def sorted_statuses(self) -> list[tuple[str, int]]:
        """HTTP numbers in order, then the words."""
        return sorted(
            self.pages_by_status.items(), key=lambda item: (not item[0].isdigit(), item[0])
        )


def summary_json(summary: Summary) -> dict[str, Any]:
    """The summary for scripts: plain JSON values; `findings` maps check ids to counts."""
    return {
        "audit_id": summary.audit_id,
        "state": summary.state,
        "reason": summary.reason,
        "kind": summary.kind,
        "incremental": summary.is_incremental,
        "previous_audit_id": summary.previous_audit_id,
        "pages": summary.pages,
        "not_modified": summary.not_modified,
        "blocked": summary.blocked,
        "skipped": summary.skipped,
        "skipped_sections": list(summary.skipped_sections),
        "unread_robots": [asdict(one) for one in summary.unread_robots],
        "sitemaps": [asdict(one) for one in summary.sitemaps],
        "credits": _json_number(summary.credits),
        "max_rps": summary.max_rps,
        "effective_rps": summary.effective_rps,
        "slowdowns": summary.slowdowns,
        "speed_clamped": bool(summary.speed_clamp_reason),
        "speed_clamp_reason": summary.speed_clamp_reason,
        "seconds": summary.seconds,
        "findings": {line.check_id: line.count for line in summary.sorted_findings},
        "pages_by_status": dict(summary.sorted_statuses),
        "pace": [asdict(point) for point in summary.pace],
        **(asdict(summary.links) if summary.links is not None else {}),
    }


def _json_number(value: Decimal | float) -> float:
    return int(value) if value == int(value) else float(value)
