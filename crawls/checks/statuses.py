"""Pages that did not answer with a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.checks.answers import described, is_access_denied, is_client_error, is_server_error
from crawls.checks.base import Check, Evidence, Severity, site_check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crawls.checks.base import Crawl, CrawledPage

HTTP_4XX = Check(
    id="http_4xx",
    severity=Severity.ERROR,
    title="Page is not found or not valid",
    why="Visitors meet an error, and search engines drop the page.",
    how_to_fix="Bring the page back, redirect its URL to the best replacement, or remove the links to it.",
)


@site_check(HTTP_4XX)
def http_4xx(crawl: Crawl) -> Iterator[Evidence]:
    return _answers(crawl, is_client_error)


HTTP_ACCESS_DENIED = Check(
    id="http_access_denied",
    severity=Severity.NOTICE,
    title="Our crawler was not let in",
    why="The page may be fine for visitors, but it could not be checked.",
    how_to_fix="Allow our user agent in the firewall or log-in rules if the page should be audited.",
)


@site_check(HTTP_ACCESS_DENIED)
def http_access_denied(crawl: Crawl) -> Iterator[Evidence]:
    return _answers(crawl, is_access_denied)


HTTP_5XX = Check(
    id="http_5xx",
    severity=Severity.ERROR,
    title="Server failed to deliver the page",
    why="Visitors meet an error, and search engines slow down and drop pages that keep failing.",
    how_to_fix="Look for the URL in the server's error log at the time of the audit and repair the cause.",
)


@site_check(HTTP_5XX)
def http_5xx(crawl: Crawl) -> Iterator[Evidence]:
    return _answers(crawl, is_server_error)


HTTP_NO_RESPONSE = Check(
    id="http_no_response",
    severity=Severity.ERROR,
    title="Page gave no answer",
    why="Neither visitors nor search engines can reach the page.",
    how_to_fix="Check the host name, the certificate and the server, then run the audit again.",
)


@site_check(HTTP_NO_RESPONSE)
def http_no_response(crawl: Crawl) -> Iterator[Evidence]:
    return _answers(crawl, lambda page: page.failure is not None)


NOT_MODIFIED = 304

ANSWER_PROBLEM = Check(
    id="answer_problem",
    severity=Severity.NOTICE,
    title="Answer is faulty or could not be read in full",
    why="What could not be read was not checked, so there may be more to find on the page.",
    how_to_fix="Mend what is said of the answer, on the server or in the page, and run the audit again.",
)


@site_check(ANSWER_PROBLEM)
def answer_problem(crawl: Crawl) -> Iterator[Evidence]:
    """Large files are cut as a rule, and a redirect that leads nowhere is broken."""
    return (
        Evidence(page.url, page.problem)
        for page in crawl.pages()
        if page.problem and (page.is_html or page.redirect_url or page.status == NOT_MODIFIED)
    )


def _answers(crawl: Crawl, is_found: Callable[[CrawledPage], bool]) -> Iterator[Evidence]:
    return (Evidence(page.url, _sentence(page)) for page in crawl.pages() if is_found(page))


def _sentence(page: CrawledPage) -> str:
    text = described(page)
    return f"{text[0].upper()}{text[1:]}."
