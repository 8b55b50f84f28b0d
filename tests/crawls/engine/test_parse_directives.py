from __future__ import annotations

import pytest

from crawls.engine.parse import parse_page


def parse(html="", *headers):
    return parse_page("https://h.test/p", html.encode(), headers, token="SEOFixBot")


@pytest.mark.parametrize(
    ("html", "robots"),
    [
        ("<meta name=ROBOTS content='NoIndex, Follow'>", {("*", "noindex"), ("*", "follow")}),
        ("<meta name=robots content=none>", {("*", "noindex"), ("*", "nofollow")}),
        ("<meta name=googlebot content=noindex>", {("googlebot", "noindex")}),
        ("<meta name=seofixbot content=nofollow>", {("seofixbot", "nofollow")}),
        ("<meta name=bingbot content=noindex>", set()),
        ("<meta name=robots content='max-image-preview:none'>", {("*", "max-image-preview:none")}),
        ("<meta name=robots content=', ,'>", set()),
        ("<meta name=robots content='nosnippet'><meta name=robots content=noindex>",
         {("*", "nosnippet"), ("*", "noindex")}),
        ("<meta name=robots content='unavailable_after: Sat, 30 Aug 2025 15:00:00 GMT, nofollow'>",
         {("*", "unavailable_after: sat, 30 aug 2025 15:00:00 gmt"), ("*", "nofollow")}),
        ("<noscript><meta name=robots content=noindex></noscript>", set()),
    ],
)  # fmt: skip
def test_meta_tags_become_pairs_of_agent_and_directive(html, robots):
    assert parse(html).robots == robots


@pytest.mark.parametrize(
    ("values", "robots"),
    [
        (["noindex"], {("*", "noindex")}),
        (["NoIndex", "googlebot: NoFollow"], {("*", "noindex"), ("googlebot", "nofollow")}),
        (["otherbot: noindex, nofollow"], {("otherbot", "noindex"), ("otherbot", "nofollow")}),
        (["nosnippet, googlebot: none"],
         {("*", "nosnippet"), ("googlebot", "noindex"), ("googlebot", "nofollow")}),
        (["googlebot: max-image-preview:none"], {("googlebot", "max-image-preview:none")}),
        (["max-snippet:20, noindex"], {("*", "max-snippet:20"), ("*", "noindex")}),
        (["unavailable_after: 25 Jun 2030 15:00:00 PST"],
         {("*", "unavailable_after: 25 jun 2030 15:00:00 pst")}),
        (["googlebot:"], set()),
    ],
)  # fmt: skip
def test_headers_become_pairs_of_agent_and_directive(values, robots):
    assert parse("", *[("X-Robots-Tag", value) for value in values]).robots == robots


@pytest.mark.parametrize(
    ("html", "canonicals", "invalid"),
    [
        ("<link rel=canonical href=/a>", ["https://h.test/a"], []),
        ("<link rel='alternate CANONICAL' href=HTTPS://H.test>", ["https://h.test/"], []),
        ("<link rel=canonical href=/a><link rel=canonical href=/a>", ["https://h.test/a"] * 2, []),
        ("<base href=/b/><link rel=canonical href=a>", ["https://h.test/b/a"], []),
        ("<link rel=canonical href=''>", [], [""]),
        ("<link rel=canonical href='http://'>", [], ["http://"]),
        ("<link rel=canonical href='javascript:x'>", [], ["javascript:x"]),
        ("<link rel=canonical>", [], []),
        ("<body><link rel=canonical href=/a>", [], []),
        ("<link rel=canonical-x href=/a>", [], []),
    ],
)
def test_canonicals_are_those_of_the_head(html, canonicals, invalid):
    page = parse(html)

    assert list(page.canonicals) == canonicals
    assert list(page.invalid_canonicals) == invalid


@pytest.mark.parametrize(
    ("value", "canonicals"),
    [
        ('<https://h.test/a,b;c>; rel="canonical"', ["https://h.test/a,b;c"]),
        ("</a>; rel=canonical", ["https://h.test/a"]),
        ("</n\u00c3\u00a9o>; rel=canonical", ["https://h.test/n%C3%A9o"]),
        ("</n\u00e9o>; rel=canonical", ["https://h.test/n%C3%A9o"]),
        ('</a>; title="x, <y>; rel=canonical", </b>; REL="up Canonical"', ["https://h.test/b"]),
        ("</a>; rel=next; rel=canonical", []),
        ('</a>; rel=canonical; anchor="/other"', []),
        ('</a>;rel="preload";as=style,</b>;rel=canonical', ["https://h.test/b"]),
        (r'</a>; title="q\"; rel=canonical"; rel=next', []),
        ("https://h.test/a; rel=canonical", []),
        ("", []),
    ],
)  # fmt: skip
def test_a_link_header_may_name_the_canonical(value, canonicals):
    page = parse("<base href=/elsewhere/>", ("Link", value))

    assert list(page.canonicals) == canonicals
