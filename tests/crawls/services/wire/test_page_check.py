"""A check of one page: that page and no other, whatever robots.txt says of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from billing.models import Account
from crawls.models import Audit, BlockedHost, Page, PageCheck
from crawls.services.errors import HostBlocklisted, InvalidSeed, SeedNotAllowed, TooManyChecks
from crawls.services.page_check import check_page
from tests.crawls.services.wire.bells import HTML, paths_of
from tests.sites.misbehaving.behaviours import sized

BARE = sized(HTML, body=b"<html><head><title>Oak</title></head><body><h1>Oak</h1></body></html>")
WALL = sized(b"Server: cloudflare", b"cf-mitigated: challenge", status=b"403 Forbidden")
ROBOTS = sized(body=b"User-agent: *\nDisallow: /")


@pytest.fixture
def check(crawl, account):
    """Check a path of a served site."""

    def begin(pages):
        server, _, shared = crawl(pages)
        return server, lambda path, who=account: check_page(
            who.pk, server.url + path.lstrip("/"), shared
        )

    return begin


def test_page_is_fetched_alone_and_checked_whatever_robots_txt_says(check):
    server, of = check({"/oak": BARE, "/robots.txt": ROBOTS})

    found = of("/oak")

    assert paths_of(server) == ["/oak"]
    assert (found.status, found.problem, found.is_indexable) == (200, "", True)
    assert (found.page.title, found.page.url) == ("Oak", found.url)
    assert [(one.check_id, str(one.severity)) for one in found.findings] == [
        ("description_missing", "notice"),
        ("lang_missing", "warning"),
        ("viewport_missing", "warning"),
    ]
    assert not Page.objects.exclude(audit=Audit.objects.get()).exists()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (sized(b"Location: /b", status=b"301 Moved"), (301, "It redirects.", "/b")),
        (sized(b"Location: ftp://x/", status=b"302 Found"), (302, None, "")),
        (sized(status=b"404 Not Found"), (404, None, "")),
        (
            sized(b"Content-Type: application/pdf", body=b"%PDF"),
            (200, "It answered 200 with application/pdf, which is no page to check.", ""),
        ),
        (
            WALL,
            (
                403,
                "A firewall (Cloudflare) answered in its place: header cf-mitigated: challenge.",
                "",
            ),
        ),
    ],
    ids=["redirect", "redirect elsewhere", "missing", "file", "firewall"],
)
def test_what_is_no_page_says_what_it_is(check, answer, said):
    server, of = check({"/a": answer, "/b": BARE})
    status, problem, target = said

    found = of("/a")

    assert (found.status, found.page, found.findings) == (status, None, ())
    assert found.redirect_url == (server.url.rstrip("/") + target if target else "")
    assert found.problem == problem if problem else found.problem != ""
    assert paths_of(server) == ["/a"]


@pytest.mark.parametrize(
    ("text", "error"), [("nonsense", InvalidSeed), ("http://10.0.0.1/", SeedNotAllowed)]
)
def test_what_is_never_fetched_is_refused_and_not_counted(crawl, account, text, error):
    _, _, shared = crawl({})

    with pytest.raises(error):
        check_page(account.pk, text, shared)

    assert not PageCheck.objects.exists()


def test_host_that_asked_not_to_be_visited_is_not(check):
    server, of = check({"/": BARE})
    BlockedHost.objects.create(site_key=server.authority)

    with pytest.raises(HostBlocklisted):
        of("/")

    assert server.requests == []


def test_account_has_ten_checks_a_minute(check, account):
    server, of = check({})
    other = Account.objects.create(name="Grace")
    checks = [PageCheck(account=account, url="x", created_at=at) for at in seconds_ago(*range(10))]
    PageCheck.objects.bulk_create(checks)

    with pytest.raises(TooManyChecks, match=r"may check 10 pages a minute; the next in 5[01] s\."):
        of("/")
    assert server.requests == []

    of("/", other)
    PageCheck.objects.filter(pk=checks[-1].pk).update(created_at=seconds_ago(61)[0])
    of("/")
    assert paths_of(server) == ["/", "/"]


def test_wait_that_is_named_is_long_enough(check, account):
    _, of = check({})
    PageCheck.objects.bulk_create(
        PageCheck(account=account, url="x", created_at=at) for at in seconds_ago(*[9.7] * 10)
    )
    with pytest.raises(TooManyChecks) as refused:
        of("/")

    named = timedelta(seconds=int(str(refused.value).split()[-2]))
    PageCheck.objects.update(created_at=F("created_at") - named)
    assert of("/").status == 404


def test_checks_that_count_no_more_are_not_kept(check, account):
    _, of = check({})
    other = Account.objects.create(name="Grace")
    for who in (account, other):
        PageCheck.objects.create(account=who, url="old", created_at=seconds_ago(61)[0])

    of("/")

    kept = PageCheck.objects.filter(account=account).values_list("url", flat=True)
    assert [url.rpartition("/")[2] for url in kept] == [""]
    assert PageCheck.objects.filter(account=other).count() == 1


def seconds_ago(*numbers):
    now = timezone.now()
    return [now - timedelta(seconds=number) for number in numbers]
