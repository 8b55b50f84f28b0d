from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from crawls.frontier.base import Entry
from crawls.models import AuditStep, Page, PageState, StepKind
from crawls.services import admission
from crawls.services.admission import Found
from crawls.services.page_insert import NewPage
from tests.crawls.services.answers import SITE
from tests.crawls.services.driving import fresh, locked, page_at, read_robots, states


def admit(audit, *paths, depth=1, **how):
    with locked(audit) as row:
        return admission.admit(row, [Found(_url(path), depth, **how) for path in paths])


def _url(path):
    return SITE + path if path.startswith("/") else path


@pytest.mark.parametrize(
    ("url", "depth", "stored"),
    [
        ("https://shop.test/shoes?size=9", 1, True),
        ("http://shop.test/", 1, True),
        ("https://www.shop.test/", 1, True),
        ("https://shop.test/deep", 25, True),
        ("https://shop.test/deeper", 26, False),
        ("https://cdn.shop.test/", 1, False),
        ("https://shop.test:8443/", 1, False),
        ("https://other.test/", 1, False),
        ("https://shop.test/cdn-cgi/trace", 1, False),
    ],
)
def test_admission_stores_what_is_in_scope(crawling, url, depth, stored):
    admit(crawling, url, depth=depth)

    assert Page.objects.filter(audit=crawling, url=url).exists() is stored


def test_admission_takes_a_url_once_within_a_batch_at_its_first_place(crawling):
    with locked(crawling) as row:
        admission.admit(row, [Found(_url("/b"), 1), Found(_url("/a"), 2), Found(_url("/b"), 3)])

    pages = Page.objects.filter(audit=crawling, depth__gt=0).order_by("id")
    assert [(page.url, page.depth) for page in pages] == [(_url("/b"), 1), (_url("/a"), 2)]
    assert fresh(crawling).admitted == 3


def test_admission_takes_a_url_once_over_batches(crawling):
    admit(crawling, "/a", "/b")

    entries = admit(crawling, "/b", "/c", "/", depth=2)

    page = page_at(crawling, "/c")
    assert entries == [Entry(f"p{page.pk}", rank=5, sequence=page.pk)]
    assert fresh(crawling).admitted == 4


def test_admission_returns_entries_in_the_order_found(crawling):
    entries = admit(crawling, "/c", "/a", "/b")

    ids = [page_at(crawling, path).pk for path in ("/c", "/a", "/b")]
    assert entries == [Entry(f"p{pk}", rank=3, sequence=pk) for pk in ids]
    assert ids == sorted(ids)


def test_admission_is_of_one_audit_only(crawling, begin):
    other = begin("https://other.test/")
    admit(crawling, "/a")

    assert [page.url for page in other.pages.all()] == ["https://other.test/"]


@pytest.mark.parametrize("known", [0, 40, 100])
def test_admission_of_a_page_is_one_round_trip(crawling, known):
    paths = [f"/{number}" for number in range(100)]
    admit(crawling, *paths[:known])

    with locked(crawling) as row, CaptureQueriesContext(connection) as queries:
        admission.admit(row, [Found(_url(path), 1) for path in paths])

    assert len(queries) == 1
    assert fresh(crawling).admitted == 100


def test_known_page_that_a_sitemap_lists_is_marked_so_and_no_other(crawling):
    admit(crawling, "/a", "/b", depth=1)

    with locked(crawling) as row:
        found = [Found(_url("/a"), 1, in_sitemap=True), Found(_url("/b"), 1)]
        entries = admission.admit(row, found)

    pages = [
        (page_at(crawling, path).in_sitemap, page_at(crawling, path).depth) for path in ["/a", "/b"]
    ]
    assert (entries, pages) == ([], [(True, 1), (False, 1)])


def test_known_page_found_nearer_to_the_start_has_that_depth_and_turn(crawling):
    admit(crawling, "/a", "/b", "/c", depth=9)
    Page.objects.filter(pk=page_at(crawling, "/c").pk).update(has_been_retried=True, rank=20)

    admit(crawling, "/a", "/c", depth=2)
    admit(crawling, "/b", depth=12)

    pages = [page_at(crawling, path) for path in ("/a", "/b", "/c")]
    assert [(page.depth, page.rank) for page in pages] == [(2, 5), (9, 19), (2, 20)]


def test_page_found_nearer_is_found_on_the_page_nearer(crawling):
    admit(crawling, "/far", "/near", depth=3)
    far, near = page_at(crawling, "/far"), page_at(crawling, "/near")
    with locked(crawling) as row:
        admission.admit(row, [Found(_url("/x"), 9, found_on_id=far.pk)])
        admission.admit(row, [Found(_url("/x"), 4, found_on_id=near.pk)])
        admission.admit(row, [Found(_url("/x"), 5, found_on_id=far.pk)])
    assert page_at(crawling, "/x").found_on == near

    with locked(crawling) as row:
        admission.admit(row, [Found(_url("/x"), 1, in_sitemap=True)])
    assert (page_at(crawling, "/x").depth, page_at(crawling, "/x").found_on) == (1, near)


def test_every_column_that_is_not_given_holds_its_default(crawling):
    admit(crawling, "/a")

    made, blank = page_at(crawling, "/a"), Page()
    others = {
        field.attname
        for field in Page._meta.concrete_fields
        if field.attname not in {*NewPage._fields, "id", "audit_id"}
    }
    assert {name: getattr(made, name) for name in others} == {
        name: getattr(blank, name) for name in others
    }


def test_page_limit_stores_the_rest_and_never_queues_it(begin):
    audit = begin(page_limit=3)

    entries = admit(audit, "/a", "/b", "/c", "/d")

    assert states(audit) == {
        "/": "queued",
        "/a": "queued",
        "/b": "queued",
        "/c": "over_limit",
        "/d": "over_limit",
    }
    assert [entry.sequence for entry in entries] == [page_at(audit, p).pk for p in ("/a", "/b")]
    assert fresh(audit).admitted == 3


def test_robots_refusal_is_stored_with_line_and_rule(begin):
    audit = begin(robots=b"User-agent: *\n\nDisallow: /private\n")

    entries = admit(audit, "/private/a")

    page = page_at(audit, "/private/a")
    assert (page.state, page.skip_reason) == ("skipped", "robots")
    assert page.skip_detail == "robots.txt line 3: Disallow: /private"
    assert entries == []
    assert fresh(audit).admitted == 1


def test_robots_rule_with_a_nul_is_storable(begin):
    audit = begin(robots=b"User-agent: *\nDisallow: /p\x00")

    admit(audit, "/p%00")

    assert page_at(audit, "/p%00").skip_detail == "robots.txt line 2: Disallow: /p\ufffd"


def test_sitemap_flag_is_set_on_a_page_found_before(crawling):
    admit(crawling, "/a", "/b")

    entries = admit(crawling, "/a", in_sitemap=True)

    flags = {p.url: p.in_sitemap for p in crawling.pages.all()}
    assert flags == {_url("/"): False, _url("/a"): True, _url("/b"): False}
    assert entries == []


def test_sitemap_flag_stays_when_a_link_names_the_page_again(crawling):
    admit(crawling, "/a", in_sitemap=True)

    admit(crawling, "/a")

    assert page_at(crawling, "/a").in_sitemap is True


def test_pages_wait_discovered_until_robots_txt_is_read(crawling):
    entries = admit(crawling, "https://www.shop.test/a", "https://www.shop.test/b")

    step = AuditStep.objects.get(audit=crawling, part="https://www.shop.test/robots.txt")
    assert entries == [Entry(f"s{step.pk}", rank=0, sequence=step.pk)]
    assert states(crawling)["https://www.shop.test/a"] == PageState.DISCOVERED
    assert fresh(crawling).admitted == 1
    assert fresh(crawling).open_steps == 1


def test_robots_step_is_opened_once_for_an_origin(crawling):
    admit(crawling, "http://shop.test/a", "http://shop.test/b")
    admit(crawling, "http://shop.test/c")

    parts = (
        crawling.steps.filter(kind=StepKind.ROBOTS).order_by("id").values_list("part", flat=True)
    )
    assert list(parts) == ["https://shop.test/robots.txt", "http://shop.test/robots.txt"]
    assert fresh(crawling).open_steps == 1


def test_discovered_pages_are_settled_shallowest_first(begin):
    audit = begin(page_limit=3)
    admit(audit, "http://shop.test/deep", depth=3)
    admit(audit, "http://shop.test/a", "http://shop.test/no", "http://shop.test/b", depth=1)

    robots = b"User-agent: *\nDisallow: /no"
    recorded = read_robots(audit, robots, origin="http://shop.test")

    assert states(audit) == {
        "/": "queued",
        "http://shop.test/deep": "over_limit",
        "http://shop.test/a": "queued",
        "http://shop.test/no": "skipped",
        "http://shop.test/b": "queued",
    }
    ids = [page_at(audit, f"http://shop.test/{path}").pk for path in "ab"]
    assert [entry.sequence for entry in recorded.entries] == ids


def test_readmit_takes_exactly_one_url_from_over_the_limit(begin):
    audit = begin(page_limit=1)
    admit(audit, "/deep", depth=2)
    admit(audit, "/a", "/b", depth=1)

    with locked(audit) as row:
        entries = admission.readmit(row, 1)

    assert [entry.sequence for entry in entries] == [page_at(audit, "/a").pk]
    assert states(audit) == {
        "/": "queued",
        "/deep": "over_limit",
        "/a": "queued",
        "/b": "over_limit",
    }
    assert fresh(audit).admitted == 1


def test_readmit_with_nothing_over_the_limit_frees_the_place(crawling):
    with locked(crawling) as row:
        entries = admission.readmit(row, 1)

    assert (entries, fresh(crawling).admitted) == ([], 0)
