from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from crawls.services import collaborators

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
