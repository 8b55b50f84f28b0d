"""Where links stand on a page, and which places come again from page to page."""

from __future__ import annotations

import time

import pytest
from selectolax.lexbor import LexborHTMLParser

from crawls.engine.graph import Answer, Builder, GraphPage, Landmark, LinkChunk, Places

NAVIGATION, HEADER, FOOTER, ASIDE = Landmark
PATH = None
MENU, TEXT = 100, 101


def places(html):
    found = Places()
    return [found.of(node) for node in LexborHTMLParser(html).css("a[href]")]


@pytest.mark.parametrize(
    ("html", "landmark"),
    [
        ("<nav><ul><li><a href=/></ul></nav>", NAVIGATION),
        ("<main><nav><a href=/></nav></main>", NAVIGATION),
        ("<div role=navigation><a href=/></div>", NAVIGATION),
        ("<ul role='MenuBar'><li><a href=/></ul>", NAVIGATION),
        ("<ol class='trail Breadcrumb'><li><a href=/></ol>", NAVIGATION),
        ("<ul class=pagination><li><a href=/></ul>", NAVIGATION),
        ("<header><p><a href=/></header>", HEADER),
        ("<header><nav><a href=/></nav></header>", HEADER),
        ("<div role=banner><a href=/></div>", HEADER),
        ("<footer><a href=/></footer>", FOOTER),
        ("<div role=contentinfo><a href=/></div>", FOOTER),
        ("<aside><a href=/></aside>", ASIDE),
        ("<main><aside><a href=/></aside></main>", ASIDE),
        ("<main><header><a href=/></header></main>", PATH),
        ("<article><footer><a href=/></footer></article>", PATH),
        ("<article><aside><a href=/></aside></article>", PATH),
        ("<section><header><a href=/></header></section>", PATH),
        ("<nav role=presentation><a href=/></nav>", PATH),
        ("<main><p><a href=/></main>", PATH),
        ("<div class=navigation-free><a href=/></div>", PATH),
        ("<a href=/>", PATH),
    ],
)
def test_landmarks_are_those_of_the_standard(html, landmark):
    (place,) = places(html)

    assert (place if place < 16 else PATH) == landmark


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("<p><a href=/>", "<p><b><a href=/></b>", True),
        ("<p>x<p><a href=/>", "<p><a href=/>", True),
        ("<div id=post-17><a href=/>", "<div id=post-18><a href=/>", True),
        ("<div class='post x'><a href=/>", "<div class='post y'><a href=/>", True),
        ("<body class=home><p><a href=/>", "<body class=page><p><a href=/>", True),
        ("<div><p><a href=/>", "<p><a href=/>", False),
        ("<div id=a><a href=/>", "<div id=b><a href=/>", False),
        ("<div class=a><a href=/>", "<div class=b><a href=/>", False),
        ("<ul><li><a href=/>", "<ol><li><a href=/>", False),
    ],
)
def test_place_is_the_path_of_the_block(left, right, same):
    assert (places(left) == places(right)) is same


def test_place_is_the_same_in_every_process_and_fits_its_column():
    assert places("<main><p><a href=/>") == [259389601]


def test_links_deep_in_each_other_cost_no_square():
    """Climbing from every link would take 5,000 x 20,000 steps: a minute."""
    html = "<div>" * 5000 + "<a href=/>x</a>" * 20000
    links = LexborHTMLParser(html).css("a[href]")
    began = time.process_time()
    found = Places()

    assert len({found.of(link) for link in links}) == 1
    assert time.process_time() - began < 5


def content_links(links, *, pages=40):
    """Those of (source, target, place, perhaps text) that stand in main content."""
    builder = Builder(
        [GraphPage(id=n, url=str(n), answer=Answer.PAGE) for n in range(pages)], seed=0
    )
    sources, targets, where = zip(*(link[:3] for link in links), strict=True)
    texts = [link[3] if len(link) > 3 else "" for link in links]
    builder.add(LinkChunk(sources, targets, [False] * len(links), where, texts))
    in_content = builder.build().in_content.tolist()
    return [link for link, is_content in zip(links, in_content, strict=True) if is_content]


def pager(sources, texts, *, per_page=1):
    ways = [(s, (s + n) % 40) for s in sources for n in range(1, per_page + 1)]
    return [(*way, MENU, text) for way in ways for text in texts]


def menu(sources, targets, place=MENU):
    return [(source, target, place) for source in sources for target in targets]


def chain(sources, place=TEXT):
    return [(source, (source + 1) % 40, place) for source in sources]


@pytest.mark.parametrize(
    ("boilerplate", "content"),
    [
        (menu(range(40), range(5)), chain(range(40))),
        (menu(range(10), [1], NAVIGATION), []),
        (menu([3], [1], FOOTER), chain(range(3))),
        # A menu in the same place as the text: each link is judged by itself.
        (menu(range(40), [9], TEXT), chain(range(20, 35))),
        ([], [(0, 1, 16)]),  # the first number that is no landmark
        # Half of the pages that have the place.
        (menu(range(5), [30]), chain(range(20, 25), MENU)),
        ([], menu(range(5), [30]) + chain(range(20, 26), MENU)),
        # Fewer than five pages say nothing.
        ([], menu(range(4), [30, 31])),
        # A page that is often linked from texts, as a good one is.
        ([], menu(range(12), [30], TEXT) + chain(range(12, 40))),
        # A page that repeats its link is one page.
        ([], [(0, 1, MENU)] * 50),
        (menu(range(5), [1]) + menu(range(5, 10), [2]) + menu(range(10, 15), [3]), []),
        # The same words once on each page, wherever they lead; but a list has them for each entry.
        (pager(range(40), ["Next", "Up"]), chain(range(40))),
        (pager(range(5), ["Next"]), []),
        ([], pager(range(4), ["Next"])),
        ([], pager(range(40), [""])),
        ([], pager(range(40), ["Read more"], per_page=2)),
        # Sections with menus of their own, none on half of the pages.
        (menu(range(13), [1, 2]) + menu(range(13, 26), [3, 4]) + menu(range(26, 40), [5, 6]), []),
    ],
)
def test_what_comes_again_from_page_to_page_is_boilerplate(boilerplate, content):
    assert content_links([*boilerplate, *content]) == content
