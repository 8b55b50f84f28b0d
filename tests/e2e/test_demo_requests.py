"""What the demo site sees of an audit: each URL once, with honest headers."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from urllib.parse import urlsplit

import pytest

from crawls.engine.policy import SEOFIX
from tests.e2e.site_process import site_process
from tests.sites.demo import manifest
from tests.sites.demo.server import SEED, TWIN_HOST, url_of
from tests.sites.demo.walk import Walk

pytestmark = pytest.mark.e2e

ROBOTS, SITEMAP = "/robots.txt", "/sitemap.xml"


@pytest.fixture(scope="module")
def recorded(install, redis_server, tmp_path_factory):
    """The headers of every request of one audit, after the audit; and a walk of the same site."""
    log = tmp_path_factory.mktemp("demo") / "requests.jsonl"
    with (
        install(redis_server) as installation,
        site_process("tests.e2e.recorded_demo", log=log) as site,
    ):
        ended = installation.audit(site.url, *site.allowed, "--max-rps", "10")
        requests = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        port = urlsplit(site.url).port
        refused = {url_of(path, port) for path in manifest.NOT_PAGES}
        walk = Walk(port, frozenset(site.hosts), refused.__contains__)
        walk.run([site.url, *(url_of(path, port) for path in manifest.IN_SITEMAP)])
    assert ended.exit_code == 0
    return requests, walk, port


def url_in(request):
    return f"http://{request['host']}{request['target']}"


def linking_pages(walk):
    """For each URL the pages that link or redirect to it."""
    sources = defaultdict(set)
    for page in walk.visited.values():
        for target in (*page.links, page.moved_to):
            sources[target].add(page.url)
    return sources


def expected_requests(port):
    """How often each URL is asked for: a 500 gets a second chance."""
    times = {"500": 2}
    pages = {
        url_of(path, port): times.get(status, 1)
        for status, paths in manifest.PATHS_BY_STATUS.items()
        for path in paths
    }
    # The apex host sends even its robots.txt to www: once for each of the two origins.
    robots = {url_of(f"//{TWIN_HOST}{ROBOTS}", port): 1, url_of(ROBOTS, port): 2}
    return pages | robots | {url_of(SITEMAP, port): 1}


def test_demo_audit_asks_for_each_url_once(recorded):
    requests, _, port = recorded

    assert Counter(map(url_in, requests)) == expected_requests(port)


def test_requests_introduce_themselves_and_keep_no_cookie(recorded):
    requests, _, _ = recorded

    assert {(r["user-agent"], r.get("cookie")) for r in requests} == {(SEOFIX.user_agent, None)}


def test_referer_is_a_page_that_links_to_the_requested_one(recorded):
    requests, walk, _ = recorded
    sources = linking_pages(walk)
    sent = [(url_in(request), request["referer"]) for request in requests if "referer" in request]

    assert [(url, sender) for url, sender in sent if sender not in sources[url]] == []


def test_referer_is_missing_only_where_no_page_led(recorded):
    requests, _, port = recorded
    seed = url_of(SEED, port)
    listed = {url_of(path, port) for path in (ROBOTS, SITEMAP, *manifest.IN_SITEMAP)}
    anonymous = {url_in(request) for request in requests if "referer" not in request}

    assert anonymous - listed == {seed, url_of(f"//{TWIN_HOST}{ROBOTS}", port)}
