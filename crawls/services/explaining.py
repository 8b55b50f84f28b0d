"""Why a URL is, or is not, a page of an audit: in sentences, for support staff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine import scope, urls
from crawls.engine.policy import POLICIES
from crawls.engine.sections import section_of
from crawls.models import AuditState, Link, Page, PageState
from crawls.services import admission, seeding
from crawls.services.explaining_files import explain_file
from crawls.services.robots_rules import Judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.models import Audit

STATES = {
    PageState.DISCOVERED: "It waits until the robots.txt of its host is read.",
    PageState.QUEUED: "It is admitted and waits for its turn, or is being fetched.",
    PageState.DONE: "It was fetched: it counts as a page.",
    PageState.SKIPPED: "It was never fetched: it is no page and costs nothing.",
}


WAITING = (PageState.DISCOVERED, PageState.QUEUED)


def explain_url(audit: Audit, text: str) -> Iterator[str]:
    """What the audit knows and thinks of an address, as a person types it."""
    try:
        url = urls.normalise(text, seeding.landing_of(audit))
    except urls.NotAWebAddress as error:
        yield f"Not a web address: {error}."
        return
    yield f"Its normal form is {url}"
    if not urls.is_same_site(url, audit.seed_url):
        yield f"It is on another site than {audit.seed_url}."
    elif urls.is_ignored_path(url):
        yield "Addresses under /cdn-cgi/ are never crawled."
    else:
        yield from _explain_robots(audit, url)
    file = list(explain_file(audit, url))
    yield from file
    page = audit.pages.filter(fingerprint=urls.fingerprint(url)).select_related("found_on").first()
    if page is None and file:
        return
    if page is None:
        yield from _explain_unknown(audit, url)
    else:
        yield from _explain_page(audit, page)


def _explain_robots(audit: Audit, url: str) -> Iterator[str]:
    token = POLICIES[audit.policy].token
    verdict = Judge(audit).verdict(url)
    if verdict is None:
        yield f"The robots.txt of {urls.origin_of(url)} is not read in this audit."
        return
    may = "lets" if verdict.allowed else "does not let"
    where = f" (line {verdict.line}: {verdict.rule})" if verdict.line else ""
    yield f"robots.txt {may} {token} fetch it{where}."


def _explain_unknown(audit: Audit, url: str) -> Iterator[str]:
    """It has no row: nothing points to it, or all that does lies too deep."""
    sources = Link.objects.filter(
        target__audit=audit, target__fingerprint=urls.fingerprint(url)
    ).order_by("source__depth", "source_id")
    link = sources.select_related("source").first()
    if link is None:
        yield "The audit has not come across it."
        return
    depth, policy = link.source.depth + 1, POLICIES[audit.policy]
    yield f"It would be at depth {depth}: linked from {link.source.url}."
    if depth > policy.max_depth:
        yield f"Nothing deeper than {policy.max_depth} links is fetched."
    elif not scope.is_in_scope(url, seed_url=audit.seed_url, depth=depth, policy=policy):
        yield "It is listed as a link and never fetched."
    else:
        yield "The crawl had ended when it was found."


def _explain_page(audit: Audit, page: Page) -> Iterator[str]:
    yield f"It was found at depth {page.depth}: {_found_where(page)}."
    if page.state in WAITING and audit.state != AuditState.CRAWLING:
        yield "The crawl ended before its turn came: it was never fetched."
    elif page.state == PageState.OVER_LIMIT:
        yield f"It may be fetched, but lies beyond the page limit of {audit.page_limit:,}."
    else:
        yield STATES[PageState(page.state)]
    if page.skip_reason:
        yield f"Reason: {page.skip_detail.rstrip('.')}."
    elif section_of(page.url) in audit.skipped_sections:
        yield admission.section_refusal(page.section)
    if page.blocked_by:
        yield f"A firewall ({page.blocked_by}) answered in its place: {page.blocked_detail}."
    yield from dict.fromkeys(filter(None, (page.answer_problem, page.parse_problem)))
    if page.outcome:
        answer = page.status or f"{page.failure} ({page.failure_detail.rstrip('.')})"
        lost = f" after {page.attempts} lost attempts" if page.attempts else ""
        again = ", at the second try" if page.has_been_retried else ""
        yield f"Outcome: {page.outcome}, {answer}{again}{lost}."


def _found_where(page: Page) -> str:
    places = []
    if page.seed_hop == 0:
        places.append("it is the seed")
    elif page.found_on and page.found_on.redirect_url == page.url:
        places.append(f"{page.found_on.url} redirects to it")
    elif page.found_on:
        places.append(f"linked from {page.found_on.url}")
    if page.in_sitemap:
        places.append("listed in a sitemap")
    return ", and ".join(places) or "in the site's files"
