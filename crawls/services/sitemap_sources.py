"""Where an audit's sitemaps are: named by robots.txt, for a bot that reads it there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine import urls
from crawls.engine.policy import POLICIES
from crawls.models import AuditStep, RobotsFile, StepKind, StepState
from crawls.services.steps import ROBOTS_PATH
from robots import rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.models import Audit

SITEMAP_PATH = "/sitemap.xml"


def sitemaps_of(audit: Audit, origin: str) -> list[str]:
    """The files to ask for first, where the site begins at `origin`: those of its robots.txt, else
    the usual place.
    """
    named = list(dict.fromkeys(_named_by_robots(audit, origin)))
    for url in named:
        if not urls.is_same_site(url, audit.seed_url):
            _leave(audit, url)
    own = [url for url in named if urls.is_same_site(url, audit.seed_url)]
    return own[: POLICIES[audit.policy].sitemaps.files] or [origin + SITEMAP_PATH]


def _named_by_robots(audit: Audit, origin: str) -> Iterator[str]:
    if not POLICIES[audit.policy].reads_robots_sitemaps:
        return
    for file in RobotsFile.objects.filter(audit=audit, origin=origin):
        for line in rules.read(bytes(file.body), is_cut=file.was_cut).sitemaps:
            if not line.value:
                continue
            try:
                yield urls.normalise(line.value, origin + ROBOTS_PATH)
            except urls.NotAWebAddress:
                continue


def _leave(audit: Audit, url: str) -> None:
    """It is told like one that was read."""
    problem = "robots.txt names it, but it is on another site and not read."
    AuditStep.objects.get_or_create(
        audit=audit,
        kind=StepKind.SITEMAP,
        part=url,
        defaults={"url": url, "state": StepState.DONE, "detail": {"problems": [problem]}},
    )
