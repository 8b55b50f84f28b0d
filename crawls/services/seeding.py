"""Where an audit begins: the seed's redirects, where it lands, and the sitemap read from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine import urls
from crawls.engine.policy import POLICIES
from crawls.engine.redirects import redirect_target
from crawls.engine.response import Failure
from crawls.models import (
    Audit,
    AuditState,
    EndReason,
    Page,
    PageOutcome,
    PageState,
    SkipReason,
    StepKind,
)
from crawls.services import ending
from crawls.services.pace import is_retried
from crawls.services.sitemap_sources import sitemaps_of
from crawls.services.steps import open_step

if TYPE_CHECKING:
    from crawls.engine.response import Response
    from crawls.frontier.base import Entry
    from crawls.services.visits import Visit


def after_page(audit: Audit, page: Page, visit: Visit) -> list[Entry]:
    """What a page of the seed's redirect chain means for the audit; nothing for other pages."""
    if page.seed_hop is None or not audit.is_crawled:
        return []
    answer = visit.answer
    if isinstance(answer, Failure):
        text = f"The start URL could not be fetched: {answer.detail}"
        ending.end_crawl(audit, AuditState.FAILED, EndReason.SEED_UNREACHABLE, text)
        return []
    if visit.challenge is None and is_retried(answer):
        text = f"The start URL could not be fetched: it answered {answer.status} twice."
        ending.end_crawl(audit, AuditState.FAILED, EndReason.SEED_UNREACHABLE, text)
        return []
    if answer.is_redirect and visit.challenge is None:
        _after_hop(audit, page, answer)
        return []
    return open_sitemaps(audit)


def open_sitemaps(audit: Audit) -> list[Entry]:
    """Ask for the sitemaps of the site, once it is known where it begins. Safe to repeat: what a
    robots.txt that was read late names is added.
    """
    landing = audit.pages.filter(seed_hop__isnull=False, state=PageState.DONE)
    page = landing.exclude(outcome=PageOutcome.REDIRECTED).first()
    if page is None:
        return []
    wanted = sitemaps_of(audit, urls.origin_of(page.url))
    return [entry for url in wanted for entry in open_step(audit, StepKind.SITEMAP, url)]


def landing_of(audit: Audit) -> str:
    """Where the site begins: the seed, or where its redirects lead as far as is known."""
    hops = audit.pages.filter(seed_hop__isnull=False).order_by("-seed_hop")
    return hops.values_list("url", flat=True).first() or audit.seed_url


def end_if_disallowed(audit: Audit) -> None:
    """robots.txt may refuse the seed itself: then there is nothing to begin with."""
    seed = audit.pages.filter(
        seed_hop__isnull=False, state=PageState.SKIPPED, skip_reason=SkipReason.ROBOTS
    ).first()
    if seed is not None and audit.is_crawled:
        token = POLICIES[audit.policy].token
        text = f"robots.txt does not let {token} fetch the start URL ({seed.skip_detail})."
        ending.end_crawl(audit, AuditState.FAILED, EndReason.SEED_DISALLOWED, text)


def _after_hop(audit: Audit, page: Page, answer: Response) -> None:
    """`page` redirected: the chain goes on, or the audit fails with the reason."""
    target = redirect_target(answer)
    if target is None:
        text = f"The start URL redirects to something that is no web address ({page.url})."
        ending.end_crawl(audit, AuditState.FAILED, EndReason.SEED_UNREACHABLE, text)
    elif not urls.is_same_site(target, audit.seed_url):
        text = f"The start URL redirects to another site: {target}. Audit that address instead."
        ending.end_crawl(audit, AuditState.FAILED, EndReason.SEED_LEFT_SITE, text)
    elif urls.is_ignored_path(target):
        text = f"The start URL redirects to {target}, which is never crawled."
        ending.end_crawl(audit, AuditState.FAILED, EndReason.SEED_UNREACHABLE, text)
    elif page.seed_hop == POLICIES[audit.policy].max_seed_redirects:
        text = f"The start URL redirects more than {page.seed_hop} times."
        ending.end_crawl(audit, AuditState.FAILED, EndReason.SEED_TOO_MANY_REDIRECTS, text)
    elif _is_visited(audit, target):
        text = f"The start URL redirects in a loop, back to {target}."
        ending.end_crawl(audit, AuditState.FAILED, EndReason.SEED_LOOP, text)
    else:
        end_if_disallowed(audit)


def _is_visited(audit: Audit, url: str) -> bool:
    row = audit.pages.filter(fingerprint=urls.fingerprint(url)).only("state").first()
    return row is not None and row.state == PageState.DONE
