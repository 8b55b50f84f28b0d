"""An ended audit in a terminal: headline, facts, findings."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from crawls.checks.base import Severity
from crawls.management.wording import counted, duration, number, shortened, shown

if TYPE_CHECKING:
    from crawls.management.summary import (
        FindingLine,
        LinkFigures,
        SitemapFile,
        Summary,
        UnreadRobots,
    )

EVIDENCE_LENGTH = 160
SITEMAP_LINES = 3
STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.NOTICE: "bold blue"}


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
    statuses = ", ".join(f"{shown(status)}: {count:,}" for status, count in summary.sorted_statuses)
    speed = f"{number(summary.effective_rps)} pages a second, at most {number(summary.max_rps)}"
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    clamped = shown(summary.speed_clamp_reason)
    facts = (
        ("Pages", _pages(summary)),
        *([("Skipped", _skipped(summary))] if summary.skipped else []),
        *(("robots.txt", shown(_unread(one))) for one in summary.unread_robots),
        *(("Sitemap", line) for line in _sitemaps(summary)),
        *([("Unchanged", _basis(summary))] if summary.is_incremental else []),
        *([("Links", _links(summary.links))] if summary.links is not None else []),
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


def _sitemaps(summary: Summary) -> list[str]:
    """What is wrong with the sitemaps, a line for each file, and not for all of fifty."""
    troubled = [one for one in summary.sitemaps if one.problems]
    lines = [_sitemap(one) for one in troubled[:SITEMAP_LINES]]
    left = len(troubled) - len(lines)
    return [*lines, f"and {left} more with problems"] if left else lines


def _sitemap(file: SitemapFile) -> str:
    first, *rest = file.problems
    more = f" And {counted(len(rest), 'more problem')}." if rest else ""
    return f"{shortened(shown(file.url))}: {shortened(shown(first), EVIDENCE_LENGTH)}{more}"


def _basis(summary: Summary) -> str:
    if summary.previous_audit_id is None:
        return (
            "no earlier audit from this start URL to compare with; every page was asked for whole"
        )
    return f"{counted(summary.not_modified, 'page')} since audit {summary.previous_audit_id}"


def _links(figures: LinkFigures) -> str:
    counts = ((figures.orphans, "orphan"), (figures.dead_ends, "dead end"))
    said = [counted(count, noun) for count, noun in counts if count is not None]
    if not said:
        said = ["orphans and dead ends cannot be told from a part of the site"]
    if figures.max_depth is not None:
        said.append(f"the deepest page {counted(figures.max_depth, 'click')} from the start")
    return ", ".join([*said, counted(figures.suggestions, "suggestion")])


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
