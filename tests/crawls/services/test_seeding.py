from __future__ import annotations

from itertools import pairwise

import pytest

from crawls.models import AuditState, StepKind
from tests.crawls.services.answers import (
    NO_ANSWER,
    REFUSED_ADDRESS,
    SITE,
    html,
    redirect,
    response,
)
from tests.crawls.services.driving import fresh, open_step, page_at, read_robots, record, states

SEED = f"{SITE}/"
LEFT = "The start URL redirects to another site: {}. Audit that address instead."


def outcome(audit):
    after = fresh(audit)
    return after.state, after.end_state, after.reason, after.reason_text


def failed(reason, text):
    """The crawl is over and failed; the checks of what there is come next."""
    return AuditState.CHECKING, AuditState.FAILED, reason, text


def redirect_along(audit, *paths):
    """Each of the paths redirects to the next one."""
    for path, target in pairwise(paths):
        record(audit, redirect(SITE + path, target))


def test_seed_is_the_start_at_depth_0(crawling):
    page = page_at(crawling, "/")

    assert (page.depth, page.seed_hop, page.found_on, page.rank) == (0, 0, None, 1)


def test_redirect_chain_of_the_seed_keeps_depth_0(crawling):
    redirect_along(crawling, "/", "/home", "/en")

    pages = crawling.pages.order_by("id").values_list("url", "depth", "seed_hop")
    assert list(pages) == [(SEED, 0, 0), (f"{SITE}/home", 0, 1), (f"{SITE}/en", 0, 2)]
    assert fresh(crawling).state == AuditState.CRAWLING


def test_links_of_where_the_seed_lands_are_at_depth_1(crawling):
    redirect_along(crawling, "/", "/home")

    record(crawling, html(f"{SITE}/home", "/a"))

    assert (page_at(crawling, "/a").depth, page_at(crawling, "/a").seed_hop) == (1, None)


def test_sitemap_is_opened_where_the_seed_landed(crawling):
    record(crawling, redirect(SEED, "https://www.shop.test/start"))
    assert not crawling.steps.filter(kind=StepKind.SITEMAP).exists()
    read_robots(crawling, origin="https://www.shop.test")

    record(crawling, html("https://www.shop.test/start"))

    step = crawling.steps.get(kind=StepKind.SITEMAP)
    assert (step.url, step.host) == ("https://www.shop.test/sitemap.xml", "shop.test")
    assert fresh(crawling).open_steps == 1


def test_sitemap_is_opened_for_a_seed_that_is_an_error_page(crawling):
    record(crawling, response(SEED, 404))

    assert open_step(crawling, StepKind.SITEMAP, f"{SITE}/sitemap.xml").hops == 0
    assert fresh(crawling).state == AuditState.CRAWLING


def test_later_pages_open_no_further_sitemap(crawling):
    record(crawling, html(SEED, "/a"))

    record(crawling, html(f"{SITE}/a"))

    assert crawling.steps.filter(kind=StepKind.SITEMAP).count() == 1


def test_five_redirects_are_followed(crawling):
    redirect_along(crawling, "/", "/1", "/2", "/3", "/4", "/5")

    record(crawling, html(f"{SITE}/5"))

    assert page_at(crawling, "/5").seed_hop == 5
    assert fresh(crawling).state == AuditState.CRAWLING


def test_sixth_redirect_fails_the_audit(crawling):
    redirect_along(crawling, "/", "/1", "/2", "/3", "/4", "/5", "/6")

    text = "The start URL redirects more than 5 times."
    assert outcome(crawling) == failed("seed_too_many_redirects", text)
    assert fresh(crawling).finished == 6
    assert (page_at(crawling, "/6").depth, page_at(crawling, "/6").seed_hop) == (1, None)


@pytest.mark.parametrize(
    ("location", "reason", "text"),
    [
        (
            "https://other.test/x",
            "seed_left_site",
            LEFT.format("https://other.test/x"),
        ),
        (
            "https://en.shop.test/",
            "seed_left_site",
            LEFT.format("https://en.shop.test/"),
        ),
        ("/", "seed_loop", f"The start URL redirects in a loop, back to {SEED}."),
        ("/#top", "seed_loop", f"The start URL redirects in a loop, back to {SEED}."),
        (
            "mailto:ada@shop.test",
            "seed_unreachable",
            f"The start URL redirects to something that is no web address ({SEED}).",
        ),
        (
            "/cdn-cgi/login",
            "seed_unreachable",
            f"The start URL redirects to {SITE}/cdn-cgi/login, which is never crawled.",
        ),
    ],
)
def test_redirect_of_the_seed_that_leads_nowhere_fails_the_audit(crawling, location, reason, text):
    record(crawling, redirect(SEED, location))

    assert outcome(crawling) == failed(reason, text)


@pytest.mark.parametrize("path", ["/", "/home"])
def test_loop_over_two_pages_fails_the_audit(crawling, path):
    redirect_along(crawling, "/", "/home", path)

    text = f"The start URL redirects in a loop, back to {SITE}{path}."
    assert outcome(crawling) == failed("seed_loop", text)


def test_redirect_without_a_location_fails_the_audit(crawling):
    record(crawling, response(SEED, 302))

    text = f"The start URL redirects to something that is no web address ({SEED})."
    assert outcome(crawling) == failed("seed_unreachable", text)


def test_unreachable_seed_fails_the_audit_after_its_retry(crawling):
    record(crawling, NO_ANSWER, SEED)
    assert fresh(crawling).state == AuditState.CRAWLING

    record(crawling, NO_ANSWER, SEED)

    text = "The start URL could not be fetched: No answer within 30 seconds."
    assert outcome(crawling) == failed("seed_unreachable", text)


def test_unreachable_landing_fails_the_audit_after_its_retry(crawling):
    redirect_along(crawling, "/", "/home")
    record(crawling, NO_ANSWER, "/home")

    record(crawling, NO_ANSWER, "/home")

    assert fresh(crawling).reason == "seed_unreachable"


def test_seed_at_a_refused_address_fails_the_audit(crawling):
    record(crawling, REFUSED_ADDRESS, SEED)

    text = "The start URL could not be fetched: 10.0.0.1 is not public (private)."
    assert outcome(crawling) == failed("seed_unreachable", text)
    assert (fresh(crawling).admitted, states(crawling)) == (0, {"/": "skipped"})


def test_robots_txt_that_refuses_the_seed_fails_the_audit(begin):
    audit = begin(robots=b"User-agent: SEOFixBot\nDisallow: /\n")

    text = "robots.txt does not let SEOFixBot fetch the start URL (robots.txt line 2: Disallow: /)."
    assert outcome(audit) == failed("seed_disallowed", text)


def test_robots_txt_that_refuses_where_the_seed_lands_fails_the_audit(begin):
    audit = begin(robots=b"User-agent: *\nDisallow: /home")

    record(audit, redirect(SEED, "/home"))

    text = (
        "robots.txt does not let SEOFixBot fetch the start URL "
        "(robots.txt line 2: Disallow: /home)."
    )
    assert outcome(audit) == failed("seed_disallowed", text)
    assert fresh(audit).finished == 1


def test_robots_txt_of_the_host_where_the_seed_lands_is_read_first(crawling):
    record(crawling, redirect(SEED, "https://www.shop.test/"))
    assert states(crawling)["https://www.shop.test/"] == "discovered"

    read_robots(crawling, b"User-agent: *\nDisallow: /", origin="https://www.shop.test")

    assert fresh(crawling).reason == "seed_disallowed"


@pytest.mark.parametrize("status", [403, 404, 429, 500, 503])
def test_robots_txt_that_cannot_be_read_allows_everything(begin, status):
    audit = begin(robots=b"User-agent: *\nDisallow: /", robots_status=status)

    assert states(audit) == {"/": "queued"}


def test_other_pages_that_robots_txt_refuses_do_not_fail_the_audit(begin):
    audit = begin(robots=b"User-agent: *\nDisallow: /a")

    record(audit, html(SEED, "/a", "/b"))

    assert fresh(audit).state == AuditState.CRAWLING


def test_page_limit_reached_by_the_redirects_of_the_seed_is_partial(begin):
    audit = begin(page_limit=1)

    record(audit, redirect(SEED, "/home"))

    text = "The page limit of 1 was reached; more URLs were found."
    assert outcome(audit) == (AuditState.CHECKING, AuditState.PARTIAL, "page_limit", text)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_start_url_that_answers_with_an_error_twice_fails_the_audit(begin, status):
    audit = begin()
    record(audit, response(SEED, status))
    assert fresh(audit).state == AuditState.CRAWLING

    record(audit, response(SEED, status))

    text = f"The start URL could not be fetched: it answered {status} twice."
    assert outcome(audit) == (AuditState.CHECKING, AuditState.FAILED, "seed_unreachable", text)


@pytest.mark.parametrize("status", [403, 404])
def test_start_url_that_is_not_there_leaves_the_sitemap_to_be_read(begin, status):
    audit = begin()

    record(audit, response(SEED, status))

    assert fresh(audit).state == AuditState.CRAWLING
    assert audit.steps.open().get().kind == "sitemap"
