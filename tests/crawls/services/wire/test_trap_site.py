"""A site of three traps and a few pages in order, crawled whole."""

from __future__ import annotations

import threading

import pytest

from crawls.engine.policy import SEOFIX
from tests.crawls.services.driving import check_all
from tests.crawls.services.wire.bells import ring_out
from tests.e2e.site_process import site_process
from tests.sites.traps import TrapsServer


@pytest.fixture
def server():
    server = TrapsServer()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def report(server, crawl, frontier):
    """Crawls the site to the end: the audit, its depths, and what is named at which path."""

    def crawled(page_limit):
        _, audit, shared = crawl({}, server, page_limit=page_limit)
        ring_out(audit, shared)
        ended = check_all(audit, frontier)
        depths = sorted(set(ended.pages.counted().values_list("depth", flat=True)))
        named = ended.findings.filter(check_id="crawl_trap_pattern").order_by("position")
        rows = named.values_list("page__url", "evidence")
        return ended, depths, [(url.removeprefix(server.url[:-1]), text) for url, text in rows]

    return crawled


def session(number):
    return f"{number:015x}s"


def test_traps_end_at_the_depth_limit_and_are_named_where_they_begin(server, report):
    ended, depths, named = report(page_limit=500)

    # Each trap has a page on every level; the loop's first three do not repeat a folder thrice yet.
    assert (ended.state, ended.pages_fetched) == ("done", 3 + 3 * SEOFIX.max_depth)
    assert depths == list(range(SEOFIX.max_depth + 1))
    at = server.url[:-1]
    calendar = (
        "Calendar without end: 25 pages of /calendar?month={date}; each page leads to the next "
        f"date, 25 links deep, the furthest is {at}/calendar?month=2028-12."
    )
    members = (
        "Session id in the address: 24 pages of {page}?sid={session}; 3 pages have 24 addresses, "
        f"one for each session, the furthest is {at}/members/?sid={session(6)}."
    )
    docs = (
        "Endless path: 22 pages of /docs/x/\u2026; the same folders come again and again, one "
        f"more with each link, the furthest is {at}/docs/{'x/' * 24}."
    )
    assert named == [
        ("/calendar?month=2026-12", calendar),
        (f"/members/?sid={session(3)}", members),
        (f"/docs/{'x/' * 3}", docs),
    ]


def test_traps_end_at_the_page_limit(report):
    ended, depths, named = report(page_limit=30)

    assert (ended.state, ended.pages_fetched) == ("partial", 30)
    assert depths == list(range(10))
    assert [text.partition(";")[0] for _, text in named] == [
        "Endless path: 6 pages of /docs/x/\u2026"
    ]


def test_site_is_a_process_of_its_own(tmp_path):
    with site_process("tests.sites.traps", log=tmp_path / "access.log") as site:
        assert site.url == f"http://{site.hosts[0]}/"
