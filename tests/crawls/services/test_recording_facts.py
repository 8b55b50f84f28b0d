from __future__ import annotations

import pytest

from crawls.engine.challenge import Challenge
from crawls.engine.response import BodyState
from crawls.models import Link, LinkTarget
from crawls.services.recording import record_page
from crawls.services.visits import Visit
from tests.crawls.services.answers import SITE, html, redirect, response
from tests.crawls.services.driving import examined, page_at, record


def test_links_are_stored_in_document_order(crawling):
    record(crawling, html(f"{SITE}/", "/b", "https://other.test/", "/a", "mailto:x@shop.test"))

    links = Link.objects.order_by("position").values_list(
        "position", "target__url", "target__is_internal", "anchor_text"
    )
    assert list(links) == [
        (0, f"{SITE}/b", True, "to /b"),
        (1, "https://other.test/", False, "to https://other.test/"),
        (2, f"{SITE}/a", True, "to /a"),
    ]


@pytest.mark.parametrize(
    ("head", "rels"),
    [
        ("", [False, True]),
        ("<meta name=robots content=nofollow>", [True, True]),
        ("<meta name=googlebot content=none>", [True, True]),
        ("<meta name=bingbot content=nofollow>", [False, True]),
    ],
)
def test_link_is_nofollow_by_its_rel_or_with_its_whole_page(crawling, head, rels):
    body = f"<head>{head}</head><a href=/a>a</a><a href=/b rel=nofollow>b</a>".encode()

    record(crawling, response(f"{SITE}/", body=body, content_type="text/html"))

    assert list(Link.objects.order_by("position").values_list("is_nofollow", flat=True)) == rels


def test_link_target_is_stored_once_for_an_audit(crawling):
    record(crawling, html(f"{SITE}/", "/a", "/a", "/b"))

    record(crawling, html(f"{SITE}/a", "/b", "/c"))

    targets = LinkTarget.objects.order_by("id").values_list("url", flat=True)
    assert sorted(targets) == [f"{SITE}/a", f"{SITE}/b", f"{SITE}/c"]
    assert Link.objects.count() == 5


def test_link_targets_are_of_one_audit(crawling, begin):
    other = begin("https://other.test/")
    record(crawling, html(f"{SITE}/", "/a"))

    record(other, html("https://other.test/", f"{SITE}/a"))

    flags = LinkTarget.objects.order_by("id").values_list("audit", "is_internal")
    assert list(flags) == [(crawling.pk, True), (other.pk, False)]


def test_findings_are_stored_with_severity_and_position(crawling):
    body = b"<title>x</title><h1>h</h1><img src=a.png><img src=b.png>"
    answer = response(f"{SITE}/", body=body, content_type="text/html")

    record(crawling, answer)

    found = crawling.findings.order_by("position")
    expected = examined(answer).findings
    assert [(f.check_id, f.evidence) for f in found] == [(f.check_id, f.text) for f in expected]
    assert [f.position for f in found] == list(range(len(expected)))
    images = found.filter(check_id="img_alt_missing")
    assert [(f.page.url, f.severity) for f in images] == [(f"{SITE}/", "warning")] * 2


@pytest.mark.parametrize(
    "media_type", ["application/pdf", "application/xhtml+xml", "text/plain", "text/xml", ""]
)
def test_only_html_pages_are_examined(crawling, media_type):
    answer = response(f"{SITE}/", body=b"<a href=/a>", content_type=media_type)

    record(crawling, answer)

    page = page_at(crawling, "/")
    assert (page.is_html, page.media_type, page.body_bytes) == (False, media_type, 11)
    assert crawling.pages.count() == 1


@pytest.mark.parametrize("nasty", ["\x00", "&#0;", "&#xD800;", "\\ud800"])
def test_text_that_no_database_holds_is_stored(crawling, nasty):
    body = (
        f"<html lang='{nasty}'><title>t{nasty}t</title><meta name=description content='{nasty}'>"
        f"<h1>{nasty}</h1><link rel=canonical href='/{nasty}'><a href='/a{nasty}'>{nasty}</a>"
        f"<img src='x{nasty}.png'>"
    )
    answer = response(f"{SITE}/", body=body.encode(), content_type="text/html")

    record(crawling, answer)

    assert page_at(crawling, "/").state == "done"
    assert Link.objects.count() == 1


def test_lone_surrogates_of_utf_16_are_stored(crawling):
    body = "<title>a\ud800b</title><a href='/a\udc00'>\udfff</a>".encode("utf-16", "surrogatepass")
    answer = response(f"{SITE}/", body=body, content_type="text/html; charset=utf-16")

    record(crawling, answer)

    assert page_at(crawling, "/").title == "a\ufffdb"


def test_page_that_could_not_be_parsed_says_so(crawling):
    body = b"<div>" * 200_000
    answer = response(f"{SITE}/", body=body, content_type="text/html")
    found = examined(answer)

    record_page(page_at(crawling, "/"), Visit(answer, found))

    page = page_at(crawling, "/")
    assert (page.state, page.parse_problem) == ("done", found.problem)
    assert found.problem != ""


def test_cut_body_is_said(crawling):
    answer = html(f"{SITE}/", body_state=BodyState.CUT)

    record(crawling, answer)

    page = page_at(crawling, "/")
    said = f"Only the first {len(answer.body)} bytes were read."
    assert (page.body_state, page.answer_problem) == ("cut", said)


def test_what_is_wrong_with_a_redirect_is_kept(crawling):
    record(crawling, html(f"{SITE}/", "/a"))

    record(crawling, redirect(f"{SITE}/a", "javascript:alert(1)"))

    page = page_at(crawling, "/a")
    said = "The redirect leads to something that is no web page: javascript:alert(1)"
    assert (page.redirect_url, page.answer_problem) == ("", said)


def test_answer_of_not_modified_to_a_whole_request_is_told(crawling):
    record(crawling, response(f"{SITE}/", 304))

    said = "It answered 304 (not modified), though it was asked for whole."
    assert page_at(crawling, "/").answer_problem == said


def test_body_of_a_firewalls_page_is_nobodys_problem(crawling):
    answer = html(f"{SITE}/", body_state=BodyState.CUT)

    record_page(page_at(crawling, "/"), Visit(answer, challenge=Challenge("Imperva", "a title")))

    assert page_at(crawling, "/").answer_problem == ""
