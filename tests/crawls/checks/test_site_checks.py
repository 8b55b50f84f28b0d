from __future__ import annotations

import pytest

from crawls.checks.runner import run_site_check
from tests.crawls.checks.memory_crawl import MemoryCrawl, page, url


def run(check_id, *pages):
    return [(found.url, found.text) for found in run_site_check(check_id, MemoryCrawl([*pages]))]


@pytest.mark.parametrize(
    ("status", "check_id"),
    [
        (200, None),
        (301, None),
        (304, None),
        (400, "http_4xx"),
        (401, "http_access_denied"),
        (403, "http_access_denied"),
        (404, "http_4xx"),
        (405, "http_4xx"),
        (407, "http_access_denied"),
        (410, "http_4xx"),
        (429, "http_access_denied"),
        (451, "http_access_denied"),
        (499, "http_4xx"),
        (500, "http_5xx"),
        (503, "http_5xx"),
        (599, "http_5xx"),
        (999, "http_access_denied"),
    ],
)
def test_a_status_belongs_to_one_check(status, check_id):
    checks = ("http_4xx", "http_access_denied", "http_5xx", "http_no_response")

    found = {one: run(one, page("/x", status)) for one in checks}

    assert {one: evidence for one, evidence in found.items() if evidence} == (
        {check_id: [(url("/x"), f"Answered {status}.")]} if check_id else {}
    )


@pytest.mark.parametrize(
    ("failure", "text"),
    [
        ("timeout", "No answer in time."),
        ("dns_no_host", "The host does not exist."),
        ("tls_certificate", "The certificate is not valid."),
        ("something_new", "Something_new."),
    ],
)
def test_a_page_without_an_answer_says_why(failure, text):
    assert run("http_no_response", page("/x", None, failure=failure)) == [(url("/x"), text)]


CUT = "Only the first 10,485,760 bytes were read."
TWO = "The redirect names several targets, of which the first counts: /b, /c"
NONE = "The redirect names no target."


@pytest.mark.parametrize(
    ("answered", "found"),
    [
        (page("/x", problem=CUT), [(url("/x"), CUT)]),
        (page("/x", 301, to="/b", problem=TWO), [(url("/x"), TWO)]),
        (page("/x", 304, problem="Why?"), [(url("/x"), "Why?")]),
        (page("/x"), []),
        (page("/film.mp4", is_html=False, problem=CUT), []),
        (page("/x", 301, problem=NONE), []),
    ],
    ids=[
        "cut page",
        "two targets",
        "unasked 304",
        "page in order",
        "large file",
        "broken redirect",
    ],
)
def test_faulty_answer_is_told_where_it_keeps_something_from_the_reader(answered, found):
    assert run("answer_problem", answered) == found


def test_refused_urls_are_listed_with_the_line_that_decided():
    refused = page("/p", None, skip_reason="robots", skip_detail="Disallow: /p (line 3)")
    skipped = page("/q", None, skip_reason="section", skip_detail="/q")

    assert run("robots_blocked", refused, skipped, page("/")) == [
        (url("/p"), "Disallow: /p (line 3)")
    ]
    assert run("http_no_response", refused, skipped) == []


def test_urls_skipped_for_another_reason_are_listed_with_it():
    refused = page("/p", None, skip_reason="robots", skip_detail="Disallow: /p (line 3)")
    section = page("/jobs/1", None, skip_reason="section", skip_detail="A firewall did it.")
    private = page("/in", None, skip_reason="address", skip_detail="10.0.0.1 is private.")

    assert run("url_skipped", refused, section, private, page("/")) == [
        (url("/in"), "10.0.0.1 is private."),
        (url("/jobs/1"), "A firewall did it."),
    ]


def test_pages_with_one_title_name_each_other():
    pages = [
        page("/a", title="Red Shoes"),
        page("/b", title="red  shoes"),
        page("/c", title="Red shoes"),
        page("/d", title="Blue shoes"),
    ]

    assert run("title_duplicate", *pages) == [
        (url("/a"), f"\u201cRed Shoes\u201d is also the title of {url('/b')} and 1 more page"),
        (url("/b"), f"\u201cred  shoes\u201d is also the title of {url('/a')} and 1 more page"),
        (url("/c"), f"\u201cRed shoes\u201d is also the title of {url('/a')} and 1 more page"),
    ]


@pytest.mark.parametrize(
    "other",
    [
        page("/b", title="Shoes", is_indexable=False),
        page("/b", title="Shoes again"),
        page("/shoes/page/2/", title="Shoes"),
        page("/shoes?page=12", title="Shoes"),
        page("/shoes?a=1&paged=3&b=2", title="Shoes"),
    ],
)
def test_a_title_is_not_shared_with_copies_and_later_pages_of_a_list(other):
    assert run("title_duplicate", page("/a", title="Shoes"), other) == []


@pytest.mark.parametrize("path", ["/shoes?page=1", "/page", "/p/2", "/homepage/2-x", "/?p=20"])
def test_a_first_page_or_an_article_may_share_its_title(path):
    found = run("title_duplicate", page("/a", title="Shoes"), page(path, title="Shoes"))

    assert [where for where, _ in found] == sorted([url("/a"), url(path)])


def test_pages_without_titles_share_nothing():
    assert run("title_duplicate", page("/a", title=None), page("/b", title=None)) == []


def orphans(*pages, unlinked):
    crawl = MemoryCrawl(list(pages), unlinked=frozenset(map(url, unlinked)))
    return [(found.url, found.text) for found in run_site_check("orphan_page", crawl)]


def test_a_page_only_the_sitemap_knows_is_an_orphan():
    found = orphans(page("/lost", in_sitemap=True), page("/"), unlinked=["/lost"])

    assert found == [(url("/lost"), "The sitemap lists the page, but no page links to it.")]


def test_a_linked_page_is_no_orphan():
    assert orphans(page("/found", in_sitemap=True), unlinked=[]) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"in_sitemap": False},
        {"is_seed": True},
        {"is_html": False},
        {"is_indexable": False},
        {"status": 404},
        {"status": 301, "to": "/"},
    ],
)
def test_seed_and_other_pages_are_no_orphans(changes):
    lost = page("/lost", **({"in_sitemap": True} | changes))

    assert orphans(lost, unlinked=["/lost"]) == []


def test_a_page_that_linked_redirects_lead_to_is_no_orphan():
    pages = [
        page("/old", 301, to="/older"),
        page("/older", 301, to="/new"),
        page("/new", in_sitemap=True),
        page("/unlinked", 301, to="/lost"),
        page("/lost", in_sitemap=True),
    ]
    unlinked = ["/older", "/new", "/unlinked", "/lost"]

    assert [where for where, _ in orphans(*pages, unlinked=unlinked)] == [url("/lost")]
