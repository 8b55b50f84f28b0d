from __future__ import annotations

import pytest

from crawls.checks.chains import MAX_HOPS, chain_from, drawn
from crawls.checks.runner import run_site_check
from tests.crawls.checks.memory_crawl import MemoryCrawl, link, page, url


def run(check_id, pages, links=()):
    crawl = MemoryCrawl([*pages], [*links])
    return [(found.url, found.text) for found in run_site_check(check_id, crawl)]


def arrows(*paths):
    return " \u2192 ".join(url(path) for path in paths)


def redirects(*hops):
    return [page(source, 301, to=target) for source, target in hops]


@pytest.mark.parametrize(
    ("pages", "loops"),
    [
        (redirects(("/a", "/a")), [("/a", "/a")]),
        (redirects(("/a", "/b"), ("/b", "/a")), [("/a", "/b", "/a")]),
        (redirects(("/c", "/a"), ("/a", "/b"), ("/b", "/c")), [("/a", "/b", "/c", "/a")]),
        (redirects(("/a", "/z"), ("/y", "/z"), ("/z", "/y")), [("/y", "/z", "/y")]),
        (redirects(("/a", "/a"), ("/b", "/b")), [("/a", "/a"), ("/b", "/b")]),
        (redirects(("/a", "/b"), ("/c", "/b")), []),
        ([*redirects(("/a", "/b")), page("/b")], []),
        ([*redirects(("/a", "/a/"), ("/a/", "https://other.test/a"))], []),
        ([page("/a", 304, to="/a")], []),
    ],
)
def test_each_loop_is_reported_once_at_its_first_url(pages, loops):
    assert run("redirect_loop", pages) == [(url(loop[0]), arrows(*loop)) for loop in loops]


def test_a_long_loop_costs_one_look_at_each_redirect():
    hops = [(f"/{number:05}", f"/{number + 1:05}") for number in range(20_000)]
    pages = redirects(*hops, ("/20000", "/00000"))

    ((where, text),) = run("redirect_loop", pages)

    assert where == url("/00000")
    assert text.count("\u2192") == 10


@pytest.mark.parametrize(
    ("pages", "broken"),
    [
        ([*redirects(("/a", "/b")), page("/b", 404)], [("/a", "/b", "answered 404")]),
        ([*redirects(("/a", "/b")), page("/b", 500)], [("/a", "/b", "answered 500")]),
        (
            [*redirects(("/a", "/b")), page("/b", None, failure="timeout")],
            [("/a", "/b", "no answer in time")],
        ),
        (
            [*redirects(("/a", "/b"), ("/b", "/c")), page("/c", 410)],
            [("/a", "/b", "/c", "answered 410"), ("/b", "/c", "answered 410")],
        ),
        (
            [page("/a", 302, problem="The redirect names no target.")],
            [("/a", "The redirect names no target.")],
        ),
        ([*redirects(("/a", "/b")), page("/b")], []),
        ([*redirects(("/a", "/b")), page("/b", 403)], []),
        ([*redirects(("/a", "https://other.test/"))], []),
        ([*redirects(("/a", "/b"), ("/b", "/a"))], []),
        ([*redirects(("/a", "/b")), page("/b", None, skip_reason="robots")], []),
        ([page("/a", 304), page("/b", 404)], []),
    ],
)
def test_a_redirect_is_broken_when_it_ends_at_an_error(pages, broken):
    assert run("redirect_broken", pages) == [
        (url(path), f"{arrows(path, *rest)}: {answer}") for path, *rest, answer in broken
    ]


@pytest.mark.parametrize(
    ("pages", "targets"),
    [
        ([*redirects(("/old", "/new")), page("/new")], [("/old", "/new")]),
        (
            [*redirects(("/old", "/mid"), ("/mid", "/new")), page("/new")],
            [("/old", "/mid", "/new")],
        ),
        (redirects(("/old", "/old")), [("/old", "/old")]),
        ([page("/old")], []),
        ([page("/old", 404)], []),
        ([page("/old", 302)], []),
    ],
)
def test_a_link_to_a_redirect_shows_where_it_ends(pages, targets):
    links = [link("/source", "/old", "Old page")]

    assert run("redirect_internal_link", pages, links) == [
        (url("/source"), f"{arrows(*target)}, link text \u201cOld page\u201d") for target in targets
    ]


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        (page("/x", 404), "answered 404"),
        (page("/x", 410), "answered 410"),
        (page("/x", 400), "answered 400"),
        (page("/x", None, failure="dns_no_host"), "the host does not exist"),
        (page("/x", 403), None),
        (page("/x", 429), None),
        (page("/x", 500), None),
        (page("/x", None, failure="timeout"), None),
        (page("/x", None, failure="dns_temporary"), None),
        (page("/x", None, skip_reason="robots"), None),
        (page("/x", 301, to="/y"), None),
        (page("/x"), None),
    ],
)
def test_a_link_is_broken_when_its_target_does_not_exist(target, answer):
    found = run("link_internal_broken", [page("/"), target], [link("/", "/x", "Go")])

    assert found == (
        [(url("/"), f"{url('/x')} {answer}, link text \u201cGo\u201d")] if answer else []
    )


def test_links_to_cloudflares_own_addresses_are_never_broken():
    path = "/cdn-cgi/l/email-protection"

    assert run("link_internal_broken", [page(path, 404)], [link("/", path)]) == []


def test_a_source_is_told_once_of_each_target():
    links = [
        link("/b", "/x", ""),
        link("/a", "/x", "first"),
        link("/a", "/y", "other"),
        link("/a", "/x", "again"),
    ]

    assert run("link_internal_broken", [page("/x", 404), page("/y", 404)], links) == [
        (url("/a"), f"{url('/x')} answered 404, link text \u201cfirst\u201d"),
        (url("/a"), f"{url('/y')} answered 404, link text \u201cother\u201d"),
        (url("/b"), f"{url('/x')} answered 404, a link without text"),
    ]


def test_a_chain_without_end_is_followed_as_far_as_audits_go():
    chain = chain_from("0", {str(number): str(number + 1) for number in range(1_000)})

    assert len(chain) == MAX_HOPS + 1
    assert drawn(chain).endswith("8 \u2192 \u2026 \u2192 50")
