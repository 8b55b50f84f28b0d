"""InternalLinkingToolBot on a real server: its pace, its sitemaps, and where it stops."""

from __future__ import annotations

import pytest

from crawls.services.lanes import lane_pace
from tests.crawls.services.driving import fresh
from tests.crawls.services.wire.bells import html, paths_of, ring, ring_out
from tests.sites.misbehaving.behaviours import sized

BOT = {"policy": "internal-linking"}
SHOPIFY = b"X-ShopId: 12345"
WALL = sized(b"Server: cloudflare", b"cf-mitigated: challenge", status=b"403 Forbidden")
STOPPED = (
    "The site blocked us: a firewall (Cloudflare) answered in its place (header cf-mitigated: "
    "challenge). To have the site crawled, allow the user agent InternalLinkingToolBot/1.0 "
    "(+https://internallinkingtool.com/bot) there."
)


def robots(*lines):
    return sized(b"Content-Type: text/plain", body="\n".join(lines).encode())


def urlset(*locs):
    listed = "".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    return sized(body=f"<urlset>{listed}</urlset>".encode())


def interval_ms(audit):
    now = fresh(audit)
    return lane_pace(now, now.lane).interval_ms


@pytest.mark.parametrize(
    ("delay", "expected_ms"), [("2", 2000), ("0.5", 500), ("30", 10_000), ("0", 1), ("x", 1)]
)
def test_crawl_delay_is_honoured_up_to_ten_seconds(crawl, delay, expected_ms):
    asks = robots("User-agent: InternalLinkingToolBot", f"Crawl-delay: {delay}")
    _, audit, shared = crawl({"/": html(), "/robots.txt": asks}, **BOT)

    ring(audit, shared, 1)

    assert interval_ms(audit) == expected_ms
    assert shared.frontier.pace(audit.lane).interval_ms == expected_ms
    said = f"robots.txt asks for {delay} s between requests" if expected_ms > 1 else ""
    assert fresh(audit).speed_clamp_reason == said


def test_crawl_delay_is_not_read_by_the_other_bot(crawl):
    asks = robots("User-agent: *", "Crawl-delay: 2")
    _, audit, shared = crawl({"/": html(), "/robots.txt": asks})

    ring(audit, shared, 1)

    assert interval_ms(audit) == 1


def test_shopify_host_is_asked_every_second_and_a_half_from_then_on(crawl):
    pages = {"/": html("/a", headers=(SHOPIFY,)), "/a": html("/b"), "/b": html()}
    _, audit, shared = crawl(pages, **BOT)
    ring(audit, shared, 2)

    now = fresh(audit)
    assert (interval_ms(audit), now.platform) == (1500, "shopify")
    assert now.speed_clamp_reason == "a host of Shopify's is asked every 1.5 s"
    assert shared.frontier.pace(audit.lane).interval_ms == 1500


def test_sitemaps_are_those_that_robots_txt_names(crawl):
    named = robots(
        "Sitemap: /one.xml", "Sitemap: /one.xml", "Sitemap: https://other.test/x.xml", "Sitemap:"
    )
    pages = {"/": html(), "/robots.txt": named, "/one.xml": urlset("/a"), "/a": html()}
    server, audit, shared = crawl(pages, **BOT)

    ring_out(audit, shared)

    assert paths_of(server) == ["/robots.txt", "/", "/one.xml", "/a"]
    other = audit.steps.get(part="https://other.test/x.xml")
    assert (other.state, other.detail["problems"]) == (
        "done",
        ["robots.txt names it, but it is on another site and not read."],
    )


@pytest.mark.parametrize(
    ("bot", "expected"),
    [(BOT, ["/robots.txt", "/", "/one.xml"]), ({}, ["/robots.txt", "/", "/sitemap.xml"])],
    ids=["links", "seofix"],
)
def test_sitemap_of_robots_txt_is_read_by_one_bot_alone(crawl, bot, expected):
    server, audit, shared = crawl({"/": html(), "/robots.txt": robots("Sitemap: /one.xml")}, **bot)

    ring_out(audit, shared)

    assert paths_of(server) == expected


@pytest.mark.parametrize("wall", ["/robots.txt", "/", "/sitemap.xml", "/b"])
def test_first_challenge_ends_the_crawl(crawl, wall):
    pages = {"/": html("/a", "/b", "/c"), "/a": html(), "/b": html(), "/c": html()}
    server, audit, shared = crawl(pages | {wall: WALL}, **BOT)

    ring_out(audit, shared)

    order = ["/robots.txt", "/", "/sitemap.xml", "/a", "/b"]
    assert paths_of(server) == order[: order.index(wall) + 1]
    ended = fresh(audit)
    assert (ended.end_state, ended.reason, ended.reason_text) == ("blocked", "firewall", STOPPED)


def test_one_request_at_a_time_in_half_a_second(start, frontier):
    audit = start("https://shop.test/", **BOT)

    pace = lane_pace(audit, audit.lane)

    assert (pace.interval_ms, pace.max_in_flight, audit.kind) == (500, 1, "links")
