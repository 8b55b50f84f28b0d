from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robots.rules import SitemapLine, read

BOT = "SEOFixBot"
LIMIT = 500 * 1024


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("2", 2.0),
        ("0", 0.0),
        ("0.5", 0.5),
        (".5", 0.5),
        ("2.", 2.0),
        ("1e9", 1e9),
        ("1e999", None),
        ("1,5", None),
        ("10s", None),
        ("-1", None),
        ("inf", None),
        ("nan", None),
        ("٣", None),
        ("1_0", None),
        ("", None),
        ("5 # seconds", 5.0),
    ],
)
def test_a_crawl_delay_is_a_plain_number(value, seconds):
    assert read(f"User-agent: *\nCrawl-delay: {value}".encode()).crawl_delay(BOT) == seconds


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("User-agent: *\nCrawl-delay: 1\nCrawl-delay: 3", 3.0),
        ("User-agent: *\nCrawl-delay: 1\nCrawl-delay: x", 1.0),
        ("User-agent: *\nCrawl-delay: 5\n\nUser-agent: SEOFixBot\nDisallow:", None),
        ("User-agent: SEOFixBot\nCrawl-delay: 2\nUser-agent: *\nDisallow: /", 2.0),
        ("User-agent: *\nCrawl-delay: 2\nUser-agent: SEOFixBot\nDisallow: /", None),
        ("User-agent: SEOFixBot\nUser-agent: *\nCrawl-delay: 2", 2.0),
        ("User-agent: SEOFixBot\nDisallow: /a\nCrawl-delay: 4", 4.0),
        ("User-agent: SEOFixBot\nCrawl-delay: 4\nDisallow: /a\nUser-agent: SEOFixBot\nAllow: /", 4.0),
        ("Crawl-delay: 4\nUser-agent: *\nDisallow: /", None),
        ("", None),
    ],
)  # fmt: skip
def test_the_last_delay_below_the_bots_name_counts(text, seconds):
    assert read(text.encode()).crawl_delay(BOT) == seconds


def test_sitemaps_are_kept_as_written_with_their_lines():
    file = read(
        b"\xef\xbb\xbfSitemap: https://h.test/a.xml\n"
        b"User-agent: *\r"
        b"SITEMAP:/b.xml  \r\n"
        b"site-map https://h.test/c.xml\n"
        b"Sitemap: https://h.test/d#e.xml\n"
        b"Sitemap:\n"
        b"Sitemap : //h.test/f\xff\n"
    )

    assert file.sitemaps == (
        SitemapLine(1, "https://h.test/a.xml"),
        SitemapLine(3, "/b.xml"),
        SitemapLine(4, "https://h.test/c.xml"),
        SitemapLine(5, "https://h.test/d"),
        SitemapLine(6, ""),
        SitemapLine(7, "//h.test/f\ufffd"),
    )


def file_with_a_rule_ending_at(size, *, end):
    tail = b"User-agent: *\nDisallow: /x" + end
    return b"#" * (size - len(tail) - 1) + b"\n" + tail


@pytest.mark.parametrize(
    ("body", "is_allowed", "was_cut"),
    [
        (file_with_a_rule_ending_at(LIMIT, end=b""), False, False),
        (file_with_a_rule_ending_at(LIMIT, end=b"") + b"\nmore", False, True),
        (file_with_a_rule_ending_at(LIMIT, end=b"") + b"yz\n", True, True),
        (file_with_a_rule_ending_at(LIMIT, end=b"\r") + b"\nmore", False, True),
        (file_with_a_rule_ending_at(LIMIT + 1, end=b""), True, True),
        (b"x" * (LIMIT + 1), True, True),
    ],
)
def test_only_whole_lines_of_the_first_500_kib_are_read(body, is_allowed, was_cut):
    file = read(body)

    assert (file.verdict(BOT, "/x").allowed, file.was_cut) == (is_allowed, was_cut)


def test_a_body_that_lost_its_end_loses_its_last_line():
    file = read(b"User-agent: *\nDisallow: /a\nDisallow: /b", is_cut=True)

    assert [file.verdict(BOT, path).allowed for path in ("/a", "/b")] == [False, True]


def test_a_line_beyond_googles_limit_counts_with_its_head():
    head = b"Disallow: /" + b"a" * (2083 * 8 - 1 - len("Disallow: /"))
    file = read(b"User-agent: *\n" + head + b"bc\nDisallow: /d")

    path = "/" + "a" * (len(head) - len("Disallow: "))
    assert [file.verdict(BOT, p).line for p in (path, path[:-2], "/d")] == [2, None, 3]


RECORDS = st.sampled_from(
    [b"User-agent: *", b"user-agent:", b"Allow: /", b"Disallow: *$", b"Crawl-delay: 1", b"Sitemap:"]
)


@given(st.lists(st.binary(max_size=20) | RECORDS), st.sampled_from([b"\n", b"\r", b"\r\n", b":"]))
def test_no_bytes_raise(parts, separator):
    file = read(separator.join(parts))

    assert file.verdict(BOT, "/robots.txt").allowed
    assert file.verdict(BOT, "/a").allowed in {True, False}
