from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from crawls.engine.policy import SEOFIX
from crawls.engine.response import BodyState
from crawls.fetch.parser_pool import ParserBusy, ParserPool
from crawls.models import AuditStep
from crawls.services import examination, files, reading
from crawls.services.recording import record_page
from crawls.services.visits import Visit
from tests.crawls.services.answers import SITE, html, response
from tests.crawls.services.driving import fresh, page_at, record

SITEMAP = f"{SITE}/sitemap.xml"


@pytest.fixture(scope="module")
def parsers():
    pool = ParserPool(1)
    yield pool
    pool.close()


def beyond_the_checks():
    """A page that makes our own code raise: it was promised text in its headers."""
    return html(f"{SITE}/", x_robots_tag=None)


def test_body_that_cannot_be_decoded_is_no_empty_page(parsers):
    answer = html(f"{SITE}/", content_encoding="br")
    undecodable = replace(answer, body=b"", body_state=BodyState.UNDECODABLE)

    examined = reading.examine_answer(undecodable, SEOFIX, parsers)

    assert (examined.page, examined.findings) == (None, ())
    assert examined.problem == ("The body cannot be decoded as its Content-Encoding says (br).")


def test_page_that_finds_no_free_parser_is_not_judged(parsers):
    busy = ParserPool(1, patience=timedelta(0))
    busy._free.get()

    with pytest.raises(ParserBusy):
        reading.examine_answer(html(f"{SITE}/"), SEOFIX, busy)
    with pytest.raises(ParserBusy):
        reading.read_sitemap_answer(response(SITEMAP, body=b"<urlset/>"), SEOFIX.sitemaps, busy)


@pytest.mark.parametrize("state", [BodyState.CUT, BodyState.TRUNCATED, BodyState.BROKEN_OFF])
def test_part_of_a_page_is_read_and_judged_by_no_check(parsers, state):
    whole = html(f"{SITE}/", "/a", title="")
    part = replace(whole, body_state=state)

    found = [reading.examine_answer(answer, SEOFIX, parsers) for answer in (whole, part)]

    assert "title_missing" in {finding.check_id for finding in found[0].findings}
    assert found[1] == replace(found[0], findings=())


def test_page_that_our_own_code_fails_at_is_fetched_and_says_so(crawling, parsers):
    answer = beyond_the_checks()
    examined = reading.examine_answer(answer, SEOFIX, parsers)

    record_page(page_at(crawling, "/"), Visit(answer, examined))

    page = page_at(crawling, "/")
    assert (page.state, page.outcome, page.status) == ("done", "fetched", 200)
    said = "This page could not be examined because of an error of ours."
    assert page.parse_problem == said


def test_failure_of_our_own_is_logged_with_its_traceback(parsers):
    with capture_logs() as logs:
        reading.examine_answer(beyond_the_checks(), SEOFIX, parsers)

    assert [(entry["event"], entry["exc_info"]) for entry in logs] == [("page_not_examined", True)]


def test_sitemap_that_our_own_code_fails_at_is_read_once_and_says_so(crawling, parsers):
    record(crawling, html(f"{SITE}/"))
    step = AuditStep.objects.select_related("audit").get(audit=crawling, part=SITEMAP)
    answer = response(SITEMAP, body=b"<urlset/>")
    no_limit = replace(SEOFIX.sitemaps, file_bytes=None)
    sitemap = reading.read_sitemap_answer(answer, no_limit, parsers)

    files.record_sitemap(step, answer, sitemap)

    said = "This sitemap could not be examined because of an error of ours."
    step.refresh_from_db()
    assert (step.state, step.detail["problems"]) == ("done", [said])
    assert fresh(crawling).state == "checking"


@pytest.mark.parametrize(
    ("state", "locs", "problem"),
    [
        (BodyState.BROKEN_OFF, 1, "The body ends before the end that the server announced."),
        (BodyState.CUT, 1, "Only the first 33 bytes were read."),
        (BodyState.UNDECODABLE, 0, "The body cannot be decoded as its Content-Encoding says (br)."),
    ],
)
def test_sitemap_that_did_not_come_whole_says_so(parsers, state, locs, problem):
    body = b"https://shop.test/a\nhttps://shop."
    answer = response(SITEMAP, body=body, body_state=state, content_encoding="br")

    sitemap = reading.read_sitemap_answer(answer, SEOFIX.sitemaps, parsers)

    assert (len(sitemap.locs), sitemap.problems[0]) == (locs, problem)


def test_bug_in_a_check_costs_a_page_its_findings_and_not_its_links(monkeypatch):
    def breaks(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(examination, "examine_page", breaks)
    answer = html(f"{SITE}/", "/a")

    found = examination.examine(answer.url, answer.body, answer.headers, SEOFIX.token)

    assert ([anchor.url for anchor in found.page.anchors], found.findings) == ([f"{SITE}/a"], ())
    said = "This page was read but not checked because of an error of ours."
    assert (found.problem, found.error) == (said, "ZeroDivisionError()")


def test_page_that_was_not_checked_says_so(crawling):
    answer = html(f"{SITE}/", "/a")
    whole = examination.examine(answer.url, answer.body, answer.headers, SEOFIX.token)

    record_page(page_at(crawling, "/"), Visit(answer, replace(whole, problem="Not checked.")))

    page = page_at(crawling, "/")
    assert (page.parse_problem, page.title) == ("Not checked.", "A page of the shop")
    assert page_at(crawling, "/a").state == "queued"
