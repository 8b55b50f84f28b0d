"""Sitemaps that readers were reported to fail at, each by its name, with the right answer."""

from __future__ import annotations

import gzip

import pytest

from crawls.engine.policy import MEBIBYTE, SitemapLimits
from crawls.engine.sitemap import SitemapKind, read_sitemap

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
A, B = "http://h.test/a", "http://h.test/b"
HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
BOM = b"\xef\xbb\xbf"
REFUSED = "It declares a document type or entities; such files are not read."
WEB_PAGE = "It is a web page."
UNREADABLE = "Some addresses hold characters that cannot be read, and were left out (1, the first is http://h.test/\ufffd)."
URLSET, INDEX, TEXT, FEED, NONE = (
    SitemapKind.URLSET,
    SitemapKind.INDEX,
    SitemapKind.TEXT,
    SitemapKind.FEED,
    SitemapKind.NOT_A_SITEMAP,
)


def urlset(*locs, root="urlset", attributes=f' xmlns="{NAMESPACE}"', head=HEAD):
    entries = "".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    return f"{head}<{root}{attributes}>{entries}</{root}>"


def read(body, url="http://h.test/sitemap.xml"):
    body = body if isinstance(body, bytes) else body.encode()
    sitemap = read_sitemap(body, sitemap_url=url, limits=SitemapLimits())
    return sitemap.kind, sitemap.locs, sitemap.problems


GOOD = urlset(A, B)
PREFIXED = (
    f'<sit:urlset xmlns:sit="{NAMESPACE}"><sit:url><sit:loc>{A}</sit:loc></sit:url></sit:urlset>'
)
IMAGE = "<image:image><image:loc>http://h.test/i</image:loc></image:image>"
VIDEO = "<video:video><video:content_loc>http://h.test/v</video:content_loc></video:video>"
ENTITIES = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
TRUNCATED = GOOD.removesuffix("</urlset>") + "<url><loc>h"


@pytest.mark.parametrize(
    ("body", "kind", "locs", "problems"),
    [
        pytest.param(*case[1:], id=case[0])
        for case in [
            ("byte order mark", BOM + GOOD.encode(), URLSET, (A, B), ()),
            ("UTF-16", GOOD.replace("UTF-8", "UTF-16").encode("utf-16"), URLSET, (A, B), ()),
            ("ISO-8859-1", urlset("http://h.test/é", head='<?xml version="1.0" encoding="ISO-8859-1"?>').encode("latin-1"), URLSET, ("http://h.test/é",), ()),
            ("XML 1.1", GOOD.replace("1.0", "1.1"), URLSET, (A, B), ()),
            ("style sheet", GOOD.replace(HEAD, HEAD + '<?xml-stylesheet href="/s.xsl"?>'), URLSET, (A, B), ()),
            ("scrapy#347, crawler-commons#144: blank line before", "\n" + GOOD, URLSET, (A, B), ()),
            ("space and byte order mark before", b" " + BOM + GOOD.encode(), URLSET, (A, B), ()),
            ("warning of PHP before", f"<br />\n<b>Warning</b>: x\n{GOOD}", URLSET, (A, B), ("There is something else before its XML.",)),
            ("crawler-commons#174: no namespace", urlset(A, attributes=""), URLSET, (A,), ()),
            ("crawler-commons#210: namespace by https", urlset(A, attributes=f' xmlns="{NAMESPACE.replace("http:", "https:")}"'), URLSET, (A,), ()),
            ("Google's old namespace", urlset(A, attributes=' xmlns="http://www.google.com/schemas/sitemap/0.84"'), URLSET, (A,), ()),
            ("prefixed", PREFIXED, URLSET, (A,), ()),
            ("address of an image, prefix undeclared", GOOD.replace("</url>", IMAGE + "</url>"), URLSET, (A, B), ()),
            ("address of a video, prefix undeclared", GOOD.replace("</url>", VIDEO + "</url>"), URLSET, (A, B), ()),
            ("bare ampersand", urlset(f"{A}?x=1&y=2"), URLSET, (f"{A}?x=1&y=2",), ("Some ampersands are not escaped.",)),
            ("HTML's entity", urlset(f"{A}&eacute;"), URLSET, (f"{A}é",), ("Some entities are HTML's and not XML's (1, the first is &eacute;).",)),
            ("escaped twice", urlset(f"{A}?x&amp;amp;y"), URLSET, (f"{A}?x&amp;y",), (f"Some addresses are escaped twice (1, the first is {A}?x&amp;y).",)),
            ("CDATA", urlset(f"<![CDATA[{A}?x&y]]>"), URLSET, (f"{A}?x&y",), ()),
            ("blanks around", urlset(f"\n\t{A} \n"), URLSET, (A,), ()),
            ("comment inside", urlset("http://h.test<!-- x -->/a"), URLSET, (A,), ()),
            ("relative", urlset("/a"), URLSET, ("/a",), ("Some addresses are relative (1, the first is /a).",)),
            ("control character", urlset("http://h.test/\x08", B), URLSET, (B,), (UNREADABLE,)),
            ("NUL", urlset("http://h.test/\0", B), URLSET, (B,), (UNREADABLE,)),
            ("bad UTF-8", urlset("http://h.test/?", B).encode().replace(b"?<", b"\xff<"), URLSET, (B,), (UNREADABLE,)),
            ("junk after the root", GOOD + "<p>x", URLSET, (A, B), ("The XML is damaged in line 1: junk after document element.",)),
            ("truncated", TRUNCATED, URLSET, (A, B), ("The XML is damaged in line 1: no element found.",)),
            ("entity of a local file", f'<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/hostname">]>{urlset("http://h/&x;", head="")}', NONE, (), (REFUSED,)),
            ("billion laughs", f'<!DOCTYPE urlset [<!ENTITY l0 "ha">{ENTITIES}]>{urlset("&l9;", head="")}', NONE, (), (REFUSED,)),
            ("quadratic blow-up", f'<!DOCTYPE urlset [<!ENTITY l0 "{"a" * 9_999}">]>{urlset("&l0;" * 9_999, head="")}', NONE, (), (REFUSED,)),
            ("document type of a parameter entity", f'<!DOCTYPE urlset [<!ENTITY % x SYSTEM "http://h.test/x.dtd"> %x;]>{urlset(A, head="")}', NONE, (), (REFUSED,)),
            ("300 deep", GOOD.removesuffix("</urlset>") + "<a>" * 300, URLSET, (A, B), ("The XML is nested deeper than 64 elements.",)),
            ("root in capitals", urlset(A, root="URLSET"), NONE, (), ("Its root element is URLSET; XML names are case-sensitive.",)),
            ("web page", "<!doctype html><html><body>Not found</body></html>", NONE, (), (WEB_PAGE,)),
            ("alternates", GOOD.replace("</url>", '<xhtml:link rel="alternate" hreflang="de" href="http://h.test/de"/></url>'), URLSET, (A, B), ()),
            ("gzip", gzip.compress(GOOD.encode()), URLSET, (A, B), ()),
            ("scrapy#951: gzip twice", gzip.compress(gzip.compress(GOOD.encode())), URLSET, (A, B), ()),
            ("wpull#484: gzip, then a comment", gzip.compress(GOOD.encode()) + b"<!-- x -->", URLSET, (A, B), ("There is something else after the end of its gzip data.",)),
            ("byte order mark in gzip", gzip.compress(BOM + GOOD.encode()), URLSET, (A, B), ()),
            ("lines", f"{A}\n{B}\n", TEXT, (A, B), ()),
            ("crawler-commons#143: lines in gzip", gzip.compress(f"{A}\r\n{B}".encode()), TEXT, (A, B), ()),
            ("RSS", f"<rss><channel><link>http://h.test/</link><item><link>{A}</link></item></channel></rss>", FEED, (A,), ()),
            ("Atom", f'<feed><link href="http://h.test/"/><entry><link href="{A}"/></entry></feed>', FEED, (A,), ()),
            ("index that lists itself and another host", "<sitemapindex><sitemap><loc>http://h.test/sitemap.xml</loc></sitemap><sitemap><loc>http://other.test/s.xml</loc></sitemap></sitemapindex>", INDEX, ("http://h.test/sitemap.xml", "http://other.test/s.xml"), ()),
            ("page in an index", f"<sitemapindex><sitemap><loc>{A}</loc></sitemap><url><loc>{B}</loc></url></sitemapindex>", INDEX, (A,), ()),
        ]
    ],
)  # fmt: skip
def test_each_reported_sitemap_is_read_right(body, kind, locs, problems):
    assert read(body) == (kind, locs, problems)


@pytest.mark.parametrize(
    ("body", "url"),
    [
        pytest.param(GOOD, "http://h.test/sitemap.xml.gz", id="USP#6, #82: XML at a name of gzip"),
        pytest.param(gzip.compress(GOOD.encode()), "http://h.test/s.xml", id="gzip at a name of XML"),
    ],
)  # fmt: skip
def test_the_first_bytes_and_not_the_name_tell_gzip(body, url):
    assert read(body, url) == (URLSET, (A, B), ())


def test_the_limits_are_those_of_the_crawl_rules():
    limits = SitemapLimits()

    assert (limits.files, limits.urls) == (50, 100_000)
    assert (limits.file_bytes, limits.total_bytes) == (50 * MEBIBYTE, 100 * MEBIBYTE)
    assert MEBIBYTE == 1024 * 1024


def test_the_hundred_thousandth_address_is_read_and_the_next_is_not():
    locs = [f"http://h.test/{number}" for number in range(100_001)]

    sitemap = read_sitemap(
        "\n".join(locs).encode(), sitemap_url="http://h.test/s.txt", limits=SitemapLimits()
    )

    assert (list(sitemap.locs), sitemap.was_cut) == (locs[:-1], True)


def test_the_last_byte_of_50_mb_after_gzip_is_read_and_the_next_is_not():
    size = SitemapLimits().file_bytes
    body = b"http://h.test/a\n".ljust(size, b"\n")

    whole, cut = (
        read_sitemap(gzip.compress(text, 1), sitemap_url="http://h.test/s", limits=SitemapLimits())
        for text in (body, body + b"\n")
    )

    assert (whole.decoded_bytes, whole.was_cut, whole.problems) == (size, False, ())
    assert (cut.decoded_bytes, cut.was_cut) == (size, True)
    assert cut.problems == (f"Only its first {size} bytes were read.",)
