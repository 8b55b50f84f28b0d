"""Redirects of robots.txt and sitemaps that are not followed, and what is said of them."""

from __future__ import annotations

import pytest

from crawls.models import AuditStep
from crawls.services import audits, files
from tests.crawls.services.answers import SITE, html, redirect, response
from tests.crawls.services.driving import fresh, record
from tests.crawls.services.test_sitemaps import SITEMAP, answer, index, step_of

WALL = {"server": "cloudflare", "cf_mitigated": "challenge", "location": "/wall"}


@pytest.fixture
def audit(begin):
    audit = begin()
    record(audit, html(f"{SITE}/"))
    return audit


def problems(audit, sent, url=SITEMAP):
    files.record_sitemap(step_of(audit, url), sent, None)
    return step_of(audit, url).detail["problems"]


@pytest.mark.parametrize(
    ("location", "said"),
    [
        ("https://cdn.test/map.xml", "It redirects to another site: https://cdn.test/map.xml."),
        (
            "javascript:x()",
            "The redirect leads to something that is no web page: javascript:x()",
        ),
        ("", "The redirect names no target."),
    ],
)
def test_sitemap_that_redirects_out_of_reach_says_where(audit, location, said):
    # An empty Location leads to the file itself: see the limit of redirects.
    sent = redirect(SITEMAP, location) if location else response(SITEMAP, 302)

    assert problems(audit, sent) == [said]
    assert step_of(audit).state == "done"


@pytest.mark.parametrize("back", ["/sitemap.xml", "/map.xml"])
def test_file_that_redirects_in_a_circle_is_left_at_once(audit, back):
    files.record_sitemap(step_of(audit), redirect(SITEMAP, "/map.xml"), None)

    assert problems(audit, redirect(f"{SITE}/map.xml", back)) == ["It redirects in a circle."]


def test_sitemap_that_redirects_too_often_says_so(audit):
    AuditStep.objects.filter(pk=step_of(audit).pk).update(hops=5)

    assert problems(audit, redirect(SITEMAP, "/map.xml")) == ["It redirects more than 5 times."]


@pytest.mark.parametrize("read", ["/sitemap.xml", "/2.xml"])
def test_sitemap_that_redirects_to_one_of_the_audit_is_not_read_twice(audit, read):
    answer(audit, index("/1.xml", "/2.xml"))

    said = problems(audit, redirect(f"{SITE}/1.xml", read), f"{SITE}/1.xml")

    assert said == [f"It redirects to {SITE}{read}, which is asked for by itself."]


def test_second_of_two_that_redirect_to_one_file_is_not_read_again(audit):
    answer(audit, index("/1.xml", "/2.xml"))
    files.record_sitemap(
        step_of(audit, f"{SITE}/1.xml"), redirect(f"{SITE}/1.xml", "/all.xml"), None
    )

    said = problems(audit, redirect(f"{SITE}/2.xml", "/all.xml"), f"{SITE}/2.xml")

    assert said == [f"It redirects to {SITE}/all.xml, which is asked for by itself."]
    assert step_of(audit, f"{SITE}/1.xml").state == "open"


def test_index_that_names_itself_by_where_it_redirected_ends(audit):
    files.record_sitemap(step_of(audit), redirect(SITEMAP, "/map.xml"), None)

    answer(audit, index("/map.xml"))

    assert fresh(audit).end_state == "done"


def test_redirect_of_a_firewall_is_not_followed_for_a_sitemap(audit):
    assert problems(audit, response(SITEMAP, 302, **WALL)) == [
        "A firewall (Cloudflare) blocked it."
    ]
    assert (step_of(audit).url, step_of(audit).state) == (SITEMAP, "done")


def test_redirect_of_a_firewall_leaves_robots_txt_unread(start, frontier):
    audit = start()
    audits.begin_audit(audit.pk, frontier)
    step = AuditStep.objects.select_related("audit").get(audit=audit, kind="robots")

    files.record_robots(step, response(f"{SITE}/robots.txt", 302, **WALL))

    step.refresh_from_db()
    assert (step.url, step.state, step.hops) == (f"{SITE}/robots.txt", "done", 0)
    assert list(audit.robots_files.values_list("answer", "status")) == [("unreachable", 302)]
