from __future__ import annotations

import pytest

from crawls.engine.policy import SEOFIX
from crawls.engine.scope import ROBOTS_RANK, SITEMAP_RANK, is_in_scope, page_rank
from crawls.frontier.base import RANKS

SEED = "https://shop.test/start"


@pytest.mark.parametrize(
    ("url", "depth", "expected"),
    [
        ("https://shop.test/", 0, True),
        ("http://shop.test/", 1, True),  # the same site by both schemes
        ("https://www.shop.test/a", 1, True),
        ("https://shop.test/a?b=c", 25, True),
        ("https://shop.test/a", 26, False),
        ("https://blog.shop.test/", 1, False),
        ("https://www.www.shop.test/", 1, False),
        ("https://shop.test:444/", 1, False),
        ("https://shop.example/", 1, False),
        ("https://notshop.test/", 1, False),
        ("https://shop.test/cdn-cgi/l/email-protection", 1, False),
        ("https://shop.test/CDN-CGI/x", 1, False),
        ("https://shop.test/cdn-cgi", 1, True),
        ("https://shop.test/a/cdn-cgi/", 1, True),
    ],
)
def test_scope_is_the_site_not_too_deep(url, depth, expected):
    assert is_in_scope(url, seed_url=SEED, depth=depth, policy=SEOFIX) is expected


def test_files_go_first_then_shallow_pages_and_retries_after_their_depth():
    assert ROBOTS_RANK < SITEMAP_RANK < page_rank(1, is_retry=False)
    ranks = [ROBOTS_RANK]
    for depth in range(SEOFIX.max_depth + 1):
        ranks += [page_rank(depth, is_retry=False), page_rank(depth, is_retry=True)]

    assert ranks == sorted(set(ranks))


def test_deepest_retry_fits_the_ranks_of_the_frontier():
    assert page_rank(SEOFIX.max_depth, is_retry=True) < RANKS
