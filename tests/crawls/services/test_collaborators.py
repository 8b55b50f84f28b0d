from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

from crawls.engine.policy import SEOFIX, FetchLimits
from crawls.services import collaborators
from tests.sites.misbehaving.behaviours import keeps_alive, sized
from tests.sites.misbehaving.server import MisbehavingServer

THREADS = 16


def test_tasks_that_start_at_once_share_their_collaborators():
    collaborators._crawling_collaborators.cache_clear()
    barrier = Barrier(THREADS)

    def build():
        barrier.wait()
        return collaborators.crawling_collaborators()

    with ThreadPoolExecutor(THREADS) as pool:
        built = [future.result() for future in [pool.submit(build) for _ in range(THREADS)]]

    assert len({id(one) for one in built}) == 1
    built[0].parsers.close()
    collaborators._crawling_collaborators.cache_clear()


def test_fetcher_of_a_policy_has_its_limits_and_its_name(settings):
    server = MisbehavingServer(keeps_alive(sized(body=b"hello")))
    settings.SEOFIX_ALLOW_HOSTS = frozenset({server.authority})
    policy = replace(SEOFIX, user_agent="SEOFixBot/2.0", fetch=FetchLimits(body_bytes=4))
    fetcher = collaborators.fetcher_for(policy)

    got = fetcher.fetch(server.url, take_slot=lambda: None)

    fetcher.close()
    server.close()
    assert got.body == b"hell"
    assert server.requests[0].partition(b"User-Agent: ")[2].startswith(b"SEOFixBot/2.0\r\n")
