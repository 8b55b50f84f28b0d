"""The tree that links and the head's tags are read from is the one the HTML standard builds."""

from __future__ import annotations

import pytest

from crawls.engine.parse import parse_page

URL = "https://h.test/foo/bar"


def parse(html):
    return parse_page(URL, html.encode(), (), token="SEOFixBot")


@pytest.mark.parametrize(
    ("html", "paths"),
    [
        ("<!-- <a href=/c> --!><a href=/d>", ["/d"]),
        ("<!---><a href=/d>", ["/d"]),
        ("<![CDATA[ <a href=/c> ]]><a href=/d>", ["/d"]),
        ("<script><!-- <script> </script> <a href=/s> --></script><a href=/d>", ["/d"]),
        ("<script src=/s />x<a href=/s>", []),
        ("<title/>x<a href=/t>", []),
        ("<xmp><a href=/t></xmp><a href=/d>", ["/d"]),
        ("<iframe><a href=/t></iframe><a href=/d>", ["/d"]),
        ("<noembed><a href=/t></noembed><a href=/d>", ["/d"]),
        ("<noframes><a href=/t></noframes><a href=/d>", ["/d"]),
        ("<plaintext><a href=/t></plaintext><a href=/t>", []),
        ("<p><a href=/1>x<p>y<p>z", ["/1", "/1", "/1"]),
        ("<select><a href=/x>x</a></select>", ["/x"]),
        ("<table><a href=/x>x</a><tr><td><a href=/y>y</a></table>", ["/x", "/y"]),
        ("<a href='/?a=1&copy&x'>x</a>", ["/?a=1%C2%A9&x"]),
        ("<a href='/?a=1&copyx&reg=1'>x</a>", ["/?a=1&copyx&reg=1"]),
        ("<a href='&#x2F;a&#47;b'>x</a>", ["/a/b"]),
        ('<a href="/a>x</a><a href="/b">y</a>', ["/a%3Ex%3C/a%3E%3Ca%20href="]),
        ("<a href='\t/a\tb\r\nc '>x</a>", ["/abc"]),
        ("<a href='\u00a0/a'>x</a>", ["/foo/%C2%A0/a"]),
        ("<a href='/a\0b'>x</a>", ["/a%EF%BF%BDb"]),
        ("<base href=/z><a href='#f'>x</a><a href='?q'>y</a>", ["/z", "/z?q"]),
        ("<base href=' /z/ '><a href=x>x</a>", ["/z/x"]),
        ("<meta http-equiv=refresh content='0; url=/x'><form action=/f></form>", []),
    ],
)
def test_a_link_is_what_the_standard_makes_one(html, paths):
    assert [anchor.url for anchor in parse(html).anchors] == [f"https://h.test{p}" for p in paths]


def test_addresses_are_written_in_the_encoding_of_the_page_but_for_those_of_headers():
    html = (
        "<meta charset=koi8-r><link rel=canonical href='/?\u0442'>"
        "<a href='/?\u0442'>x</a><img src='/?\u0442'>"
    )

    page = parse_page(
        URL, html.encode("koi8-r"), (("link", "</?\u0442>; rel=canonical"),), token="SEOFixBot"
    )

    assert [anchor.url for anchor in page.anchors] == ["https://h.test/?%D4"]
    assert [image.src for image in page.images] == ["https://h.test/?%D4"]
    assert page.canonicals == ("https://h.test/?%D4", "https://h.test/?%D1%82")


@pytest.mark.parametrize(
    ("before", "is_in_head"),
    [
        ("<style>a{}</style><script>x</script><base href=/>", True),
        ("<noscript><link rel=stylesheet href=/s></noscript>", True),
        ("<template><div></template>", True),
        ("<!-- a --> \n", True),
        ("<noscript><img src=x></noscript>", False),
        ("<div></div>", False),
        ("<img src=x>", False),
        ("<iframe></iframe>", False),
        ("<svg></svg>", False),
        ("<x-y></x-y>", False),
        ("words", False),
        ("</head>", True),
        ("</head><body>", False),
    ],
)
def test_head_ends_with_the_first_thing_that_cannot_stand_in_it(before, is_in_head):
    head = "<meta name=robots content=noindex><link rel=canonical href=/x><title>T</title>"

    page = parse(f"<head>{before}{head}")

    read = (page.robots, page.canonicals, page.titles)
    inside = (frozenset({("*", "noindex")}), ("https://h.test/x",), ("T",))
    assert read == (inside if is_in_head else (frozenset(), (), ()))


def test_canonical_for_browsers_without_scripts_is_none():
    assert parse("<head><noscript><link rel=canonical href=/x></noscript>").canonicals == ()
