from __future__ import annotations

import pytest

from tests.e2e.fixtures import install, installation, linked_site, redis_server, template
from tests.faults.crawl import Crawl

__all__ = ["crawl", "install", "installation", "linked_site", "redis_server", "template"]


@pytest.fixture
def crawl(installation, linked_site):
    """Start an audit of so many linked pages and wait until it is in the middle of them."""

    def start(pages, *options, pause_ms=200):
        site = linked_site(pages, pause_ms=pause_ms)
        return Crawl.start(installation, site, pages, options)

    return start


def pytest_ignore_collect(collection_path, config):
    """They take ten minutes: only those who name them run them."""
    return None if any("faults" in argument for argument in config.args) else True
