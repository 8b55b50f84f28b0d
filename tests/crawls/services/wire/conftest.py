"""One bell from claim to acknowledgement, with a real server, fetcher and parser process."""

from __future__ import annotations

import time

import pytest

from crawls.engine.policy import SEOFIX
from crawls.fetch.client import Fetcher
from crawls.fetch.parser_pool import ParserPool
from crawls.services import audits
from crawls.services.crawling import Collaborators
from tests.crawls.services.wire.bells import NOT_FOUND
from tests.sites.misbehaving.server import MisbehavingServer


class RealClock:
    """A worker waits in real time; a test may still move on."""

    def __init__(self):
        self.ahead_ms = 0

    def __call__(self):
        return time.monotonic_ns() // 1_000_000 + self.ahead_ms

    def advance(self, ms):
        self.ahead_ms += ms


@pytest.fixture
def clock():
    return RealClock()


@pytest.fixture(scope="module")
def parsers():
    pool = ParserPool(1)
    yield pool
    pool.close()


@pytest.fixture
def site():
    """Starts a server of the given answers by path, or functions of a request's head; everything
    else is 404.
    """
    servers = []

    def serve(pages):
        def behave(connection, head):
            path = head.split(b" ", 2)[1].decode()
            page = pages.get(path, NOT_FOUND)
            connection.sendall(page(head) if callable(page) else page)
            return True

        servers.append(MisbehavingServer(behave))
        return servers[-1]

    yield serve
    for server in servers:
        server.close()


@pytest.fixture
def crawl(site, start, frontier, parsers, settings):
    """An audit of a served site, begun, and a worker's collaborators."""
    fetchers = []

    def begin(pages, server=None, **wanted):
        server = server or site(pages)
        settings.SEOFIX_ALLOW_HOSTS = frozenset({server.authority})
        fetcher = Fetcher(
            user_agent=SEOFIX.user_agent,
            limits=SEOFIX.fetch,
            allow_hosts=frozenset({server.authority}),
        )
        fetchers.append(fetcher)
        audit = start(server.url, max_rps=1000.0, max_in_flight=4, **wanted)
        audits.begin_audit(audit.pk, frontier)
        return server, audit, Collaborators(frontier, lambda _: fetcher, parsers)

    yield begin
    for fetcher in fetchers:
        fetcher.close()
