from __future__ import annotations

from hashlib import shake_256

import pytest

from crawls.engine.policy import SEOFIX
from crawls.engine.sitemap import read_sitemap
from crawls.models import AuditStep
from crawls.services import acknowledging, audits, files, lanes, sitemaps
from tests.crawls.services.answers import NO_ANSWER, SITE, html, redirect, response, urlset
from tests.crawls.services.driving import fresh, page_at, read_robots, record, states

SITEMAP = f"{SITE}/sitemap.xml"


@pytest.fixture
def audit(begin):
    """The seed has landed; its sitemap is to be read."""
    return landed(begin())


def landed(audit):
    record(audit, html(f"{SITE}/"))
    return audit


def step_of(audit, url=SITEMAP):
    return AuditStep.objects.select_related("audit").get(audit=audit, part=url)


def index(*locs):
    listed = "".join(f"<sitemap><loc>{loc}</loc></sitemap>" for loc in locs)
    return f"<sitemapindex>{listed}</sitemapindex>".encode()


def answer(audit, body, *, url=SITEMAP):
    sent = response(url, body=body)
    sitemap = read_sitemap(sent.body, sitemap_url=url, limits=SEOFIX.sitemaps)
    return files.record_sitemap(step_of(audit, url), sent, sitemap)


def test_urls_enter_at_depth_1_in_the_order_listed(audit):
    recorded = answer(audit, urlset([f"{SITE}/b", f"{SITE}/a"]))

    pages = audit.pages.filter(in_sitemap=True).order_by("id")
    assert [(p.url, p.depth, p.found_on) for p in pages] == [
        (f"{SITE}/b", 1, None),
        (f"{SITE}/a", 1, None),
    ]
    assert [entry.sequence for entry in recorded.entries] == [p.pk for p in pages]


def test_urls_of_other_sites_are_ignored(audit):
    answer(
        audit, urlset(["https://other.test/", f"{SITE}/a", "https://cdn.shop.test/x", "mailto:x@y"])
    )

    assert states(audit) == {"/": "done", "/a": "queued"}


def test_urls_are_read_relative_to_the_file(audit):
    answer(audit, urlset(["/a", "b#top"]))

    assert states(audit) == {"/": "done", "/a": "queued", "/b": "queued"}


def test_page_found_before_is_marked_and_not_admitted_again(audit):
    answer(audit, urlset([f"{SITE}/"]))

    assert page_at(audit, "/").in_sitemap is True
    assert fresh(audit).admitted == 1


def test_report_says_what_was_read(audit):
    answer(audit, urlset([f"{SITE}/a"]))

    assert step_of(audit).detail == {
        "status": 200,
        "kind": "urlset",
        "urls": 1,
        "bytes": len(urlset([f"{SITE}/a"])),
        "was_cut": False,
        "problems": [],
    }


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (NO_ANSWER, {"problems": ["No answer within 30 seconds."]}),
        (response(SITEMAP, 404), {"status": 404, "problems": ["There is no sitemap: status 404."]}),
    ],
)
def test_file_that_is_not_there_is_said_and_ends_the_crawl(audit, sent, said):
    files.record_sitemap(step_of(audit), sent, None)
    files.record_sitemap(step_of(audit), sent, None)

    assert (step_of(audit).state, step_of(audit).detail) == ("done", said)
    assert fresh(audit).end_state == "done"


@pytest.mark.parametrize("sent", [NO_ANSWER, response(SITEMAP, 503), response(SITEMAP, 429)])
def test_file_that_fails_in_passing_is_asked_for_once_more(audit, sent):
    recorded = files.record_sitemap(step_of(audit), sent, None)
    assert [entry.item for entry in recorded.entries] == [f"s{step_of(audit).pk}"]
    assert (step_of(audit).state, fresh(audit).slowdowns) == ("open", 1)

    answer(audit, urlset([f"{SITE}/a"]))

    assert states(audit) == {"/": "done", "/a": "queued"}


def test_file_that_keeps_failing_is_told(audit):
    for _ in range(2):
        files.record_sitemap(step_of(audit), response(SITEMAP, 503), None)

    said = {"status": 503, "problems": ["The sitemap cannot be had: status 503."]}
    assert (step_of(audit).state, step_of(audit).detail) == ("done", said)


def test_sitemap_that_redirects_within_the_site_is_followed(audit):
    files.record_sitemap(step_of(audit), redirect(SITEMAP, "/map.xml"), None)

    assert (step_of(audit).url, step_of(audit).state) == (f"{SITE}/map.xml", "open")


def test_sitemap_that_redirects_to_another_site_is_not_followed(audit):
    sent = redirect(SITEMAP, "https://cdn.test/map.xml")

    files.record_sitemap(step_of(audit), sent, None)

    assert (step_of(audit).state, step_of(audit).detail["status"]) == ("done", 301)


def test_sitemap_that_robots_txt_disallows_is_not_read(begin):
    audit = landed(begin(robots=b"User-agent: *\nDisallow: /sitemap.xml"))
    assert files.turn_of(step_of(audit)) is files.Turn.NEVER

    files.record_disallowed(step_of(audit))

    said = {"problems": ["robots.txt does not let us read this sitemap."]}
    assert (step_of(audit).state, step_of(audit).detail) == ("done", said)
    assert fresh(audit).pace_version == audit.pace_version + 1  # of the seed: nothing was sent


@pytest.mark.parametrize("rule", [b"", b"Disallow: /a", b"Disallow: /sitemap.xml$x"])
def test_sitemap_that_robots_txt_allows_is_read(begin, rule):
    audit = landed(begin(robots=b"User-agent: *\n" + rule))

    assert files.turn_of(step_of(audit)) is files.Turn.NOW


@pytest.mark.parametrize(
    ("robots", "turn"), [(b"User-agent: *\nDisallow: /h", "NEVER"), (b"", "NOW")]
)
def test_sitemap_on_the_twin_waits_for_the_robots_txt_of_the_twin(audit, robots, turn):
    answer(audit, index("https://www.shop.test/hidden.xml"))
    hidden = step_of(audit, "https://www.shop.test/hidden.xml")
    assert files.turn_of(hidden) is files.Turn.LATER

    recorded = files.put_off(hidden)

    asked = step_of(audit, "https://www.shop.test/robots.txt")
    first, second = sorted(recorded.entries, key=lambda entry: entry.score)
    assert (first.item, second.item) == (f"s{asked.pk}", f"s{hidden.pk}")
    assert fresh(audit).open_steps == 2
    assert files.put_off(hidden).entries == [second]  # nobody is asked twice

    read_robots(audit, robots, origin="https://www.shop.test")
    assert files.turn_of(hidden) is files.Turn[turn]


def test_robots_txt_itself_is_always_allowed(begin):
    audit = begin(robots=b"User-agent: *\nDisallow: /robots.txt")

    assert files.turn_of(step_of(audit, f"{SITE}/robots.txt")) is files.Turn.NOW


def test_index_opens_the_files_it_names(audit):
    recorded = answer(audit, index(f"{SITE}/1.xml", "/2.xml", f"{SITE}/1.xml"))

    opened = AuditStep.objects.open().filter(audit=audit).order_by("id")
    assert [step.part for step in opened] == [f"{SITE}/1.xml", f"{SITE}/2.xml"]
    assert [entry.item for entry in recorded.entries] == [f"s{step.pk}" for step in opened]
    assert fresh(audit).open_steps == 2
    assert fresh(audit).state == "crawling"


def test_index_opens_no_file_of_another_site(audit):
    answer(audit, index("https://other.test/1.xml"))

    assert AuditStep.objects.filter(audit=audit, kind="sitemap").count() == 1
    (problem,) = step_of(audit).detail["problems"]
    assert problem == (
        "Some addresses are on another site and not crawled "
        "(1, the first is https://other.test/1.xml)."
    )


def test_index_opens_at_most_fifty_files(audit):
    answer(audit, index(*(f"{SITE}/{n}.xml" for n in range(60))))

    assert AuditStep.objects.filter(audit=audit, kind="sitemap").count() == 50
    assert step_of(audit).detail["problems"] == [
        "At most 50 sitemap files of a site are read; the last 11 it names are not."
    ]


def test_index_of_an_index_shares_the_fifty_files(audit):
    answer(audit, index(*(f"/{n}.xml" for n in range(40))))

    answer(audit, index(*(f"/more/{n}.xml" for n in range(40))), url=f"{SITE}/0.xml")

    assert AuditStep.objects.filter(audit=audit, kind="sitemap").count() == 50


def test_index_with_a_very_long_address_gives_all_its_files(audit):
    long = f"{SITE}/{shake_256().hexdigest(3_500)}.xml"

    answer(audit, index("/1.xml", long, "/2.xml"))

    opened = AuditStep.objects.open().filter(audit=audit).order_by("id")
    assert [step.part for step in opened] == [f"{SITE}/1.xml", long, f"{SITE}/2.xml"]


def test_sitemap_with_a_nul_is_read_and_quoted(audit):
    answer(audit, b"https://shop.test/a\nno\x00address\nhttps://shop.test/b")

    assert states(audit) == {"/": "done", "/a": "queued", "/b": "queued"}
    assert step_of(audit).detail["problems"] == [
        "Some lines are no web addresses (1, the first is no\ufffdaddress)."
    ]


def test_index_that_names_itself_ends(audit):
    answer(audit, index(SITEMAP))

    assert (fresh(audit).state, fresh(audit).end_state) == ("checking", "done")


def test_sitemaps_of_an_audit_share_its_limits(audit):
    body = index("/1.xml", "/2.xml")
    answer(audit, body)
    first = urlset(["/a", "/b", "/c"])
    answer(audit, first, url=f"{SITE}/1.xml")

    left = sitemaps.limits_left(step_of(audit, f"{SITE}/2.xml"))

    whole = SEOFIX.sitemaps
    assert (left.files, left.urls) == (whole.files, whole.urls - 3)
    assert left.file_bytes == min(whole.file_bytes, whole.total_bytes - len(body) - len(first))


def test_sitemaps_that_used_up_the_bytes_leave_none(audit):
    answer(audit, index("/1.xml"))
    spent = SEOFIX.sitemaps.total_bytes + 1
    AuditStep.objects.filter(audit=audit, part=SITEMAP).update(detail={"urls": 1, "bytes": spent})

    assert sitemaps.limits_left(step_of(audit, f"{SITE}/1.xml")).file_bytes == 0


def test_long_sitemap_is_admitted_in_chunks(begin):
    audit = landed(begin(page_limit=2_400))
    locs = [f"{SITE}/{number:04}" for number in range(2_500)]

    recorded = answer(audit, urlset(locs))

    listed = audit.pages.filter(in_sitemap=True).order_by("id")
    assert list(listed.values_list("url", flat=True)) == locs
    assert audit.pages.queued().count() == 2_399
    assert (fresh(audit).admitted, listed.filter(state="over_limit").count()) == (2_400, 101)
    assert len(recorded.entries) == 399  # the last chunk's


def test_long_sitemap_is_crawled_in_the_order_listed(begin, frontier):
    audit = landed(begin(page_limit=5_000))
    lanes.refill(audit, audit.lane, frontier)
    while (lease := frontier.claim(audit.lane)).item != f"s{step_of(audit).pk}":
        frontier.ack(lease)
    recorded = answer(audit, urlset(f"/{number}" for number in range(2_100)))

    acknowledging.acknowledge(lease, recorded, frontier)

    assert frontier.claim(audit.lane).item == f"p{page_at(audit, '/0').pk}"
    assert frontier.claim(audit.lane).item == f"p{page_at(audit, '/1').pk}"


def test_chunks_before_a_crash_are_found_known_by_the_next_reading(begin):
    audit = landed(begin(page_limit=5_000))
    locs = [f"/{number}" for number in range(2_500)]
    body = urlset(locs)
    sitemap = read_sitemap(body, sitemap_url=SITEMAP, limits=SEOFIX.sitemaps)
    sitemaps.admit_early(step_of(audit), sitemap)
    assert fresh(audit).admitted == 2_001

    files.record_sitemap(step_of(audit), response(SITEMAP, body=body), sitemap)

    assert (fresh(audit).admitted, audit.pages.count()) == (2_501, 2_501)


def test_long_sitemap_of_a_cancelled_audit_admits_nothing(audit, frontier):
    step = step_of(audit)
    audits.cancel_audit(audit.pk, frontier)
    body = urlset(f"/{number}" for number in range(2_500))
    sitemap = read_sitemap(body, sitemap_url=SITEMAP, limits=SEOFIX.sitemaps)

    files.record_sitemap(step, response(SITEMAP, body=body), sitemap)

    assert states(audit) == {"/": "done"}
