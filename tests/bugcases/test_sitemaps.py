"""Bugs other crawlers had with sitemaps, tried on ours. Each id names the public report."""

from __future__ import annotations

import gzip

import pytest

from crawls.engine.policy import SitemapLimits
from crawls.engine.sitemap import SitemapKind, read_sitemap

A, B = "http://h.test/a", "http://h.test/b"
ENTRIES = f"<url><loc>{A}</loc></url><url><loc>{B}</loc></url>"
PLAIN = f"<urlset>{ENTRIES}</urlset>"
DECLARED = f'<?xml version="1.0" encoding="UTF-8"?>{PLAIN}'
GOOGLE = "http://www.google.com/schemas/sitemap/0.84"
PROTOCOL = "http://www.sitemaps.org/schemas/sitemap/0.9"
PREFIXED = ENTRIES.replace("</", "</sit:").replace("<u", "<sit:u").replace("<l", "<sit:l")


def read(body, url="http://h.test/sitemap.xml", **limits):
    return read_sitemap(body, sitemap_url=url, limits=SitemapLimits(**limits))


CASES = [
    ("scrapy#347 blank line first", f"\n{DECLARED}".encode(), "sitemap.xml"),
    ("ultimate-sitemap-parser#6 plain at .gz", DECLARED.encode(), "sitemap.xml.gz"),
    ("scrapy#2389 gzip twice", gzip.compress(gzip.compress(PLAIN.encode())), "sitemap.xml.gz"),
    ("crawler-commons#143 gzipped list", gzip.compress(f"{A}\n{B}\n".encode()), "urllist.txt.gz"),
    (
        "crawler-commons#174 prefix",
        f'<sit:urlset xmlns:sit="{PROTOCOL}">{PREFIXED}</sit:urlset>'.encode(),
        "sitemap.xml",
    ),
    (
        "crawler-commons#210 the namespace of 2005",
        f'<urlset xmlns="{GOOGLE}">{ENTRIES}</urlset>'.encode(),
        "sitemap.xml",
    ),
    (
        "ultimate-sitemap-parser PR#87 https namespace",
        f'<urlset xmlns="{PROTOCOL.replace("http:", "https:")}">{ENTRIES}</urlset>'.encode(),
        "sitemap.xml",
    ),
    ("no namespace", PLAIN.encode(), "sitemap.xml"),
    ("ultimate-sitemap-parser#10 byte order mark", b"\xef\xbb\xbf" + DECLARED.encode(), "s.xml"),
]


@pytest.mark.parametrize(("body", "name"), [row[1:] for row in CASES], ids=[r[0] for r in CASES])
def test_all_urls_are_read(body, name):
    assert read(body, f"http://h.test/{name}").locs == (A, B)


ENTITY = '<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
LAUGHS = (
    '<!DOCTYPE urlset [<!ENTITY a "ha">'
    + "".join(
        f'<!ENTITY {b} "&{a};&{a};&{a};&{a};">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]>"
)


@pytest.mark.parametrize("declared", [ENTITY, LAUGHS], ids=["local file", "billion laughs"])
def test_document_type_is_refused(declared):
    """GHSA-p5wc-9w9r-m232."""
    sitemap = read(f"{declared}<urlset><url><loc>http://h.test/&x;</loc></url></urlset>".encode())

    assert (sitemap.kind, sitemap.locs) == (SitemapKind.NOT_A_SITEMAP, ())
    assert len(sitemap.problems) == 1


def test_bomb_is_cut_at_the_limit():
    """GHSA-8823-qg2x-pv9f."""
    sitemap = read(gzip.compress(PLAIN[:-9].encode() + b" " * 5_000_000), file_bytes=1_000_000)

    assert (sitemap.locs, sitemap.was_cut) == ((A, B), True)
    assert sitemap.decoded_bytes <= 1_000_000
