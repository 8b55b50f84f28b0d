from __future__ import annotations

import pytest

from seofix_site.redis_urls import next_database


@pytest.mark.parametrize(
    ("url", "following"),
    [
        ("redis://h:6379/0", "redis://h:6379/1"),
        ("redis://h:6379/9", "redis://h:6379/10"),
        ("redis://h:6379", "redis://h:6379/1"),
        ("redis://h:6379/", "redis://h:6379/1"),
        ("rediss://u:p%2F@h/3?ssl_cert_reqs=none", "rediss://u:p%2F@h/4?ssl_cert_reqs=none"),
        ("redis://[::1]:6379/0", "redis://[::1]:6379/1"),
    ],
)
def test_frontier_has_the_database_after_the_brokers(url, following):
    assert next_database(url) == following


@pytest.mark.parametrize("url", ["", "h:6379", "redis://", "redis://h/x", "redis://h/0/1"])
def test_url_of_no_database_is_refused(url):
    with pytest.raises(ValueError, match=r"^REDIS_URL must look like redis://host:6379/0$"):
        next_database(url)
