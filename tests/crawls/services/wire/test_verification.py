"""Proving who owns a site, against real servers: a web server, and a name server."""

from __future__ import annotations

import gzip
from datetime import timedelta

import dns.rcode
import pytest
from django.core import mail
from django.utils import timezone

from crawls.engine import urls
from crawls.engine.ownership import FILE_PATH, NAME, Proof
from crawls.models import BlockedHost, Method, Notice, Site
from crawls.services import notices, verification
from tests.crawls.services.wire.bells import HTML, paths_of
from tests.sites.misbehaving.behaviours import sized
from tests.sites.names import NameServer

DNS, META, FILE = Method


@pytest.fixture
def owned(site, crawl, account):
    """A site of a served host, and a look at it."""

    def begin(pages, seed="/"):
        server, _, shared = crawl(pages)
        url = server.url + seed.lstrip("/")
        made, _ = Site.objects.get_or_create(
            account=account, seed_url=url, defaults={"key": urls.site_key(url)}
        )
        made.refresh_from_db()
        return server, made, shared

    return begin


def meta(token, *, tag="head"):
    held = f'<meta name="{NAME}" content="{token}">'
    return sized(HTML, body=f"<html><{tag}>{held}</{tag}></html>".encode())


def text(body):
    return sized(b"Content-Type: text/plain", body=body.encode())


def stored(site):
    site.refresh_from_db()
    return site.is_verified, site.verified_by


def test_token_is_made_once_and_is_nobody_elses(owned, account):
    _, site, _ = owned({})
    other = Site.objects.create(account=account, seed_url="https://other.test/", key="other.test")

    tokens = {verification.token_of(Site.objects.get(pk=site.pk)) for _ in range(3)}

    assert len(tokens) == 1
    assert len(tokens | {verification.token_of(other)}) == 2
    assert len(tokens.pop()) == 43


@pytest.mark.parametrize("method", [META, FILE])
def test_right_token_proves_the_owner(owned, method):
    pages = {}
    server, site, shared = owned(pages)
    token = verification.token_of(site)
    pages |= {"/": meta(token), FILE_PATH: text(token)}

    found = verification.verify(site, method, shared)

    path = "/" if method is META else FILE_PATH
    assert (found.proof, found.may_crawl) == (Proof.FOUND, True)
    assert found.text == f"{server.url.rstrip('/')}{path} has the token."
    assert stored(site) == (True, method)
    assert paths_of(server) == [path]


PLACES = {
    "wrong token in the head": (META, {"/": meta("guess")}),
    "no meta tag": (META, {"/": sized(HTML, body=b"<title>Shop</title>")}),
    "no page": (META, {}),
    "wrong token in the file": (FILE, {FILE_PATH: text("guess")}),
    "no file": (FILE, {}),
    "page in place of the file": (FILE, {FILE_PATH: sized(HTML, body=b"<h1>Not found</h1>")}),
    "long file": (FILE, {FILE_PATH: text("x" * 10_000_000)}),
}


@pytest.mark.parametrize("place", PLACES)
def test_anything_else_proves_nothing(owned, place):
    method, pages = PLACES[place]
    _, site, shared = owned(pages)

    found = verification.verify(site, method, shared)

    assert (found.proof, found.may_crawl) == (Proof.MISSING, False)
    assert stored(site) == (False, "")


@pytest.mark.parametrize(
    "hidden",
    [
        lambda token: meta(token, tag="body"),
        lambda token: sized(
            HTML, body=f'<head><!-- <meta name="{NAME}" content="{token}"> -->'.encode()
        ),
        lambda token: sized(
            HTML, body=f"<body><textarea><meta name={NAME} content={token}></textarea>".encode()
        ),
    ],
    ids=["in the body", "in a comment", "in what a visitor wrote"],
)
def test_meta_tag_counts_in_the_head_alone(owned, hidden):
    pages = {}
    _, site, shared = owned(pages)
    pages["/"] = hidden(verification.token_of(site))

    assert verification.verify(site, META, shared).proof is Proof.MISSING


@pytest.mark.parametrize("media_type", ["text/plain", "application/json"])
def test_page_that_is_no_html_has_no_meta_tag(owned, media_type):
    pages = {}
    _, site, shared = owned(pages)
    held = f'<meta name="{NAME}" content="{verification.token_of(site)}">'
    pages["/"] = sized(f"Content-Type: {media_type}".encode(), body=held.encode())

    found = verification.verify(site, META, shared)

    assert found.proof is Proof.MISSING
    assert found.text.endswith(f" answered with {media_type}, which is no HTML page.")


def test_file_that_goes_on_after_the_token_is_no_proof(owned):
    pages = {}
    _, site, shared = owned(pages)
    pages[FILE_PATH] = text(verification.token_of(site) + " " * 2_000 + "and more")

    assert verification.verify(site, FILE, shared).proof is Proof.MISSING


def to(url):
    return sized(f"Location: {url}".encode(), status=b"302 Found")


def test_redirect_within_the_site_leads_to_the_proof_and_one_off_it_to_none(owned):
    pages = {}
    _, site, shared = owned(pages)
    token = verification.token_of(site)
    pages |= {"/": to("/en"), "/en": meta(token), FILE_PATH: to("https://files.test/token.txt")}

    assert verification.verify(site, META, shared).proof is Proof.FOUND
    assert verification.verify(site, FILE, shared).proof is Proof.MISSING
    assert stored(site) == (True, META)  # what one method proved is not lost for want of another


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (sized(status=b"503 Busy"), "answered 503."),
        (sized(status=b"408 Request Timeout"), "answered 408."),
        (sized(status=b"429 Slow"), "answered 429."),
        (sized(status=b"430 Slow"), "answered 430."),
        (
            sized(HTML, b"cf-mitigated: challenge", status=b"403 Forbidden", body=b"<p>Wait"),
            "could not be read: a firewall (Cloudflare) answered.",
        ),
        (
            sized(HTML, b"Content-Encoding: gzip", body=gzip.compress(b"<title>Shop</title>")[:-9]),
            "could not be read: The compressed body ends early.",
        ),
        (sized(HTML, body=b"<p " + b"a=1 " * 3_000 + b">"), "could not be read."),
    ],
)
def test_host_in_trouble_says_nothing(owned, answer, said):
    _, site, shared = owned({"/": answer})

    found = verification.verify(site, META, shared)

    assert (found.proof, found.text.endswith(said)) == (Proof.UNKNOWN, True)


@pytest.fixture
def verified(owned):
    """A site that a meta tag proved yesterday, and its pages to change."""
    pages = {}
    _, site, shared = owned(pages)
    pages["/"] = meta(verification.token_of(site))
    verification.verify(site, META, shared)
    yesterday = timezone.now() - timedelta(days=1)
    Site.objects.filter(pk=site.pk).update(verified_at=yesterday)
    return pages, site, shared


def test_proof_that_was_removed_is_lost_and_told_once(verified, account, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    account.email = "ada@example.test"
    account.save()
    pages, site, shared = verified
    del pages["/"]

    found = [verification.recheck(site, shared) for _ in range(2)]

    assert [one.may_crawl for one in found] == [False, False]
    assert stored(site) == (False, META)
    notice = Notice.objects.get()
    assert notice.subject == f"{site.seed_url} is not verified any more"
    notices.send(notice.pk)
    notices.send(notice.pk)
    assert [(one.to, one.subject) for one in mail.outbox] == [
        (["ada@example.test"], notice.subject)
    ]


def test_proof_that_is_put_back_counts_again(verified):
    pages, site, shared = verified
    page = pages.pop("/")
    verification.recheck(site, shared)

    pages["/"] = page

    assert verification.recheck(site, shared).may_crawl is True
    assert stored(site) == (True, META)


@pytest.mark.parametrize(("days", "may_crawl"), [(7, True), (9, False)])
def test_proof_that_cannot_be_checked_holds_for_a_week_and_a_day(verified, days, may_crawl):
    pages, site, shared = verified
    pages["/"] = sized(status=b"503 Busy")
    past = timezone.now() - timedelta(days=days)
    Site.objects.filter(pk=site.pk).update(verified_at=past)

    found = verification.recheck(site, shared)

    assert (found.proof, found.may_crawl) == (Proof.UNKNOWN, may_crawl)
    assert stored(site) == (True, META)
    assert not Notice.objects.exists()


def test_recheck_finds_a_proof_that_moved(verified):
    pages, site, shared = verified
    del pages["/"]
    pages[FILE_PATH] = text(verification.token_of(site))

    assert verification.recheck(site, shared).may_crawl is True
    assert stored(site) == (True, FILE)


def test_host_that_asked_not_to_be_visited_is_not(owned):
    server, site, shared = owned({})
    BlockedHost.objects.create(site_key=site.key)

    found = verification.verify(site, META, shared)

    assert found.text == "127.0.0.1 asked not to be visited by our crawlers."
    assert server.requests == []


@pytest.fixture
def named(account, settings):
    """A site at a name, and a name server that says what the test wants of it."""
    servers = []

    def begin(records, seed="https://shop.test/", **options):
        site = Site.objects.create(account=account, seed_url=seed, key=urls.site_key(seed))
        token = verification.token_of(site)
        given = {
            name: [[part.format(token=token) for part in value] for value in values]
            if not isinstance(values, int)
            else values
            for name, values in records.items()
        }
        servers.append(NameServer(given, **options))
        settings.DNS_SERVERS = (servers[-1].address,)
        return servers[-1], site

    yield begin
    for server in servers:
        server.close()


RIGHT = f"{NAME}={{token}}"


@pytest.mark.parametrize(
    ("records", "proof"),
    [
        ({"shop.test": [[RIGHT]]}, Proof.FOUND),
        ({"shop.test": [["v=spf1 -all"], [RIGHT]]}, Proof.FOUND),
        ({"shop.test": [[NAME + "=", "{token}"]]}, Proof.FOUND),
        ({"www.shop.test": [[RIGHT]]}, Proof.FOUND),
        ({"shop.test": [[NAME + "=guess"]]}, Proof.MISSING),
        ({"blog.shop.test": [[RIGHT]]}, Proof.MISSING),
        ({}, Proof.MISSING),
        ({"shop.test": int(dns.rcode.SERVFAIL)}, Proof.UNKNOWN),
    ],
    ids=["right", "among others", "split", "twin", "wrong", "subdomain", "no name", "error"],
)
def test_record_of_the_site_or_its_twin_proves_the_owner(named, records, proof):
    server, site = named(records)

    found = verification.verify(site, DNS, shared=None)

    assert found.proof is proof
    assert stored(site) == ((True, DNS) if proof is Proof.FOUND else (False, ""))
    assert set(server.asked) <= {"shop.test", "www.shop.test"}


def test_record_that_was_removed_is_lost(named):
    server, site = named({"shop.test": [[RIGHT]]})
    verification.verify(site, DNS, shared=None)
    server.records = {}

    verification.verify(site, DNS, shared=None)

    assert stored(site) == (False, DNS)


def test_address_has_no_records(named):
    server, site = named({}, seed="http://192.0.2.7/")

    assert verification.verify(site, DNS, shared=None).text == "192.0.2.7 has no TXT records."
    assert server.asked == []
