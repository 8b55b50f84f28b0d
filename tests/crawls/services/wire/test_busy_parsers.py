"""Pages that keep the parsers busy are not the fault of those that wait for one."""

from __future__ import annotations

from datetime import timedelta

import pytest

from crawls.fetch.parser_pool import ParserPool
from crawls.services.crawling import Collaborators
from crawls.services.errors import HostBusy
from crawls.services.page_check import check_page
from tests.crawls.services.driving import fresh
from tests.crawls.services.wire.bells import html, paths_of, ring, ring_out

SAID = "Pages that are hard to parse left no time for this one."


@pytest.fixture
def kept_busy():
    """A pool whose only parser is somebody else's until it is given back."""
    pool = ParserPool(1, patience=timedelta(milliseconds=10))
    child = pool._free.get()
    yield pool, lambda: pool._free.put(child)
    if pool._free.empty():
        pool._free.put(child)
    pool.close()


def test_page_that_waits_in_vain_is_asked_for_again_and_read_whole(crawl, kept_busy):
    pool, give_back = kept_busy
    server, audit, shared = crawl({"/": html("/a"), "/a": html()})
    ring(audit, shared, 1)
    waiting = Collaborators(shared.frontier, shared.fetcher_for, pool)
    ring(audit, waiting, 1)
    page = audit.pages.get()
    assert (page.state, page.attempts, fresh(audit).finished) == ("queued", 1, 0)

    give_back()
    ring_out(audit, waiting)

    assert paths_of(server) == ["/robots.txt", "/", "/", "/sitemap.xml", "/a"]
    page.refresh_from_db()
    assert (page.state, page.parse_problem, page.title) == ("done", "", "Shop")
    assert fresh(audit).finished == 2


def test_page_that_waits_in_vain_three_times_says_so(crawl, kept_busy):
    pool, _ = kept_busy
    server, audit, shared = crawl({"/": html("/a")})
    ring(audit, shared, 1)

    ring_out(audit, Collaborators(shared.frontier, shared.fetcher_for, pool))

    assert paths_of(server) == ["/robots.txt", "/", "/", "/", "/sitemap.xml"]
    page = audit.pages.get()
    assert (page.state, page.outcome, page.parse_problem) == ("done", "fetched", SAID)


def test_check_of_one_page_that_waits_in_vain_is_to_be_tried_again(crawl, account, kept_busy):
    pool, _ = kept_busy
    server, _, shared = crawl({"/": html()})
    waiting = Collaborators(shared.frontier, shared.fetcher_for, pool)

    with pytest.raises(
        HostBusy, match=r"^Our parsers are busy with other pages; try again soon\.$"
    ):
        check_page(account.pk, server.url, waiting)
