"""Why a URL is, or is not, a page of an audit: in sentences, for support staff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine import scope, urls
from crawls.engine.policy import POLICIES
from crawls.models import Page, PageState
from crawls.services import robots_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.models import Audit

STATES = {
    PageState.DISCOVERED: "It waits until the robots.txt of its host is read.",
    PageState.OVER_LIMIT: "It may be fetched, but lies beyond the audit's page limit.",
    PageState.QUEUED: "It is admitted and waits for its turn, or is being fetched.",
    PageState.DONE: "It was fetched: it counts as a page.",
    PageState.SKIPPED: "It was never fetched: it is no page and costs nothing.",
}


def explain_url(audit: Audit, text: str) -> Iterator[str]:
    """What the audit knows and thinks of an address, as a person types it."""
    try:
        url = urls.normalise(text, audit.seed_url)
    except urls.NotAWebAddress as error:
        yield f"Not a web address: {error}."
        return
    yield f"Its normal form is {url}"
    yield from _explain_scope(audit, url)
    page = audit.pages.filter(fingerprint=urls.fingerprint(url)).select_related("found_on").first()
    if page is None:
        yield "The audit has not come across it."
    else:
        yield from _explain_page(page)


def _explain_scope(audit: Audit, url: str) -> Iterator[str]:
    policy = POLICIES[audit.policy]
    if not urls.is_same_site(url, audit.seed_url):
        yield f"It is on another site than {audit.seed_url}."
        return
    if not scope.is_in_scope(url, seed_url=audit.seed_url, depth=0, policy=policy):
        yield "Its path is never crawled."
    try:
        verdict = robots_rules.verdict(audit, url)
    except robots_rules.RobotsNotRead:
        yield f"The robots.txt of {urls.origin_of(url)} is not read in this audit."
        return
    may = "lets" if verdict.allowed else "does not let"
    where = f" (line {verdict.line}: {verdict.rule})" if verdict.line else ""
    yield f"robots.txt {may} {policy.token} fetch it{where}."


def _explain_page(page: Page) -> Iterator[str]:
    origin = f"linked from {page.found_on.url}" if page.found_on else "the seed or a sitemap"
    yield f"It was found at depth {page.depth}: {origin}."
    yield STATES[PageState(page.state)]
    if page.skip_reason:
        yield f"Reason: {page.skip_reason} {page.skip_detail}"
    if page.outcome:
        answer = page.status or f"{page.failure}: {page.failure_detail}"
        yield f"Outcome: {page.outcome}, {answer}, after {page.attempts} lost attempts."
