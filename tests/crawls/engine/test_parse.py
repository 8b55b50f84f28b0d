from __future__ import annotations

import pickle

import pytest

from crawls.engine.page import Anchor, Image, LinkScheme
from crawls.engine.parse import parse_page

URL = "https://h.test/foo/bar"


def parse(html, *headers, url=URL):
    body = html.encode() if isinstance(html, str) else html
    return parse_page(url, body, headers, token="SEOFixBot")


def urls_of(page):
    return [anchor.url for anchor in page.anchors]


@pytest.mark.parametrize(
    ("html", "titles"),
    [
        ("<title> A\n&amp;  B\u00a0</title>", ("A & B",)),
        ("<title>A <a href=/x>b</a></title>", ("A <a href=/x>b</a>",)),
        ("<title></title><title>B</title>", ("", "B")),
        ("<title>A</title><svg><title>S</title></svg>", ("A",)),
        ("<svg><title>S</title></svg><title>B</title>", ()),
        ("<div>x</div><title>B</title>", ()),
        ("<meta charset=utf-16><title>abc</title>", ("abc",)),
        (b"\xef\xbb\xbf<title>abc</title>", ("abc",)),
        (
            b"<meta httpequiv=ContentType content='text/html; charset=gbk'><title>"
            + "网站地图".encode("gbk")
            + b"</title>",
            ("网站地图",),
        ),
        ("", ()),
    ],
)
def test_titles_are_the_heads_own(html, titles):
    page = parse(html)

    assert page.titles == titles
    assert page.title == (titles[0] if titles else None)


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ('<base href="/">', "https://h.test/page.php"),
        ("<base target=_blank><base href=/a/><base href=/b/>", "https://h.test/a/page.php"),
        ('<base href="">', "https://h.test/foo/page.php"),
        ("<base href>", "https://h.test/foo/page.php"),
        ('<base href="data:x"><base href=/b/>', "https://h.test/foo/page.php"),
        ('<base href="http://">', "https://h.test/foo/page.php"),
        ("<template><base href=/b/></template>", "https://h.test/foo/page.php"),
        ("<base href=//other.test/>", "https://other.test/page.php"),
        ("<base href='  JavaScript:x'>", "https://h.test/foo/page.php"),
        ("<base href=mailto:a@h.test>", None),
        ("<base href=ftp://h.test/a/>", None),
        ("<svg><base href=/s/></svg><base href=/b/>", "https://h.test/b/page.php"),
        ("<math><mi><base href=/m/></mi></math><base href=/b/>", "https://h.test/b/page.php"),
        (f"<base href=/{'x' * 9000}/>", "https://h.test/foo/page.php"),
    ],
)
def test_links_resolve_against_the_first_base_with_an_href(base, url):
    assert urls_of(parse(f"{base}<a href=page.php>x</a>")) == [url]


def test_a_base_after_the_link_holds_too():
    assert urls_of(parse("<a href=x>x</a><base href=/b/>")) == ["https://h.test/b/x"]


@pytest.mark.parametrize(
    ("html", "urls"),
    [
        ("<a href='\n  http://h.test/x\n'>x</a>", ["http://h.test/x"]),
        ("<noscript><a href=/n>n</a></noscript>", ["https://h.test/n"]),
        ("<template><a href=/t>t</a></template>", []),
        ("<!-- <a href=/c>c</a> --><a href=/d>d</a>", ["https://h.test/d"]),
        ("<!--><a href=/d>d</a>", ["https://h.test/d"]),
        ("<!-- <a href=/c>", []),
        ("<script>'<a href=/s>'</script>", []),
        ("<textarea><a href=/t></textarea>", []),
        ("<a href=/1 href=/2 HREF=/3>x</a>", ["https://h.test/1"]),
        ("<a/href=/x/class=y>x</a>", ["https://h.test/x/class=y"]),
        ("<a href='/x?a=1&amp;b=2&copy=3'>x</a>", ["https://h.test/x?a=1&b=2&copy=3"]),
        ("<a name=x>x</a><link href=/l><map><area href=/m></map>", []),
        ("</html><a href=/late>x</a>", ["https://h.test/late"]),
        ("<a href=/about.html#about>x</a>", ["https://h.test/about.html"]),
        ("<a href='../n\u00e9o/'>x</a>", ["https://h.test/n%C3%A9o/"]),
        ("<div>" * 300 + "<a href=/x>", ["https://h.test/x"]),
        ("<svg><a xlink:href=/s>x</a></svg>", ["https://h.test/s"]),
        ("<svg><a xlink:href=/s href=/x>x</a></svg>", ["https://h.test/x"]),
        ("<a xlink:href=/x>x</a>", []),
    ],
)
def test_links_are_those_a_browser_without_scripts_shows(html, urls):
    assert urls_of(parse(html)) == urls


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        (" Red \n <b>sh</b>oes\u00a0", "Red shoes"),
        ("<div>one</div><div>two</div>three<br>four", "one two three four"),
        ("<img alt=Logo src=x>", "Logo"),
        ("<img alt=Logo src=x> Home", "Home"),
        ("<img src=x>", ""),
        ("a<style>.x{}</style><script>y()</script>b", "ab"),
        ("<svg><title>Cart</title></svg>", "Cart"),
    ],
)
def test_anchor_text_is_what_a_reader_sees(inner, text):
    assert [anchor.anchor_text for anchor in parse(f"<a href=/x>{inner}</a>").anchors] == [text]


def test_an_anchor_keeps_what_was_written_and_what_it_means():
    page = parse(
        "<a href='Mailto:a@b.test' rel='NOFOLLOW  noopener'>Write</a><a href='http://'></a>"
    )

    assert page.anchors == (
        Anchor(
            "Mailto:a@b.test", None, LinkScheme.OTHER, "Write", frozenset({"nofollow", "noopener"})
        ),
        Anchor("http://", None, LinkScheme.INVALID, "", frozenset()),
    )
    assert [anchor.is_nofollow for anchor in page.anchors] == [True, False]


@pytest.mark.parametrize(
    ("html", "images"),
    [
        ("<img src=/a.png>", [Image("https://h.test/a.png", None, is_decorative=False)]),
        ("<img src=/a.png alt>", [Image("https://h.test/a.png", "", is_decorative=False)]),
        ("<img src=/a.png alt='A b'>", [Image("https://h.test/a.png", "A b", is_decorative=False)]),
        ("<img src=/a.png role=None>", [Image("https://h.test/a.png", None, is_decorative=True)]),
        ("<i aria-hidden=true><img src=a></i>", [Image("https://h.test/foo/a", None, True)]),
        ("<i aria-hidden=True><b><img src=/a></i>", [Image("https://h.test/a", None, True)]),
        ("<i aria-hidden=false><img src=/a></i>", [Image("https://h.test/a", None, False)]),
        ("<img src=/a alt=x aria-hidden=true>", [Image("https://h.test/a", "x", True)]),
        (
            "<b><i aria-hidden=true></i><img src=/a></b>",
            [Image("https://h.test/a", None, is_decorative=False)],
        ),
        ("<img src=/t.gif width=1 height=1px>", [Image("https://h.test/t.gif", None, True)]),
        ("<img src=/t.gif width=1>", [Image("https://h.test/t.gif", None, False)]),
        ("<img src='data:image/png;base64,AA'>", [Image("data:image/png;base64,AA", None, False)]),
        ("<img alt=x><img src=' '>", []),
    ],
)
def test_images_know_a_missing_alt_from_an_empty_one(html, images):
    assert list(parse(html).images) == images


@pytest.mark.parametrize(
    ("html", "headings"),
    [
        ("<h1> A\n b</h1><h3>C</h3>", ((1, "A b"), (3, "C"))),
        ("<h2>x</h2><h1><img src=l alt='Shop'></h1>", ((2, "x"), (1, "Shop"))),
        ("<h1></h1><h1>Real</h1>", ((1, ""), (1, "Real"))),
    ],
)
def test_headings_keep_their_order(html, headings):
    page = parse(html)

    assert page.headings == headings
    assert page.h1s == tuple(text for level, text in headings if level == 1)


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<p>One two</p><p>three</p>", 3),
        ("<ul><li>one</li><li>two</li></ul>", 2),
        ("<b>J</b>ohn \u2014 it's (really) 42", 4),
        ("<script>a b</script><style>c d</style><noscript>e</noscript><template>f</template>g", 1),
        ("<title>not in the body</title>", 0),
        ("<frameset><frame src=x></frameset>", 0),
    ],
)
def test_word_count_counts_the_visible_body(html, words):
    assert parse(html).word_count == words


@pytest.mark.parametrize(
    ("html", "headers", "lang"),
    [
        ("<html lang=en-GB>", [], "en-GB"),
        ("<html lang=' '>", [], None),
        ("<html lang>", [("content-language", "de")], "de"),
        ("<html xml:lang=fr>", [], None),
    ],
)
def test_lang_is_the_html_elements_else_the_headers(html, headers, lang):
    assert parse(html, *headers).lang == lang


def test_description_and_viewport_are_read_by_name_in_any_case():
    page = parse(
        "<META NAME=Description CONTENT=' a\n b '><meta property=og:description content=c>"
        "<meta name=viewport content='width=1'><body><meta name=viewport content='width=2'>"
        "<meta name=description content=late>"
    )

    assert page.descriptions == ("a b",)
    assert page.viewport == "width=2"


def test_an_image_in_the_head_moves_what_follows_out_of_it():
    page = parse("<head><img src=x><meta name=robots content=noindex><title>T</title>")

    assert (page.robots, page.titles) == (frozenset(), ())


def test_the_size_is_that_of_the_bytes_received():
    page = parse(b"\xff\xfea\x00")

    assert (page.html_bytes, page.encoding) == (4, "utf-16le")


def test_a_huge_script_hides_nothing():
    script = "<script>" + "if(a<b)x='</p>';" * 750_000 + "</script>"

    page = parse(f"<h1>a</h1>{script}<h1>b</h1><a href=/x>x</a>")

    assert (page.h1s, urls_of(page)) == (("a", "b"), ["https://h.test/x"])


def test_a_page_pickles_smaller_than_its_html():
    html = "<nav>" + "<a href='/section/page-of-some-length'>Words</a>" * 500 + "</nav>"
    page = parse(html)

    packed = pickle.dumps(page)

    assert pickle.loads(packed) == page  # noqa: S301 -- our own bytes
    assert len(packed) < len(html)
