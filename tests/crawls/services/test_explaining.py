"""Why a URL was, or was not, crawled."""

from __future__ import annotations

import pytest

from crawls.engine.challenge import Challenge
from crawls.engine.response import BodyState
from crawls.models import Page
from crawls.services import admission, audits
from crawls.services.admission import Found
from crawls.services.examination import Examined
from crawls.services.explaining import explain_url
from crawls.services.recording import record_page
from crawls.services.visits import Visit
from tests.crawls.services.answers import NO_ANSWER, REFUSED_ADDRESS, SITE, html, redirect, response
from tests.crawls.services.driving import fresh, locked, page_at, record

ALLOWED = "robots.txt lets SEOFixBot fetch it."


def explained(audit, text):
    first, *rest = explain_url(fresh(audit), text)
    assert first.startswith("Its normal form is ")
    return rest


@pytest.fixture
def crawl(begin):
    audit = begin(robots=b"User-agent: *\n\nDisallow: /private\n", page_limit=6)
    record(audit, html(f"{SITE}/", "/a", "/private/x", "/old", "https://other.test/", "/cdn-cgi/l"))
    return audit


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (
            "/",
            [
                ALLOWED,
                "It was found at depth 0: it is the seed.",
                "It was fetched: it counts as a page.",
                "Outcome: fetched, 200.",
            ],
        ),
        (
            "/a",
            [
                ALLOWED,
                f"It was found at depth 1: linked from {SITE}/.",
                "It is admitted and waits for its turn, or is being fetched.",
            ],
        ),
        (
            "/private/x",
            [
                "robots.txt does not let SEOFixBot fetch it (line 3: Disallow: /private).",
                f"It was found at depth 1: linked from {SITE}/.",
                "It was never fetched: it is no page and costs nothing.",
                "Reason: robots.txt line 3: Disallow: /private.",
            ],
        ),
        (
            "https://other.test/",
            [
                "It is on another site than https://shop.test/.",
                "It would be at depth 1: linked from https://shop.test/.",
                "It is listed as a link and never fetched.",
            ],
        ),
        (
            "/cdn-cgi/l",
            [
                "Addresses under /cdn-cgi/ are never crawled.",
                "It would be at depth 1: linked from https://shop.test/.",
                "It is listed as a link and never fetched.",
            ],
        ),
        ("/nowhere", [ALLOWED, "The audit has not come across it."]),
    ],
)
def test_reasons_are_told_in_order(crawl, text, reasons):
    assert explained(crawl, text) == reasons


def test_page_whose_turn_never_came_is_told(crawl, frontier):
    audits.cancel_audit(crawl.pk, frontier)

    assert explained(crawl, "/a")[-1] == (
        "The crawl ended before its turn came: it was never fetched."
    )


def test_what_is_no_web_address_is_said(crawl):
    assert list(explain_url(crawl, "mailto:a@shop.test")) == [
        "Not a web address: not http or https: mailto:a@shop.test."
    ]


def test_file_that_is_not_read_yet_is_said(start, frontier):
    audit = start()
    audits.begin_audit(audit.pk, frontier)

    assert explained(audit, "/") == [
        "The robots.txt of https://shop.test is not read in this audit.",
        "It was found at depth 0: it is the seed.",
        "It waits until the robots.txt of its host is read.",
    ]


def test_page_limit_is_named(crawl):
    record(crawl, html(f"{SITE}/a", *(f"/{number}" for number in range(9))))

    assert explained(crawl, "/8")[-1] == "It may be fetched, but lies beyond the page limit of 6."


def test_depth_limit_is_named(crawl):
    Page.objects.filter(pk=page_at(crawl, "/a").pk).update(depth=25)
    record(crawl, html(f"{SITE}/a", "/too-deep"))

    assert explained(crawl, "/too-deep")[1:] == [
        f"It would be at depth 26: linked from {SITE}/a.",
        "Nothing deeper than 25 links is fetched.",
    ]


def test_redirect_and_sitemap_are_named_as_where_it_was_found(crawl):
    record(crawl, redirect(f"{SITE}/old", "/new"))
    with locked(crawl) as row:
        admission.admit(row, [Found(f"{SITE}/new", 1, in_sitemap=True)])
        admission.admit(row, [Found(f"{SITE}/listed", 1, in_sitemap=True)])

    assert [explained(crawl, path)[1] for path in ("/new", "/listed")] == [
        f"It was found at depth 1: {SITE}/old redirects to it, and listed in a sitemap.",
        "It was found at depth 1: listed in a sitemap.",
    ]


def test_second_try_and_failure_are_told(crawl):
    record_page(page_at(crawl, "/a"), Visit(NO_ANSWER))
    record_page(page_at(crawl, "/a"), Visit(NO_ANSWER))

    assert explained(crawl, "/a")[-1] == (
        "Outcome: failed, timeout (No answer within 30 seconds), at the second try."
    )


def test_refused_address_is_told(crawl):
    record_page(page_at(crawl, "/a"), Visit(REFUSED_ADDRESS))

    assert explained(crawl, "/a")[-1] == "Reason: 10.0.0.1 is not public (private)."


def test_firewall_is_named_with_the_sign_that_decided(crawl):
    challenge = Challenge("Cloudflare", "header cf-mitigated: challenge")
    record_page(page_at(crawl, "/a"), Visit(response(f"{SITE}/a", 403), challenge=challenge))

    assert explained(crawl, "/a")[-2:] == [
        "A firewall (Cloudflare) answered in its place: header cf-mitigated: challenge.",
        "Outcome: blocked, 403.",
    ]


def test_what_is_wrong_with_an_answer_is_told_once(crawl):
    found = Examined(None, problem="The HTML brought the parser down.")
    page = html(f"{SITE}/a", body_state=BodyState.BROKEN_OFF)
    record_page(page_at(crawl, "/a"), Visit(page, found))
    record_page(page_at(crawl, "/a"), Visit(page, found))
    unreadable = html(f"{SITE}/old", content_encoding="br", body_state=BodyState.UNDECODABLE)
    said = unreadable.body_problem
    record_page(page_at(crawl, "/old"), Visit(unreadable, Examined(None, problem=said)))

    assert explained(crawl, "/a")[-3:] == [
        "The body ends before the end that the server announced.",
        "The HTML brought the parser down.",
        "Outcome: fetched, 200, at the second try.",
    ]
    assert explained(crawl, "/old")[-2:] == [said, "Outcome: fetched, 200."]


def test_path_is_that_of_the_site_where_the_seed_landed(begin):
    audit = begin()
    record(audit, redirect(f"{SITE}/", "https://www.shop.test/en"))
    record(audit, html("https://www.shop.test/en", "/a"))

    first, *_ = explain_url(fresh(audit), "/a")
    assert first == "Its normal form is https://www.shop.test/a"


def test_skipped_section_is_told_for_a_url_of_it(crawl):
    with locked(crawl) as row:
        row.skipped_sections = ["/jobs"]
        admission.admit(row, [Found(f"{SITE}/jobs/1", 1)])

    assert explained(crawl, "/jobs/1")[-1] == (
        "Reason: A firewall blocked all of the first pages in the section /jobs."
    )
