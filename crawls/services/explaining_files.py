"""What an audit knows of a robots.txt or a sitemap: in sentences, for the report and support staff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from crawls.engine import urls
from crawls.engine.sitemap import SitemapKind
from crawls.models import StepKind, StepState
from robots.answer import AnswerKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from crawls.models import Audit, AuditStep

STATES = {
    StepState.OPEN: "It waits for its turn as a file of the site, or is being fetched.",
    StepState.FAILED: "It was given up as a file of the site after too many attempts.",
    StepState.DROPPED: "The crawl ended before it was read as a file of the site.",
}
ANSWERS = {
    AnswerKind.READ: "It was read as the robots.txt of {}.",
    AnswerKind.UNAVAILABLE: "There is no robots.txt of {}: everything is allowed.",
    AnswerKind.UNREACHABLE: "It could not be read as the robots.txt of {}: everything is allowed.",
}
KINDS = {
    SitemapKind.URLSET: "It was read as a sitemap of {}.",
    SitemapKind.INDEX: "It was read as an index of {}.",
    SitemapKind.FEED: "It was read as a feed of {}.",
    SitemapKind.TEXT: "It was read as a list of {}.",
    SitemapKind.NOT_A_SITEMAP: "It was read as a sitemap and is none.",
}


def explain_file(audit: Audit, url: str) -> Iterator[str]:
    """One sentence for each thing known; none when the URL is no file that was asked for."""
    asked = audit.steps.fetched().filter(Q(part=url) | Q(url=url))
    for step in asked.order_by("kind", "id"):
        yield from _explain_step(step)


def _explain_step(step: AuditStep) -> Iterator[str]:
    if step.url != step.part:
        yield f"It is asked for as {step.part}, which redirects to {step.url}."
    if step.state != StepState.DONE:
        yield STATES[StepState(step.state)]
    elif step.kind == StepKind.ROBOTS:
        yield from _explain_robots(step)
    else:
        yield from explain_sitemap(step.detail)


def _explain_robots(step: AuditStep) -> Iterator[str]:
    origin = urls.origin_of(step.part)
    for file in step.audit.robots_files.filter(origin=origin):
        yield ANSWERS[AnswerKind(file.answer)].format(origin)
    yield from step.detail.get("problems", ())


def explain_sitemap(detail: dict[str, Any]) -> Iterator[str]:
    """What an `AuditStep.detail` of a sitemap says: what it is, then what is wrong with it."""
    if "kind" in detail:
        count = detail["urls"]
        noun = "address" if count == 1 else "addresses"
        yield KINDS[SitemapKind(detail["kind"])].format(f"{count:,} {noun}")
    yield from detail["problems"]
