"""The internal-link report of a small site that was crawled: figures, suggestions, and their end."""

from __future__ import annotations

import gzip

import pytest

from crawls.engine.graph import NoSuchLink
from crawls.models import AuditStep, PageLinks
from crawls.services import graph_reader, what_if
from crawls.services.errors import UnknownPage
from crawls.services.link_report import write_report
from tests.crawls.services.driving import check_all, fresh
from tests.crawls.services.wire.bells import HTML, ring_out
from tests.sites.misbehaving.behaviours import sized

MENU = "<nav><a href=/>Home</a> <a href=/chairs>Chairs</a></nav>"
CARE = "Every autumn we give the wax finish of old tables a second look."


def page(title, body, *, head=""):
    text = (
        f"<html lang=en><head><title>{title}</title>{head}</head><body>{MENU}{body}</body></html>"
    )
    return sized(HTML, body=text.encode())


def site(care=f"<p>{CARE}</p>"):
    sitemap = "<urlset><url><loc>/lost</loc></url></urlset>"
    return {
        "/": page("Workshop", "<p>Read <a href=/care>how we care</a>.</p>"),
        "/chairs": page("Chairs", "<p><a href=/old>Our oak chair</a> <a href=/gone>sale</a></p>"),
        "/care": page("Care", care),
        "/old": sized(b"Location: /oak", status=b"301 Moved Permanently"),
        "/oak": page("Oak chair", "<p><a href=/wax>here</a></p>"),
        "/wax": page("Wax finish", ""),
        "/lost": page("Lost page", ""),
        "/sitemap.xml": sized(body=sitemap.encode()),
    }


@pytest.fixture
def report(crawl, frontier):
    """Crawl the pages as InternalLinkingToolBot, and read what the report says."""

    def make(pages, server=None, **wanted):
        server, audit, shared = crawl(pages, server, policy="internal-linking", **wanted)
        ring_out(audit, shared)
        ended = check_all(audit, frontier)
        return server, ended, ended.steps.get(kind="link_report").detail

    return make


def path_of(url):
    return "/" + url.split("/", 3)[3]


def figures(audit):
    rows = PageLinks.objects.filter(page__audit=audit).select_related("page")
    return {
        path_of(row.page.url): (row.click_depth, row.inlinks, row.content_inlinks, row.outlinks)
        for row in rows
    }


def suggested(audit):
    rows = audit.suggestions.select_related("source", "target").order_by("source_id", "target_id")
    return [
        (path_of(row.source.url), path_of(row.target.url), row.words, row.sentence, row.state)
        for row in rows
    ]


def test_every_page_has_its_place_in_the_graph(report):
    _, audit, told = report(site())

    assert figures(audit) == {
        "/": (0, 5, 0, 2),
        "/chairs": (1, 5, 0, 3),  # to the home page, the oak chair and what is gone
        "/care": (1, 1, 1, 2),
        "/oak": (2, 1, 1, 3),
        "/wax": (3, 1, 1, 2),
        "/lost": (None, 0, 0, 2),
    }
    assert (audit.kind, audit.credits) == ("links", 0)
    assert round(sum(PageLinks.objects.values_list("page_rank", flat=True)), 9) == 1
    assert (told["is_complete"], told["pages"], told["max_depth"]) == (True, 6, 3)
    claims = {
        name: [path_of(url) for url in claim["pages"]] for name, claim in told["claims"].items()
    }
    assert claims["orphans"] == ["/lost"]
    assert claims["single_inlink"] == ["/care", "/oak", "/wax"]
    assert claims["dead_ends"] == []
    assert [(path_of(one["target"]), one["ending"]) for one in told["broken"]] == [
        ("/gone", "error")
    ]
    assert [
        (path_of(one["target"]), path_of(one["final"]), one["hops"]) for one in told["redirecting"]
    ] == [("/old", "/oak", 1)]
    assert [(path_of(one["target"]), one["text"]) for one in told["generic_anchors"]] == [
        ("/wax", "here")
    ]


def test_link_that_is_worth_setting_is_suggested_and_closed_when_it_is_there(report):
    pages = site()
    server, first, told = report(pages)
    assert told["suggestions"] == 1
    assert suggested(first) == [("/care", "/wax", "wax finish", CARE, "open")]

    linked = CARE.replace("wax finish", "<a href=/wax>wax finish</a>")
    pages["/care"] = page("Care", f"<p>{linked}</p>")
    _, second, told = report(pages, server)

    assert (told["suggestions"], suggested(second)) == (0, [])
    assert suggested(first) == [("/care", "/wax", "wax finish", CARE, "closed")]
    assert first.suggestions.get().closed_by == second


def test_suggestion_stays_open_while_the_link_is_missing(report):
    server, first, _ = report(pages := site())

    _, second, _ = report(pages, server)

    assert [one.state for one in (first.suggestions.get(), second.suggestions.get())] == [
        "open"
    ] * 2


def step_of(audit):
    return AuditStep.objects.select_related("audit").get(audit=audit, kind="link_report")


def test_links_are_read_in_chunks_of_any_size(report, monkeypatch):
    monkeypatch.setattr(graph_reader, "CHUNK", 2)

    _, _, told = report(site())

    assert (told["links"], told["max_depth"]) == (16, 3)


def test_report_made_twice_is_the_same(report):
    _, audit, told = report(site())
    before = (figures(audit), suggested(audit))

    again = write_report(step_of(audit))

    assert again == told
    assert (figures(audit), suggested(audit)) == before


def test_nothing_is_claimed_of_a_site_that_was_read_in_part(report):
    _, audit, told = report(site(), page_limit=4)

    assert (fresh(audit).state, told["is_complete"]) == ("partial", False)
    assert {claim["certainty"] for claim in told["claims"].values()} == {"inconclusive"}


def test_audit_that_read_no_page_reports_nothing(report):
    refuses = sized(body=b"User-agent: *\nDisallow: /")

    _, audit, told = report({"/robots.txt": refuses})

    assert (audit.state, told["pages"], told["max_depth"]) == ("failed", 0, None)
    assert not PageLinks.objects.exists()


def test_other_bot_makes_no_such_report(crawl, frontier):
    _, audit, shared = crawl(site())
    ring_out(audit, shared)

    check_all(audit, frontier)

    assert not audit.steps.filter(kind="link_report").exists()
    assert not PageLinks.objects.exists()


def test_links_added_and_removed_change_depths_and_orphans(report):
    _, audit, _ = report(site())

    what = what_if.simulate(
        audit, add=[("/", "/lost"), ("/", "/wax")], remove=[("/chairs", "/old")]
    )

    ids = {path_of(page.url): page.pk for page in audit.pages.all()}
    depths = {change.page_id: (change.depth_before, change.depth_after) for change in what.changes}
    unreached = -1
    assert {path: depths[ids[path]] for path in ("/lost", "/wax", "/oak")} == {
        "/lost": (unreached, 1),
        "/wax": (3, 1),
        "/oak": (2, unreached),
    }
    assert (what.ended_orphans, what.new_orphans) == ((ids["/lost"],), (ids["/oak"],))
    assert what.certainty == "fact"


@pytest.mark.parametrize(
    ("links", "error", "said"),
    [
        ([("/", "/nowhere")], UnknownPage, "The audit does not know "),
        ([("mailto:x@y.test", "/")], UnknownPage, "'mailto:x@y.test' is no web address."),
        ([("/gone", "/")], NoSuchLink, " did not answer with a page that can link"),
    ],
)
def test_what_cannot_be_simulated_is_said(report, links, error, said):
    _, audit, _ = report(site())

    with pytest.raises(error) as raised:
        what_if.simulate(audit, add=links)

    assert said in str(raised.value)


@pytest.mark.parametrize(
    "hub",
    [
        sized(HTML, body=b"<div>" * 40_000),
        sized(HTML, b"Content-Encoding: gzip", body=gzip.compress(b"<a href=/x>x</a>")[:-8]),
    ],
    ids=["not parsed", "ends early"],
)
def test_page_that_was_not_read_whole_may_lead_anywhere(report, hub):
    _, audit, told = report(site() | {"/care": hub})

    assert (audit.state, told["is_complete"]) == ("done", False)
    assert {claim["certainty"] for claim in told["claims"].values()} == {"inconclusive"}
    assert told["claims"]["dead_ends"]["count"] == 0
