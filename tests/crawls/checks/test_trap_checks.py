"""Traps as the report names them."""

from __future__ import annotations

from crawls.checks.runner import run_site_check
from tests.crawls.checks.memory_crawl import MemoryCrawl, page, url


def found(*pages):
    return [
        (one.url, one.text)
        for one in run_site_check("crawl_trap_pattern", MemoryCrawl(list(pages)))
    ]


def loop(levels, **changes):
    return [page("/a/" + "x/" * level, depth=level, **changes) for level in range(1, levels + 1)]


def test_endless_path_is_named_at_its_first_page():
    last = url("/a/" + "x/" * 25)
    sentence = (
        "Endless path: 23 pages of /a/x/…; the same folders come again and again, one more "
        f"with each link, the furthest is {last}."
    )

    assert found(page("/"), *loop(25)) == [(url("/a/x/x/x/"), sentence)]


def test_what_is_no_page_of_html_forms_no_trap():
    assert found(page("/"), *loop(25, status=404)) == []


def test_ordinary_site_is_not_warned():
    assert found(page("/"), *(page(f"/p/{n}", title="Shoes") for n in range(500))) == []
