"""What real sitemaps look like, and what is made of each."""

from __future__ import annotations

import gzip

import pytest

from crawls.engine.policy import SitemapLimits
from crawls.engine.sitemap import SitemapKind, read_sitemap

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
A, B = "http://h.test/a", "http://h.test/b"


def read(body, **limits):
    body = body if isinstance(body, bytes) else body.encode()
    return read_sitemap(
        body, sitemap_url="http://h.test/sitemap.xml", limits=SitemapLimits(**limits)
    )


def urlset(*locs, attributes=f' xmlns="{NAMESPACE}"'):
    entries = "".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    return f"<urlset{attributes}>{entries}</urlset>"


PLAIN = urlset(A, B)
DECLARED = f'<?xml version="1.0" encoding="UTF-8"?>\n{PLAIN}'
INDEX = (
    f'<sitemapindex xmlns="{NAMESPACE}"><sitemap><loc>{A}</loc></sitemap>'
    f"<sitemap><loc>{B}</loc></sitemap></sitemapindex>"
)


@pytest.mark.parametrize(
    "body",
    [
        PLAIN,
        DECLARED,
        b"\xef\xbb\xbf" + DECLARED.encode(),
        DECLARED.encode("utf-16"),
        b"\xfe\xff" + DECLARED.encode("utf-16-be"),
        DECLARED.encode("utf-16-le"),
        DECLARED.encode("utf-16-be"),
        DECLARED.replace("UTF-8", "utf-16"),
        DECLARED.replace("UTF-8", "iso-8859-1"),
        DECLARED.replace("UTF-8", "no-such-thing"),
        DECLARED.replace("UTF-8", "x-mac-cyrillic"),
        DECLARED.replace("1.0", "1.1"),
        f'<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/s.xsl"?>{PLAIN}',
        f"<?xml version='1.0'?><!-- <urlset> by -- a plugin -->{PLAIN}<!-- 3 ms -->",
        f"\n{DECLARED}",
        f" \ufeff\r\n\t{DECLARED}",
        urlset(A, B, attributes=""),
        urlset(A, B, attributes=' xmlns="https://www.sitemaps.org/schemas/sitemap/0.9"'),
        urlset(A, B, attributes=' xmlns="http://www.google.com/schemas/sitemap/0.84"'),
        PLAIN.replace("xmlns=", "xmlns:sit=").replace("</", "</sit:").replace("<u", "<sit:u").replace("<l", "<sit:l"),
        urlset(f"\n  {A}\n", f"<![CDATA[ {B} ]]>"),
        urlset(f"{A[:9]}<!-- here -->{A[9:]}", f"{B[:9]}<![CDATA[{B[9:]}]]>"),
        PLAIN.replace("</url>", "<image:image><image:loc>http://h.test/i</image:loc></image:image></url>"),
        PLAIN.replace("</url>", "<image:loc>http://h.test/i</image:loc></url>"),
        PLAIN.replace("<url>", "<loc>http://h.test/stray</loc><url>"),
        PLAIN.replace("</url>", '<xhtml:link rel="alternate" hreflang="de" href="http://h.test/de"/></url>'),
        PLAIN.replace("</url>", "<lastmod>2026-01-01</lastmod><priority/></url>"),
        gzip.compress(PLAIN.encode()),
        gzip.compress(gzip.compress(DECLARED.encode())),
        gzip.compress(PLAIN[:60].encode()) + gzip.compress(PLAIN[60:].encode()),
    ],
)  # fmt: skip
def test_a_good_sitemap_gives_its_addresses_and_no_problem(body):
    sitemap = read(body)

    assert (sitemap.kind, sitemap.locs, sitemap.problems) == (SitemapKind.URLSET, (A, B), ())


@pytest.mark.parametrize("body", [INDEX, gzip.compress(INDEX.encode())])
def test_an_index_gives_the_addresses_of_its_files(body):
    sitemap = read(body)

    assert (sitemap.kind, sitemap.locs, sitemap.problems) == (SitemapKind.INDEX, (A, B), ())


RSS = f"""<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<link>http://h.test/</link><atom:link href="http://h.test/rss" rel="self"/>
<item><title>a</title><link>{A}</link></item><item><link>{B}</link></item></channel></rss>"""
ATOM = f"""<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://h.test/"/>
<entry><link rel="edit" href="http://h.test/edit"/><link href="{A}"/></entry>
<entry><link rel="alternate" href="{B}"></link></entry></feed>"""


@pytest.mark.parametrize("body", [RSS, ATOM])
def test_a_feed_gives_the_addresses_of_its_entries(body):
    sitemap = read(body)

    assert (sitemap.kind, sitemap.locs, sitemap.problems) == (SitemapKind.FEED, (A, B), ())


@pytest.mark.parametrize(
    "body",
    [
        f"{A}\n{B}",
        f"{A}\r\n{B}\r\n",
        f"{A}\r{B}\r",
        f"\ufeff\n  {A}  \n\n{B}\n",
        f"{A}\n{B}".encode("utf-16"),
        gzip.compress(f"{A}\n{B}".encode()),
    ],
)
def test_a_list_of_lines_gives_each_line(body):
    sitemap = read(body)

    assert (sitemap.kind, sitemap.locs, sitemap.problems) == (SitemapKind.TEXT, (A, B), ())


@pytest.mark.parametrize(
    ("loc", "meant", "problem"),
    [
        ("/a", "/a", "Some addresses are relative (1, the first is /a)."),
        (
            "http://h.test/?x=1&y=2",
            "http://h.test/?x=1&y=2",
            "Some ampersands are not escaped.",
        ),
        (
            "http://h.test/?x=1&copy=2",
            "http://h.test/?x=1&copy=2",
            "Some ampersands are not escaped.",
        ),
        (
            "http://h.test/caf&eacute;",
            "http://h.test/café",
            "Some entities are HTML's and not XML's (1, the first is &eacute;).",
        ),
        (
            "http://h.test/&nosuch;",
            "http://h.test/&nosuch;",
            "Some ampersands are not escaped.",
        ),
        (
            "http://h.test/?x&amp;amp;y",
            "http://h.test/?x&amp;y",
            "Some addresses are escaped twice (1, the first is http://h.test/?x&amp;y).",
        ),
        (
            "http://h.test/" + "a" * 2034,
            "http://h.test/" + "a" * 2034,
            f"Some addresses are longer than 2047 characters (1, the first is http://h.test/{'a' * 186}).",
        ),
    ],
)
def test_a_faulty_address_is_kept_and_reported(loc, meant, problem):
    sitemap = read(urlset(loc, B))

    assert (sitemap.locs, sitemap.problems) == ((meant, B), (problem,))


@pytest.mark.parametrize(
    "loc",
    [
        "http://h.test/?x=1&amp;y=2",
        "http://h.test/?x=1&#38;y=2",
        "http://h.test/?x=1&#x26;y=2",
        "<![CDATA[http://h.test/?x=1&y=2]]>",
    ],
)
def test_an_escaped_ampersand_is_decoded_once(loc):
    assert read(urlset(loc)).locs == ("http://h.test/?x=1&y=2",)


@pytest.mark.parametrize(
    "loc",
    [
        b"http://h.test/\x00",
        b"http://h.test/\x08",
        b"http://h.test/\xff",
        b"http://h.test/&#0;",
        b"http://h.test/&#x110000;",
        b"http://h.test/&#9999999;",
        b"http://h.test/&#xD800;",
        b"http://h.test/\xef\xbf\xbe",
    ],
)
def test_an_address_that_cannot_be_read_is_left_out(loc):
    sitemap = read(urlset("%", B).encode().replace(b"%", loc))

    assert sitemap.locs == (B,)
    assert sitemap.problems == (
        "Some addresses hold characters that cannot be read, and were left out (1, the first is http://h.test/\ufffd).",
    )


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (
            f"<br />\n<b>Warning</b>: in x.php\n{DECLARED}",
            "There is something else before its XML.",
        ),
        (
            PLAIN + "<p>junk",
            "The XML is damaged in line 1: junk after document element.",
        ),
        (
            "\n" + PLAIN.removesuffix("</urlset>") + "\n<url><loc>http://h",
            "The XML is damaged in line 3: no element found.",
        ),
        (
            PLAIN.removesuffix("</urlset>") + "<url><loc>http://h</loc><",
            "The XML is damaged in line 1: no element found.",
        ),
        (
            PLAIN.removesuffix("</urlset>") + "<url><loc>http://h</url>",
            "The XML is damaged in line 1: mismatched tag.",
        ),
        (
            PLAIN.removesuffix("</urlset>") + "<a>" * 70,
            "The XML is nested deeper than 64 elements.",
        ),
        (
            PLAIN.removesuffix("</urlset>") + "<a " + "b" * 2**19,
            "The XML has a tag of more than 256 KiB.",
        ),
        (PLAIN.replace("</urlset>", "<url/><url><loc> </loc></url></urlset>"), "Some entries have no address."),
        (gzip.compress(PLAIN.encode())[:-9], "Its gzip data ends early."),
        (
            gzip.compress(PLAIN.encode()) + gzip.compress(b" ")[:-8] + b"x" * 8,
            "Its gzip data is damaged, and was read as far as possible.",
        ),
        (gzip.compress(PLAIN.encode()) + b"<!-- 3 ms -->", "There is something else after the end of its gzip data."),
        (f"{A}\nsomething\n{B}", "Some lines are no web addresses (1, the first is something)."),
    ],
)  # fmt: skip
def test_what_was_read_before_a_fault_is_kept(body, problem):
    sitemap = read(body)

    assert (sitemap.locs, sitemap.problems) == ((A, B), (problem,))


XXE = f'<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/hostname">]>{urlset("&x;")}'
LAUGHS = f'<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>{urlset("&b;")}'


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (XXE, "It declares a document type or entities; such files are not read."),
        (LAUGHS, "It declares a document type or entities; such files are not read."),
        (f"<!ENTITY a 'b'>{PLAIN}", "It declares a document type or entities; such files are not read."),
        (f"<!DOCTYPE html><p>{PLAIN}", "It is a web page."),
        ("<html><body>Not found</body></html>", "It is a web page."),
        ("<?xml version='1.0'?><!DOCTYPE html PUBLIC 'x' 'y'><html/>", "It is a web page."),
        (PLAIN.replace("urlset", "URLSET"), "Its root element is URLSET; XML names are case-sensitive."),
        ("<opml><outline/></opml>", "Its XML is not that of a sitemap."),
        ("<!-- " + PLAIN, "Its XML is not that of a sitemap."),
        ('{"urls": []}', "It is neither XML nor a list of addresses."),
        ("just words", "It is neither XML nor a list of addresses."),
        (b"\x89PNG\r\n", "It is neither XML nor a list of addresses."),
        ("", "It is empty."),
        (" \r\n", "It is empty."),
        (gzip.compress(b""), "It is empty."),
    ],
)  # fmt: skip
def test_what_is_no_sitemap_says_why(body, problem):
    sitemap = read(body)

    assert (sitemap.kind, sitemap.locs) == (SitemapKind.NOT_A_SITEMAP, ())
    assert sitemap.problems == (problem,)


def test_a_document_type_after_the_root_ends_the_reading():
    sitemap = read(PLAIN.replace("</urlset>", "<!DOCTYPE x [<!ENTITY a 'b'>]></urlset>"))

    assert (sitemap.locs, sitemap.problems) == (
        (A, B),
        ("The XML is damaged in line 1: not well-formed (invalid token).",),
    )


@pytest.mark.parametrize("size", range(1, 60))
def test_where_a_piece_ends_makes_no_difference(size, monkeypatch):
    body = urlset(
        f"<![CDATA[{A}?x&y]]>", f"{B}<!-- c -->?x&amp;y&z&eacute;&#65;", "http://h.test/é"
    )
    whole = read(body)
    monkeypatch.setattr("crawls.engine.sitemap_bytes.PIECE", size)
    monkeypatch.setattr("crawls.engine.sitemap.HEAD_LIMIT", 90)

    assert read(body) == whole
    assert whole.locs == (f"{A}?x&y", f"{B}?x&y&zéA", "http://h.test/é")


def test_the_result_names_its_file_and_its_size():
    sitemap = read(gzip.compress(PLAIN.encode()))

    assert (sitemap.url, sitemap.decoded_bytes) == ("http://h.test/sitemap.xml", len(PLAIN))


LISTED = b"https://h.test/a\nhttps://h.test/b\nhttps://h.test/page-1"
HALF = "Its last line is not whole, and was left out (1, the first is {})."
BROKEN_OFF = "The body ends before the end that the server announced"


@pytest.mark.parametrize(
    ("body", "problem", "locs", "last"),
    [
        (LISTED, f"{BROKEN_OFF}.", 2, "https://h.test/page-1"),
        (LISTED + b"\n", f"{BROKEN_OFF}.", 3, None),
        (gzip.compress(LISTED)[:-9], "", 2, "https://h.test/page-1"),
        (LISTED, "", 3, None),
    ],
    ids=["connection lost", "lost after a line", "gzip ends early", "whole"],
)
def test_half_an_address_at_the_end_is_none(body, problem, locs, last):
    sitemap = read_sitemap(
        body, sitemap_url="https://h.test/s.txt", limits=SitemapLimits(), problem=problem
    )

    assert len(sitemap.locs) == locs
    halves = [said for said in sitemap.problems if said.startswith("Its last line")]
    assert halves == ([HALF.format(last)] if last else [])
    assert (f"{BROKEN_OFF}." in sitemap.problems) == bool(problem)


def test_half_an_address_at_the_limit_of_bytes_is_none():
    sitemap = read_sitemap(
        LISTED, sitemap_url="https://h.test/s.txt", limits=SitemapLimits(file_bytes=40)
    )

    assert sitemap.locs == ("https://h.test/a", "https://h.test/b")
    assert sitemap.was_cut
    assert HALF.format("https:") in sitemap.problems
