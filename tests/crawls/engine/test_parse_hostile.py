from __future__ import annotations

import contextlib
import pickle
import re
from time import process_time

import pytest
from selectolax.lexbor import LexborHTMLParser

from crawls.engine.parse import HostilePage, parse_page
from crawls.engine.parse.hostile import refuse_hostile
from crawls.engine.parse.open_elements import OpenElements

MANY = "One tag has 2,001 attributes, more than a parser can bear."
DEEP = "Elements nested {} deep would keep a parser busy too long."
ATTRIBUTES = b" ".join(b"a%d" % number for number in range(2_001))
DEEP_IMAGES = b"<b>" * 5_000 + b"<img src=x>" * 30_000
QUOTED = b" ".join(b"a%d='<x>'" % number for number in range(2_001))


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (b"<p " + ATTRIBUTES + b">", MANY),
        (b"<p " + QUOTED + b">", MANY),
        (b"<p " + QUOTED, MANY),
        (b"<div>" * 31_624, DEEP.format("31,624")),
        (b"<ul><li>" * 15_812, DEEP.format("31,624")),
        (b"<DIV><p><i></i>" * 31_624, DEEP.format("31,624")),
        (b"<div/>" * 31_624, DEEP.format("31,624")),
        (b"<div>" * 10_000 + b"<h2>x</h2>" * 45_001, DEEP.format("10,001")),
    ],
)
def test_a_page_that_would_stall_the_parser_is_refused(html, reason):
    with pytest.raises(HostilePage) as refusal:
        refuse_hostile(html)

    assert refusal.value.reason == reason


@pytest.mark.parametrize(
    "html",
    [
        b"<p " + ATTRIBUTES[: ATTRIBUTES.rindex(b" ")] + b">",
        b"<div>" * 31_623,
        b"<div>" * 600 + b"<div>a reply</div>" * 60_000 + b"</div>" * 600,
        b"<ul>" + b"<li><div>x" * 40_000,
        b"<table>" + b"<tr><td><div>x" * 40_000,
        b"<table><td>" * 15_000 + b"<div>" * 5_000,
        b"<font>" * 40_000 + b"<p>x" * 40_000,
        b"<script>" + b"'<div>'+" * 40_000 + b"</script>",
        b"<!--" + b"<div>" * 40_000 + b"-->",
        b"<style>" + b"<div>" * 40_000,
        b"<!doctype html></ x><?php ?>< 5",
        b"",
    ],
)
def test_a_page_that_is_only_long_is_let_through(html):
    assert refuse_hostile(html) is None


@pytest.mark.parametrize(
    ("html", "depth"),
    [
        ("<div><section><div>", 3),
        ("<div><p>a<p>b<br><img>", 1),
        ("<div></div></div><div>", 1),
        ("<section><div></section>", 0),
        ("<span><div><b></span></b>", 1),
        ("<ul><li>a<li>b", 2),
        ("<ul><li><div>a<li>b", 2),
        ("<ul><li><ol><li>a<li>b", 4),
        ("<ul><li><ol><li>a</ul>", 0),
        ("<li>a<div><li>b", 1),
        ("<dl><dt>a<dd>b<dt>c", 2),
        ("<table><tr><td>a<th>b<tr><td>c", 2),
        ("<table><caption><div>a<tr><td>b", 2),
        ("<table><tr><td><table><tr><td>a<td>b", 4),
        ("<table><tr><td><table><table><tr><td>a", 4),
        ("<table><tr><td><div></table>", 0),
        ("<h1>a<h2>b", 1),
        ("<h1><div></h2>", 0),
        ("<svg><g><path/></g></svg>", 0),
    ],
)
def test_as_many_blocks_are_counted_as_the_parser_has_open(html, depth):
    elements = OpenElements()
    for slash, name in re.findall(r"<(/?)(\w+)", html):
        (elements.end if slash else elements.start)(name.encode())
    node = LexborHTMLParser(f"<!doctype html><body>{html}<img>").css("img")[-1]

    assert (elements.depth, _blocks_around(node)) == (depth, depth)


def _blocks_around(node):
    """Of an element at the end of a page: what the parser had open."""
    blocks = 0
    while node.parent is not None:
        node = node.parent
        blocks += node.tag not in {"html", "body", "-document", "tbody", "tr", "p", "b", "span"}
    return blocks


@pytest.mark.parametrize(
    ("html", "is_refused"),
    [
        (b"<svg><title/><p %s></svg>", True),
        (b"<math/><svg></svg><title/><p %s>", False),
        (b"<svg><foreignObject><div></div><title/><p %s>", False),
    ],
)
def test_slash_ends_an_element_in_svg_alone(html, is_refused):
    """A `title` that goes on is text, and text has no attributes."""
    refused = pytest.raises(HostilePage) if is_refused else contextlib.nullcontext()

    with refused:
        refuse_hostile(html % ATTRIBUTES)


@pytest.mark.timeout(10)
@pytest.mark.parametrize("piece", [b"<", b"</a", b'<a x="', b"<a x='\"", b"<!--", b"<a<a", b"<a ="])
def test_the_look_ends_soon_whatever_is_left_open(piece):
    with contextlib.suppress(HostilePage):
        refuse_hostile(piece * (2_000_000 // len(piece)))


def test_the_reason_survives_the_way_out_of_a_child_process():
    refusal = pickle.loads(pickle.dumps(HostilePage("why")))  # noqa: S301 -- our own bytes

    assert refusal.reason == "why"


def test_images_in_a_deep_nest_are_read_soon():
    """Each of them asked anew for a hidden ancestor, and 30,000 took 2 s."""
    began = process_time()

    page = parse_page("https://h.test/", DEEP_IMAGES, (), token="SEOFixBot")

    assert process_time() - began < 1
    assert [image.is_decorative for image in page.images] == [False] * 30_000
