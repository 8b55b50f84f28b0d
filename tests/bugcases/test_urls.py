"""Bugs other crawlers had with URLs and links, tried on ours. Each id names the public report."""

from __future__ import annotations

import pytest

from crawls.engine import urls
from crawls.engine.page import LinkScheme
from crawls.engine.parse import parse_page
from crawls.engine.policy import SEOFIX
from crawls.engine.redirects import redirect_target
from crawls.engine.scope import is_in_scope
from tests.crawls.services.answers import redirect

PAGE = "http://h.test/foo/bar"

LINKS = [
    ("scrapy#71 line breaks around", '<a href="\n  http://h.test/x\n">', "http://h.test/x"),
    ("scrapy#1191 spaces around", '<a href="  /x  ">', "http://h.test/x"),
    ("scrapy#2772 tab and line break inside", '<a href="/a\tb\nc">', "http://h.test/abc"),
    ("linkchecker#644 accents", '<a href="../néo/">', "http://h.test/n%C3%A9o/"),
    ("lychee#1577 fragment", '<a href="/about.html#about">', "http://h.test/about.html"),
    ("muffet#30 base", '<base href="/"><a href="page.php">', "http://h.test/page.php"),
    (
        "wummel#541 base of another folder",
        '<base href="/a/b/"><a href="../c">',
        "http://h.test/a/c",
    ),
    ("markdownload#6 base without href", '<base target=_blank><a href="x">', "http://h.test/foo/x"),
    ("markdownload#6 empty base", '<base href=""><a href="x">', "http://h.test/foo/x"),
    ("markdownload#6 base of data", '<base href="data:x"><a href="x">', "http://h.test/foo/x"),
    ("yarl#516 percent that is none", '<a href="/%xx">', "http://h.test/%xx"),
    ("w3lib#91 escaped number sign", '<a href="/a%23b">', "http://h.test/a%23b"),
    ("w3lib#131 escaped percent", '<a href="/Dia%25">', "http://h.test/Dia%25"),
    ("scrapy#1133 query without a path", '<a href="http://h.test?x=1">', "http://h.test/?x=1"),
    ("linkchecker#203 latin-1 escape stays", '<a href="/%F9">', "http://h.test/%F9"),
]


@pytest.mark.parametrize(("html", "url"), [row[1:] for row in LINKS], ids=[row[0] for row in LINKS])
def test_link_leads_where_a_browser_goes(html, url):
    page = parse_page(PAGE, f"{html}x</a>".encode(), (), token="SEOFixBot")

    assert [anchor.url for anchor in page.anchors] == [url]


@pytest.mark.parametrize(
    ("href", "scheme"),
    [
        ("//]'z[", LinkScheme.INVALID),  # yarl#1485 raised IndexError
        ("http://", LinkScheme.INVALID),
        ("java\nscript:alert(1)", LinkScheme.OTHER),
        (" \x01javascript:alert(1)", LinkScheme.OTHER),
        ("MAILTO:a@h.test", LinkScheme.OTHER),
        ("tel:+49", LinkScheme.OTHER),
        ("data:text/html,x", LinkScheme.OTHER),
    ],
)
def test_what_is_no_web_address_is_told_apart_and_never_raises(href, scheme):
    assert urls.classify(href, PAGE) == (scheme, None)


@pytest.mark.parametrize("host", ["a..b", "x" * 64 + ".test", "ex_ample.com", "-ex.com"])
def test_host_that_no_server_knows_is_still_a_url(host):
    """linkchecker#351, w3lib#62, scrapy PR#2038 raised UnicodeError."""
    assert urls.normalise(f"http://{host}/") == f"http://{host}/"


REDIRECTS = [
    ("scrapy#4032 three slashes", "///fr.h.test/new/", "http://fr.h.test/new/"),
    ("wapiti#690 data", "data:;base64,eA==", None),
    ("wapiti#690 javascript", "javascript:alert(1)", None),
    ("scrapy#457 local file", "file:///etc/passwd", None),
    ("linkchecker#203 raw latin-1", "/caf\xe9", "http://h.test/caf%E9"),
    ("linkchecker#579 raw UTF-8", "/café".encode().decode("latin-1"), "http://h.test/caf%C3%A9"),
]


@pytest.mark.parametrize(
    ("location", "target"), [row[1:] for row in REDIRECTS], ids=[row[0] for row in REDIRECTS]
)
def test_redirect_leads_where_a_browser_goes_or_nowhere(location, target):
    assert redirect_target(redirect(PAGE, location)) == target


@pytest.mark.parametrize(
    ("url", "is_crawled"),
    [
        ("https://www.h.test/a", True),  # crawlee#2513 took the twin for another site
        ("http://h.test/a", True),
        ("https://other.test/x", False),  # crawlee-python PR#1864
        ("https://blog.h.test/", False),
        ("https://h.test/cdn-cgi/l/email-protection", False),  # open-seo PR#216
        ("https://h.test/CDN-CGI/l/email-protection", False),
        ("https://h.test/cdn-assets/logo", True),
    ],
)
def test_site_is_the_host_and_its_twin_without_cdn_cgi(url, is_crawled):
    assert is_in_scope(url, seed_url="https://h.test/", depth=1, policy=SEOFIX) is is_crawled
