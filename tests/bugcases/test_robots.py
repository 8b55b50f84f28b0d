"""Bugs other crawlers had with robots.txt, tried on ours. Each id names the public report."""

from __future__ import annotations

from time import process_time

import pytest

from robots.rules import read

ALL = b"User-agent: *\n"


def allowed(text, path):
    return read(text).verdict("SEOFixBot", path).allowed


CASES = [
    ("scrapy#6195 byte order mark", b"\xef\xbb\xbf" + ALL + b"Disallow: /", {"/": False}),
    (
        "scrapy#6292 a byte that is no UTF-8",
        b"# caf\xdf\n" + ALL + b"Disallow: /x\n",
        {"/x": False, "/": True},
    ),
    ("protego#65 a prefix of our name", b"User-agent: SEO\nDisallow: /", {"/": True}),
    ("protego#65 a part of our name", b"User-agent: bot\nDisallow: /", {"/": True}),
    (
        "protego#28 escapes in a query",
        ALL + b"Disallow: /en-uk/*q=*relevance*",
        {"/en-uk/x/c/4018?q=%3Arelevance%3Atype": False, "/en-uk/x/c/4018?q=%3Aname": True},
    ),
    ("cpython#88375 any query", ALL + b"Disallow: /?", {"/": True, "/?a=1": False}),
    (
        "crawl4ai#699 wildcards",
        ALL + b"Disallow: /*.jsp",
        {"/a/b.jsp": False, "/a/b.html": True},
    ),
    ("gleaner#90 empty disallow", ALL + b"Disallow:", {"/": True, "/a": True}),
    (
        "congress.gov a crawl delay between two names",
        ALL + b"Crawl-delay: 2\nUser-agent: Googlebot\nDisallow: /search/",
        {"/search/": False, "/": True},
    ),
    (
        "google 369883 breaks of HTML between the rules",
        b"<pre>\n" + ALL + b"<br />\nDisallow: /a<br />\nDisallow: /b\n</pre>",
        {"/b": False, "/c": True},
    ),
]


@pytest.mark.parametrize(("text", "paths"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_rules_are_read_as_the_report_wanted_them(text, paths):
    assert {path: allowed(text, path) for path in paths} == paths


@pytest.mark.parametrize("names", [b"User-agent: SEOFixBot\n", b"User-agent: a%d\n"])
def test_thousands_of_names_take_no_time(names):
    """robotspy#212 hung, protego took 83 s."""
    agents = b"".join(names % n if b"%d" in names else names for n in range(20_000))
    text = agents + b"".join(b"Disallow: /p%d\n" % n for n in range(2_000))
    began = process_time()

    verdicts = [allowed(text, path) for path in ("/p1999", "/q")]

    assert process_time() - began < 1
    assert verdicts == [b"%d" in names, True]
