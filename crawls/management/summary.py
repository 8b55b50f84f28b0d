"""What an ended audit says in a terminal, and to a script."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from crawls.checks.base import Severity
from crawls.management.wording import counted, duration, number, shortened, shown

if TYPE_CHECKING:
    from decimal import Decimal

EVIDENCE_LENGTH = 160
SEVERITIES = tuple(Severity)  # the worst first
STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.NOTICE: "bold blue"}


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
    never fetched by their reason.
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
    pace: tuple[PacePoint, ...] = ()

    @property
    def sorted_findings(self) -> list[FindingLine]:
        """The most severe first, then the most frequent."""
        return sorted(
            self.findings,
            key=lambda line: (SEVERITIES.index(line.severity), -line.count, line.check_id),
        )


def summary_json(summary: Summary) -> dict[str, Any]:
    """The summary for scripts: plain JSON values; `findings` maps check ids to counts."""
    return {
        "audit_id": summary.audit_id,
        "state": summary.state,
        "reason": summary.reason,
        "kind": summary.kind,
        "pages": summary.pages,
        "not_modified": summary.not_modified,
        "blocked": summary.blocked,
        "skipped": summary.skipped,
        "skipped_sections": list(summary.skipped_sections),
        "unread_robots": [asdict(one) for one in summary.unread_robots],
        "credits": _json_number(summary.credits),
        "max_rps": summary.max_rps,
        "effective_rps": summary.effective_rps,
        "slowdowns": summary.slowdowns,
        "speed_clamped": bool(summary.speed_clamp_reason),
        "speed_clamp_reason": summary.speed_clamp_reason,
        "seconds": summary.seconds,
        "findings": {line.check_id: line.count for line in summary.sorted_findings},
        "pages_by_status": dict(_by_status(summary)),
        "pace": [asdict(point) for point in summary.pace],
    }


def render(summary: Summary) -> RenderableType:
    """Headline, facts, then the findings by severity."""
    parts = [_headline(summary), Text(), _facts(summary), Text(), *_findings(summary)]
    return Group(*parts)


def _headline(summary: Summary) -> Text:
    state = shown(summary.state).replace("_", " ").capitalize()
    headline = Text(overflow="fold")
    headline.append(f"Audit {summary.audit_id} of {shortened(shown(summary.url))}\n")
    headline.append(f"{state}.", style="bold")
    return headline.append(f" {shown(summary.reason)}" if summary.reason else "")


def _facts(summary: Summary) -> Table:
    statuses = ", ".join(f"{shown(status)}: {count:,}" for status, count in _by_status(summary))
    speed = f"{number(summary.effective_rps)} pages a second, at most {number(summary.max_rps)}"
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    clamped = shown(summary.speed_clamp_reason)
    facts = (
        ("Pages", _pages(summary)),
        *([("Skipped", _skipped(summary))] if summary.skipped else []),
        *(("robots.txt", shown(_unread(one))) for one in summary.unread_robots),
        ("Answers", statuses or "none"),
        ("Credits", number(summary.credits)),
        ("Speed", f"{speed}, {_slowdowns(summary.slowdowns)}"),
        *([("", clamped)] if clamped else []),
        ("Time", duration(summary.seconds)),
        ("Findings", _counts(summary)),
    )
    for label, value in facts:
        table.add_row(label, Text(value))
    return table


def _pages(summary: Summary) -> str:
    parts = ((summary.not_modified, "not modified"), (summary.blocked, "blocked by a firewall"))
    said = ", ".join(f"{count:,} {what}" for count, what in parts if count)
    return f"{summary.pages:,} ({said})" if said else f"{summary.pages:,}"


def _skipped(summary: Summary) -> str:
    sections = ", ".join(shown(name) for name in summary.skipped_sections)
    words = {
        "robots": "by robots.txt",
        "address": "for their address",
        "section": f"in blocked sections ({sections})",
    }
    return ", ".join(f"{count:,} {words[why]}" for why, count in summary.skipped.items())


def _unread(file: UnreadRobots) -> str:
    answer = f"status {file.status}" if file.status is not None else "no answer"
    if file.is_read_now:
        return f"{file.origin}: could not be read at first; until then everything was allowed"
    return f"{file.origin}: could not be read ({answer}); everything was allowed"


def _slowdowns(times: int) -> str:
    if times == 0:
        return "never slowed down"
    return "slowed down once" if times == 1 else f"slowed down {times} times"


def _counts(summary: Summary) -> str:
    counts = [
        counted(sum(line.count for line in lines), severity.value)
        for severity, lines in groupby(summary.sorted_findings, key=lambda line: line.severity)
    ]
    return ", ".join(counts) or "none"


def _findings(summary: Summary) -> list[RenderableType]:
    blocks: list[RenderableType] = []
    for severity, lines in groupby(summary.sorted_findings, key=lambda line: line.severity):
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", no_wrap=True, min_width=6)
        table.add_column(overflow="fold")
        for line in lines:
            table.add_row(f"{line.count:,}", _finding(line))
        blocks += [Text(f"{severity.value.capitalize()}s", style=STYLES[severity]), table, Text()]
    return blocks[:-1] or [Text(_no_findings(summary))]


def _no_findings(summary: Summary) -> str:
    if summary.pages == 0:
        return "No page was fetched, so there is nothing to report."
    return f"Nothing to report in {counted(summary.pages, 'page')}."


def _finding(line: FindingLine) -> Text:
    text = Text(overflow="fold")
    text.append(shown(line.title)).append(f"  {shown(line.check_id)}", style="dim")
    text.append(f"\n{shortened(shown(line.example_url))}")
    if line.count > 1:
        text.append(f" and {line.count - 1:,} more")
    if line.example_evidence:
        evidence = shortened(shown(line.example_evidence), EVIDENCE_LENGTH)
        text.append(f"\n{evidence}", style="dim")
    return text


def _by_status(summary: Summary) -> list[tuple[str, int]]:
    """HTTP numbers in order, then the words."""
    return sorted(
        summary.pages_by_status.items(), key=lambda item: (not item[0].isdigit(), item[0])
    )


def _json_number(value: Decimal | float) -> float:
    return int(value) if value == int(value) else float(value)
