"""Which addresses are never asked for, and what the audit says of them."""

from __future__ import annotations

import socket
from dataclasses import replace

import pytest

from crawls.engine.policy import SEOFIX
from crawls.fetch.client import Fetcher
from crawls.models import Page
from crawls.services import audits
from crawls.services.crawling import Collaborators
from tests.crawls.services.driving import check_all
from tests.crawls.services.wire.bells import html, paths_of, ring_out
from tests.sites.misbehaving.behaviours import sized

LOOPBACK = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0))]


@pytest.fixture
def crawl_with_private_twin(site, start, frontier, parsers, settings):
    """As `crawl`, of shop.test, whose `www` twin is a private address.

    Both names lead to the same server, by a port that is open to all: of the two only the first
    is exempt, so it is the address that decides.
    """
    fetchers = []

    def begin(pages_at):
        pages = {}
        server = site(pages)
        seed, twin = (f"http://{name}:{server.port}" for name in ("shop.test", "www.shop.test"))
        pages.update(pages_at(twin))
        exempt = f"shop.test:{server.port}"
        settings.SEOFIX_ALLOW_HOSTS = frozenset({exempt, f"www.{exempt}"})  # at any speed
        fetchers.append(
            Fetcher(
                user_agent=SEOFIX.user_agent,
                limits=replace(SEOFIX.fetch, ports=SEOFIX.fetch.ports | {server.port}),
                allow_hosts=frozenset({exempt}),
                resolve=lambda *_, **__: LOOPBACK,
            )
        )
        audit = start(seed, max_rps=1000.0)
        audits.begin_audit(audit.pk, frontier)
        return server, audit, Collaborators(frontier, lambda _: fetchers[-1], parsers)

    yield begin
    for fetcher in fetchers:
        fetcher.close()


def moved_to(url):
    return sized(f"Location: {url}".encode(), status=b"302 Found")


def hosts_of(server):
    lines = [line for head in server.requests for line in head.decode().split("\r\n")]
    return {line for line in lines if line.lower().startswith("host:")}


def test_private_address_is_never_asked_for_a_page_or_a_file(crawl_with_private_twin):
    server, audit, shared = crawl_with_private_twin(
        lambda twin: {
            "/": html(f"{twin}/a", "/moved"),
            "/moved": moved_to(f"{twin}/b"),
            "/robots.txt": moved_to(f"{twin}/robots.txt"),
            "/sitemap.xml": moved_to(f"{twin}/sitemap.xml"),
        }
    )

    ring_out(audit, shared)

    assert sorted(paths_of(server)) == ["/", "/moved", "/robots.txt", "/sitemap.xml"]
    assert hosts_of(server) == {f"Host: shop.test:{server.port}"}
    refusal = "www.shop.test has the address 127.0.0.1, which is not public (loopback)."
    skipped = Page.objects.filter(audit=audit, skip_reason="address").order_by("id")
    told = [(page.url.rpartition("/")[2], page.skip_detail) for page in skipped]
    assert told == [("a", refusal), ("b", refusal)]
    assert audit.steps.get(kind="sitemap").detail == {"problems": [refusal]}
    answers = audit.robots_files.order_by("id").values_list("answer", "status")
    assert list(answers) == [("unreachable", None)] * 2


def test_url_that_robots_txt_refuses_is_not_requested_costs_nothing_and_is_listed(crawl, frontier):
    robots = sized(body=b"User-agent: *\n\nDisallow: /find?q=")
    server, audit, shared = crawl(
        {"/": html("/find?q=1", "/a"), "/a": html(), "/robots.txt": robots}
    )

    ring_out(audit, shared)

    assert sorted(paths_of(server)) == ["/", "/a", "/robots.txt", "/sitemap.xml"]
    ended = check_all(audit, frontier)
    assert (ended.state, ended.pages_fetched, ended.credits) == ("done", 2, 2)
    listed = ended.findings.filter(check_id="robots_blocked")
    assert list(listed.values_list("page__url", "severity", "evidence")) == [
        (f"{server.url}find?q=1", "notice", "robots.txt line 3: Disallow: /find?q=")
    ]
