"""Bugs other crawlers had with HTML, tried on ours. Each id names the public report."""

from __future__ import annotations

from time import process_time

import pytest

from crawls.engine.parse import HostilePage, parse_page
from crawls.engine.policy import MEBIBYTE, SEOFIX

URL = "http://h.test/"
CJK = "网站地图"


def parse(body):
    return parse_page(URL, body, (("content-type", "text/html"),), token="SEOFixBot")


def links(page):
    return [anchor.url for anchor in page.anchors]


@pytest.mark.parametrize(
    "filling",
    [
        b"<script>" + b"a" * 9 * MEBIBYTE + b"</script>",
        b"<!--" + b"a" * 9 * MEBIBYTE + b"-->",
        b"<p>" + b"a" * 9 * MEBIBYTE + b"</p>",
    ],
    ids=["script", "comment", "text"],
)
def test_what_follows_a_huge_node_is_seen(filling):
    """parsel#110 and scrapy#3077 lost the rest of the page."""
    began = process_time()

    page = parse(b"<h1>before</h1>" + filling + b"<h1>after</h1><a href=/x>x</a>")

    assert process_time() - began < SEOFIX.fetch.parse.total_seconds()
    assert (page.h1s, links(page)) == (("before", "after"), ["http://h.test/x"])


@pytest.mark.parametrize("depth", [300, 3000])
def test_link_in_a_deep_nest_is_found(depth):
    """Unstructured#4289 and edgartools PR#1114 dropped everything below level 256."""
    assert links(parse(b"<div>" * depth + b"<a href=/x>x</a>")) == ["http://h.test/x"]


@pytest.mark.parametrize(
    "body",
    [
        b"<ul><li>" * 65_536,  # html5ever#788
        b"<div>" * 50_000,
        b"<b" + b" a%d=x" * 40_000 + b">",
    ],
    ids=["512 KiB of lists", "50,000 divs", "40,000 attributes"],
)
def test_page_that_would_take_minutes_is_refused_at_once(body):
    if b"%d" in body:
        body = b"<b " + b" ".join(b"a%d=x" % n for n in range(40_000)) + b">"
    began = process_time()

    with pytest.raises(HostilePage):
        parse(body)

    assert process_time() - began < 1


TITLES = [
    (
        "w3lib#155 misspelt meta",
        b'<meta httpequiv="ContentType" content="text/html; charset=gbk"><title>'
        + CJK.encode("gbk"),
        CJK,
    ),
    (
        "w3lib PR#4 content before http-equiv",
        b'<meta content="text/html; charset=utf-8" http-equiv="Content-Type"><title>caf\xc3\xa9',
        "café",
    ),
    ("scrapy#123 byte order mark", b"\xef\xbb\xbf<title>abc", "abc"),
    ("meta that says UTF-16", b"<meta charset=utf-16><title>abc", "abc"),
    ("NUL", b"<title>a\x00b", "a\ufffdb"),
    ("lone surrogate", b"<title>a&#xd800;b", "a\ufffdb"),
]


@pytest.mark.parametrize(("body", "title"), [row[1:] for row in TITLES], ids=[r[0] for r in TITLES])
def test_title_is_decoded_as_browsers_do(body, title):
    assert parse(body + b"</title>").title == title


def test_lone_surrogate_in_a_link_is_a_url():
    assert links(parse(b"<a href='/&#xd800;'>x</a>")) == ["http://h.test/%EF%BF%BD"]
