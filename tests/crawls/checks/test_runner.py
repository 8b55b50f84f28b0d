from __future__ import annotations

import pytest

from crawls.checks.runner import Inconclusive, PageFinding, examine_page, run_site_check
from crawls.engine.indexability import Indexability
from crawls.engine.parse import parse_page
from tests.crawls.checks.memory_crawl import MemoryCrawl

CLEAN = (
    "<html lang=en><title>T</title><meta name=description content=d>"
    "<meta name=viewport content=width=1><h1>H</h1>"
)


def parse(html):
    return parse_page("https://h.test/", html.encode(), [], token="SEOFixBot")


def test_a_page_in_order_has_no_findings():
    assert examine_page(parse(CLEAN), Indexability(True)) == ()


def test_a_page_that_is_not_indexable_is_only_asked_what_concerns_all_html():
    page = parse("<meta name=robots content=noindex><meta name=googlebot content=none>")

    findings = examine_page(page, Indexability(False, "noindex"))

    assert findings == (PageFinding("noindex_page", "noindex for all search engines and Google"),)


@pytest.mark.parametrize(
    ("images", "count", "last"),
    [
        (45, 45, "https://h.test/44"),
        (46, 45, "... and 2 more"),
        (1_044, 45, "... and 1,000 more"),
    ],
)
def test_evidence_of_one_check_on_one_page_is_limited(images, count, last):
    html = CLEAN + "".join(f"<img src=/{number}>" for number in range(images))

    findings = examine_page(parse(html), Indexability(True))

    assert len(findings) == count
    assert findings[-1] == PageFinding("img_alt_missing", last)


@pytest.mark.parametrize(
    ("instead_of", "html", "check_id", "text"),
    [
        ("<title>T</title>", "<title></title>", "title_missing", "The title element is empty."),
        ("<title>T</title>", "<title>A</title><title>B</title>",
         "title_multiple", "2 titles: \u201cA\u201d, \u201cB\u201d"),
        ("<title>T</title>", f"<title>{'x' * 130}</title>",
         "title_too_long", f"130 characters: \u201c{'x' * 119}\u2026\u201d"),
        ("<h1>", "<link rel=canonical href=/b><link rel=canonical href=/a><h1>",
         "canonical_multiple", "2 canonical URLs: https://h.test/a, https://h.test/b"),
        ("width=1", "user-scalable=no", "viewport_missing",
         "The viewport sets neither width nor initial-scale: \u201cuser-scalable=no\u201d"),
        ("<h1>H</h1>", "<h3>C</h3>", "h1_missing",
         "There is no h1; the first heading is an h3: \u201cC\u201d"),
    ],
)  # fmt: skip
def test_evidence_says_what_to_look_at(instead_of, html, check_id, text):
    page = parse(CLEAN.replace(instead_of, html))

    assert examine_page(page, Indexability(True)) == (PageFinding(check_id, text),)


def test_a_claim_about_unseen_pages_is_not_made_of_a_partial_crawl():
    with pytest.raises(Inconclusive):
        run_site_check("orphan_page", MemoryCrawl([], is_complete=False))


def test_other_site_checks_run_on_a_partial_crawl():
    assert list(run_site_check("http_4xx", MemoryCrawl([], is_complete=False))) == []


def test_an_unknown_check_is_refused():
    with pytest.raises(KeyError):
        run_site_check("no_such_check", MemoryCrawl([]))
