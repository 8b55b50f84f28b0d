from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawls.engine import urls
from crawls.engine.page import LinkScheme
from crawls.engine.urls import InvalidAddress, NotAWebAddress, OtherScheme

PAGE = "http://ex.com/a/b/c.html"
BASE = f"{PAGE}?q=1"


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("  /x  ", "http://ex.com/x"),
        ("\n  http://h.test/x\n", "http://h.test/x"),
        ("/a\tb\nc", "http://ex.com/abc"),
        ("\\x\\y", "http://ex.com/x/y"),
        ("/\\evil.com/x", "http://evil.com/x"),
        ("\\\\evil.com/x", "http://evil.com/x"),
        ("http:\\\\ex.com\\x", "http://ex.com/x"),
        ("///other.com/x", "http://other.com/x"),
        ("////x", "http://x/"),
        ("http:///x", "http://x/"),
        ("http:x", "http://ex.com/a/b/x"),
        ("https:x", "https://x/"),
        ("?", "http://ex.com/a/b/c.html?"),
        ("#", "http://ex.com/a/b/c.html?q=1"),
        ("/%2e%2e/x", "http://ex.com/x"),
        ("/.%2e/", "http://ex.com/"),
        ("../../../../x", "http://ex.com/x"),
        ("/a;p=1/../b", "http://ex.com/b"),
        ("/a?x y", "http://ex.com/a?x%20y"),
        ("/%zz", "http://ex.com/%zz"),
        ("/a%23b", "http://ex.com/a%23b"),
        ("/Dia%25", "http://ex.com/Dia%25"),
        ("/%7Ejoe/%e9/a%2fb", "http://ex.com/%7Ejoe/%e9/a%2fb"),
        ("/a|[]?b|[c]", "http://ex.com/a|[]?b|[c]"),
        ("?\u00e9=%E9", "http://ex.com/a/b/c.html?%C3%A9=%E9"),
        ("/a?'", "http://ex.com/a?%27"),
        ("http://ex.com:0080/", "http://ex.com/"),
        ("http://ex.com:/", "http://ex.com/"),
        ("http://ex.com:443/", "http://ex.com:443/"),
        ("https://EX.com:443", "https://ex.com/"),
        ("http://ex.com\\@evil.com/", "http://ex.com/@evil.com/"),
        ("http://ex.com@evil.com/", "http://evil.com/"),
        ("http://user:p%40ss@ex.com:81/x", "http://ex.com:81/x"),
        ("http://2130706433/", "http://127.0.0.1/"),
        ("http://127.1/", "http://127.0.0.1/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://017700000001/", "http://127.0.0.1/"),
        ("http://\uff11\uff12\uff17.0.0.1/", "http://127.0.0.1/"),
        ("http://%31%32%37.0.0.1/", "http://127.0.0.1/"),
        ("http://127.0.0.1./", "http://127.0.0.1/"),
        ("http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/"),
        ("http://fa\u00df.de/", "http://xn--fa-hia.de/"),
        ("http://e\u00adx.com/", "http://ex.com/"),
        ("http://\U0001f4a9.la/", "http://xn--ls8h.la/"),
        ("HTTP://EX.com", "http://ex.com/"),
        ("http://ex.com#x", "http://ex.com/"),
        ("http://h.test?x=1", "http://h.test/?x=1"),
        ("http://ex.com./x", "http://ex.com/x"),
        ("http://ex.com../x", "http://ex.com../x"),
        ("http://./x", "http://./x"),
        ("www.ex.com/x", "http://ex.com/a/b/www.ex.com/x"),
        ("/about.html#about", "http://ex.com/about.html"),
        ("../n\u00e9o/", "http://ex.com/a/n%C3%A9o/"),
        ("x;p", "http://ex.com/a/b/x;p"),
        ("http://a..b/", "http://a..b/"),
        ("/Page/", "http://ex.com/Page/"),
        ("/\ud800x", "http://ex.com/%EF%BF%BDx"),
    ],
)
def test_normalise_reads_a_link_as_browsers_do(href, url):
    assert urls.normalise(href, BASE) == url


@pytest.mark.parametrize(
    ("href", "reason"),
    [
        ("mailto:a@b.test", OtherScheme),
        ("java\nscript:alert(1)", OtherScheme),
        (" \x01javascript:void(0)", OtherScheme),
        ("JavaScript:;", OtherScheme),
        ("tel:+1", OtherScheme),
        ("data:text/html,x", OtherScheme),
        ("ftp://ex.com/", OtherScheme),
        ("file:///etc/passwd", OtherScheme),
        ("httpx://ex.com/", OtherScheme),
        ("blob:http://ex.com/x", OtherScheme),
        ("view-source:http://ex.com/", OtherScheme),
        ("http://", InvalidAddress),
        ("//", InvalidAddress),
        ("http://?", InvalidAddress),
        ("http://ex.com:99999/", InvalidAddress),
        ("http://ex.com:+80/", InvalidAddress),
        ("http://ex.com:8_0/", InvalidAddress),
        ("http://ex.com:80:80/", InvalidAddress),
        ("https://:443/", InvalidAddress),
        ("http://ex.com /x", InvalidAddress),
        ("http://ex.com%2f/", InvalidAddress),
        ("http://ex.com%00/", InvalidAddress),
        ("http://\u2488.com/", InvalidAddress),
        ("http://1.2.3.4.5/", InvalidAddress),
        ("http://256.1.1.1/", InvalidAddress),
        ("http://[fe80::1%25eth0]/", InvalidAddress),
        ("//]'z[", InvalidAddress),
        ("/" + "x" * 9000, InvalidAddress),
        ("/" + "\u00e9" * 2000, InvalidAddress),
    ],
)
def test_normalise_refuses_with_the_reason(href, reason):
    with pytest.raises(NotAWebAddress) as refusal:
        urls.normalise(href, BASE)

    assert refusal.type is reason


@pytest.mark.parametrize("base", [None, "data:text/html,x", "not a base", "mailto:a@b"])
def test_a_relative_link_needs_a_base_that_can_carry_it(base):
    with pytest.raises(InvalidAddress):
        urls.normalise("/x", base)


@given(st.text(max_size=60), st.sampled_from(["", "http://", "https://h.test/", "//"]))
def test_normalise_is_idempotent(text, prefix):
    try:
        url = urls.normalise(prefix + text, BASE)
    except NotAWebAddress:
        return

    assert urls.normalise(url) == url
    assert urls.origin_of(url) + urls.target_of(url) == url


@pytest.mark.parametrize(
    ("href", "classified"),
    [
        ("/x", (LinkScheme.HTTP, "http://ex.com/x")),
        ("JavaScript:void(0)", (LinkScheme.OTHER, None)),
        ("mailto:ada@ex.com", (LinkScheme.OTHER, None)),
        ("tel:+49-30-1", (LinkScheme.OTHER, None)),
        ("data:text/html,<a href=/x>", (LinkScheme.OTHER, None)),
        ("http://", (LinkScheme.INVALID, None)),
    ],
)
def test_classify_tells_web_other_and_invalid_apart(href, classified):
    assert urls.classify(href, BASE) == classified


@pytest.mark.parametrize(
    ("href", "encoding", "url"),
    [
        ("/\u00e9?\u00e9#\u00e9", "windows-1252", "http://ex.com/%C3%A9?%E9"),
        ("?q=\u043a\u043e\u0442&x=1", "windows-1251", f"{PAGE}?q=%EA%EE%F2&x=1"),
        ("?\u20ac", "windows-1251", f"{PAGE}?%88"),
        ("?\u7f51", "gbk", f"{PAGE}?%CD%F8"),
        ("?\U0001f4a9", "gbk", f"{PAGE}?%26%23128169%3B"),
        ("?\uff5e", "euc-jp", f"{PAGE}?%A1%C1"),
        ("?\u65e5", "windows-1252", f"{PAGE}?%26%2326085%3B"),
        ("?%C3%A9'?", "windows-1252", f"{PAGE}?%C3%A9%27?"),
        ("?\u00e9", "utf-16le", f"{PAGE}?%C3%A9"),
        ("?\u00e9", "replacement", f"{PAGE}?%C3%A9"),
        ("?\ud800", "windows-1252", f"{PAGE}?%26%2365533%3B"),
        ("/#?\u00e9", "windows-1252", "http://ex.com/"),
    ],
)
def test_query_is_written_in_the_encoding_of_its_page(href, encoding, url):
    assert urls.classify(href, BASE, encoding=encoding) == (LinkScheme.HTTP, url)


@pytest.mark.parametrize(
    ("url", "host", "origin", "authority", "path", "target"),
    [
        ("https://ex.com/", "ex.com", "https://ex.com", "ex.com:443", "/", "/"),
        ("http://ex.com/a?b", "ex.com", "http://ex.com", "ex.com:80", "/a", "/a?b"),
        ("http://[::1]:81/?a/b", "[::1]", "http://[::1]:81", "[::1]:81", "/", "/?a/b"),
        ("https://ex.com:80/A/", "ex.com", "https://ex.com:80", "ex.com:80", "/A/", "/A/"),
    ],
)
def test_a_url_is_cut_into_its_parts(url, host, origin, authority, path, target):
    assert urls.host_of(url) == host
    assert urls.origin_of(url) == origin
    assert urls.authority(url) == authority
    assert urls.path_of(url) == path
    assert urls.target_of(url) == target


@pytest.mark.parametrize(
    "url",
    ["http://ex.com\\@evil.com/", "http://a@evil.com/", "http://EX.com/", "http://ex.com", "/x"],
)
def test_parts_of_a_url_that_is_not_normalised_are_refused(url):
    with pytest.raises(InvalidAddress):
        urls.authority(url)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://example.com/x", "example.com"),
        ("http://www.example.com/", "example.com"),
        ("http://www.example.com:8080/", "example.com:8080"),
        ("https://example.com:80/", "example.com"),
        ("http://www.example.com:443/", "example.com"),
        ("https://www.www.example.com/", "www.example.com"),
        ("https://www.com/", "www.com"),
        ("https://www.localhost/", "www.localhost"),
        ("http://127.0.0.1:8000/", "127.0.0.1:8000"),
        ("http://[::1]/", "[::1]"),
        ("https://shop.example.com/", "shop.example.com"),
    ],
)
def test_site_key_names_a_host_and_its_twin(url, key):
    assert urls.site_key(url) == key
    assert urls.politeness_key(url) == key


@pytest.mark.parametrize(
    ("url", "seed_url", "same"),
    [
        ("http://www.example.com/x", "https://example.com/", True),
        ("https://example.com/", "http://www.example.com/", True),
        ("https://www.example.com.evil.com/", "https://www.example.com/", False),
        ("https://www.www.example.com/", "https://www.example.com/", False),
        ("https://blog.example.com/", "https://example.com/", False),
        ("http://example.com:443/", "https://example.com/", True),
        ("https://example.com:8443/", "https://example.com/", False),
        ("http://127.0.0.2/", "http://127.0.0.1/", False),
    ],
)
def test_a_site_is_the_seed_host_and_its_twin(url, seed_url, same):
    assert urls.is_same_site(url, seed_url) is same


def test_fingerprint_is_a_stable_name_of_128_bits():
    assert str(urls.fingerprint("https://example.com/")) == "3259687d-649f-8e86-106d-d28ba70f1016"


@pytest.mark.parametrize(
    ("href", "ignored"),
    [
        ("/cdn-cgi/l/email-protection", True),
        ("/CDN-CGI/x", True),
        ("/./cdn-cgi/x", True),
        ("/cdn-assets/x", False),
        ("/cdn-cgi", False),
        ("/x/cdn-cgi/x", False),
    ],
)
def test_cdn_cgi_paths_are_ignored(href, ignored):
    assert urls.is_ignored_path(urls.normalise(href, BASE)) is ignored
