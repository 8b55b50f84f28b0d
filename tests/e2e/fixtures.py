"""Fixtures of the tests that run the whole product; `conftest.py` of each folder takes them in."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager

import pytest

from crawls.frontier.connection import connect
from tests.crawls.frontier.redis_process import RedisProcess
from tests.e2e.databases import fresh_database, migrated_database, name_of
from tests.e2e.installation import Installation
from tests.e2e.site_process import SLOW, site_process, write_linked_pages


@pytest.fixture(scope="session")
def template():
    """The URL of a migrated database nobody is connected to."""
    with migrated_database(os.environ["DATABASE_URL"]) as url:
        yield url


@pytest.fixture(scope="session")
def install(template, tmp_path_factory):
    """Make an installation for the time of a block; whatever it left running ends with it."""

    @contextmanager
    def make(redis_server):
        with fresh_database(template, template=name_of(template)) as url:
            made = Installation(tmp_path_factory.mktemp("local"), url, redis_server.url)
            try:
                yield made
            finally:
                for process in made.processes():
                    process.kill()

    return make


@pytest.fixture(scope="module")
def redis_server(tmp_path_factory):
    """A test that kills it starts it again."""
    server = RedisProcess(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def installation(install, redis_server):
    with install(redis_server) as made:
        yield made
        with connect(redis_server.url) as client:
            client.flushall()


@pytest.fixture
def linked_site(tmp_path):
    """Serve a number of linked pages, each after a pause; ends with the test."""
    with ExitStack() as running:

        def start(pages, *, pause_ms=0):
            folder = write_linked_pages(tmp_path / "site", pages)
            arguments = (str(folder), "--pause-ms", str(pause_ms))
            served = site_process(SLOW, *arguments, log=tmp_path / "access.log")
            return running.enter_context(served)

        yield start
