from __future__ import annotations

from datetime import timedelta

import pytest

from crawls.engine.policy import FetchLimits
from crawls.fetch.client import Fetcher
from tests.sites.misbehaving.server import MisbehavingServer

LIMITS = FetchLimits(
    connect=timedelta(seconds=2), total=timedelta(seconds=5), body_bytes=1024 * 1024
)


@pytest.fixture
def serve():
    """Start a server that behaves as told; it ends with the test."""
    servers = []

    def start(behave, **options):
        servers.append(MisbehavingServer(behave, **options))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


@pytest.fixture
def new_fetcher():
    """Make a fetcher that may talk to the given servers; it ends with the test."""
    fetchers = []

    def make(*servers, limits=LIMITS, allow_hosts=frozenset(), **options):
        allowed = frozenset(server.authority for server in servers) | allow_hosts
        fetcher = Fetcher(
            user_agent="TestBot/1.0 (+https://bot.test)",
            limits=limits,
            allow_hosts=allowed,
            **options,
        )
        fetchers.append(fetcher)
        return fetcher

    yield make
    for fetcher in fetchers:
        fetcher.close()


@pytest.fixture
def fetch_from(serve, new_fetcher):
    """Fetch the root of a server that behaves as told."""

    def fetch(behave, *, limits=LIMITS, **options):
        server = serve(behave)
        return new_fetcher(server, limits=limits).fetch(
            server.url, take_slot=lambda: None, **options
        )

    return fetch
