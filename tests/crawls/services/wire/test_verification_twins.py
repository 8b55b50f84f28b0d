"""Proving who owns a site that has names: its host, its `www` twin, and other people's hosts."""

from __future__ import annotations

import socket
from functools import partial

import pytest

from crawls.engine import urls
from crawls.engine.ownership import FILE_PATH, NAME, Proof
from crawls.engine.policy import SEOFIX
from crawls.fetch.client import Fetcher
from crawls.models import Method, Site
from crawls.services import verification
from crawls.services.crawling import Collaborators
from tests.crawls.services.wire.bells import HTML, NOT_FOUND
from tests.sites.misbehaving.behaviours import sized
from tests.sites.misbehaving.server import MisbehavingServer

META, FILE = Method.META, Method.FILE
HOST, TWIN, OTHER = "shop.test", "www.shop.test", "other.test"
NOBODY_HERE = "127.0.0.2"  # our server listens on 127.0.0.1 alone
PLACES = {META: "/", FILE: FILE_PATH}


def host_and_path(head):
    line, *fields = head.decode().split("\r\n")
    host = next(field[5:].strip() for field in fields if field.lower().startswith("host:"))
    return host.partition(":")[0], line.split(" ")[1]


def resolved(addresses, name, port, **_):
    """As socket.getaddrinfo, for names that the test made up."""
    address = addresses.get(name.removesuffix("."))
    if address is None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]


@pytest.fixture
def named(account, frontier, parsers, settings):
    """A site with a name. `pages` are by host and path, `addresses` by name; what is missing there
    answers 404, or does not exist.
    """
    opened = []

    def begin(pages, *, path="/", addresses=None, is_exempt=True):
        def behave(connection, head):
            connection.sendall(pages.get(host_and_path(head), NOT_FOUND))
            return True

        server = MisbehavingServer(behave)
        exempt = frozenset(f"{name}:{server.port}" for name in (HOST, TWIN, OTHER))
        settings.SEOFIX_ALLOW_HOSTS = exempt if is_exempt else frozenset()
        known = dict.fromkeys((HOST, TWIN, OTHER), "127.0.0.1") | (addresses or {})
        fetcher = Fetcher(
            user_agent=SEOFIX.user_agent,
            limits=SEOFIX.fetch,
            allow_hosts=settings.SEOFIX_ALLOW_HOSTS,
            resolve=partial(resolved, known),
        )
        opened.extend((fetcher, server))
        seed = f"http://{HOST}:{server.port}{path}" if is_exempt else f"http://{HOST}{path}"
        site = Site.objects.create(account=account, seed_url=seed, key=urls.site_key(seed))
        return server, site, Collaborators(frontier, lambda _: fetcher, parsers)

    yield begin
    for one in opened:
        one.close()


def proof(method, token):
    if method is FILE:
        return sized(b"Content-Type: text/plain", body=token.encode())
    return sized(HTML, body=f'<meta name="{NAME}" content="{token}">'.encode())


def to(url):
    return sized(f"Location: {url}".encode(), status=b"301 Moved Permanently")


def asked(server):
    return [host_and_path(head) for head in server.requests]


both = pytest.mark.parametrize("method", [META, FILE])


@both
def test_proof_on_the_host_is_enough_and_the_twin_is_left_alone(named, method):
    pages = {}
    server, site, shared = named(pages)
    pages[HOST, PLACES[method]] = proof(method, verification.token_of(site))

    assert verification.verify(site, method, shared).proof is Proof.FOUND
    assert asked(server) == [(HOST, PLACES[method])]


@both
def test_proof_on_the_twin_is_the_sites_own(named, method):
    pages = {}
    server, site, shared = named(pages)
    pages[TWIN, PLACES[method]] = proof(method, verification.token_of(site))

    found = verification.verify(site, method, shared)

    place = f"http://{TWIN}:{server.port}{PLACES[method]}"
    assert (found.proof, found.text) == (Proof.FOUND, f"{place} has the token.")
    assert asked(server) == [(HOST, PLACES[method]), (TWIN, PLACES[method])]


@both
def test_redirect_to_the_twin_leads_to_the_proof(named, method):
    pages = {}
    server, site, shared = named(pages)
    pages[HOST, PLACES[method]] = to(f"http://{TWIN}:{server.port}/moved")
    pages[TWIN, "/moved"] = proof(method, verification.token_of(site))

    assert verification.verify(site, method, shared).proof is Proof.FOUND
    assert asked(server) == [(HOST, PLACES[method]), (TWIN, "/moved")]


@both
def test_token_on_another_host_is_not_even_asked_for(named, method):
    pages = {}
    server, site, shared = named(pages)
    elsewhere = to(f"http://{OTHER}:{server.port}/")
    pages |= {(HOST, PLACES[method]): elsewhere, (TWIN, PLACES[method]): elsewhere}
    pages[OTHER, "/"] = proof(method, verification.token_of(site))

    assert verification.verify(site, method, shared).proof is Proof.MISSING
    assert {host for host, _ in asked(server)} == {HOST, TWIN}


def test_owner_is_told_of_both_hosts_when_neither_has_the_proof(named):
    server, site, shared = named({}, addresses={TWIN: NOBODY_HERE})

    found = verification.verify(site, META, shared)

    host, twin = (f"http://{name}:{server.port}/" for name in (HOST, TWIN))
    assert found.proof is Proof.MISSING
    assert found.text.startswith(f"{host} answered 404. {twin} could not be fetched: ")


def test_twin_that_does_not_exist_hides_no_lost_proof(named):
    _, site, shared = named({}, addresses={TWIN: None})

    assert verification.verify(site, META, shared).proof is Proof.MISSING


def test_page_of_one_guest_does_not_prove_the_whole_host(named):
    pages = {}
    server, site, shared = named(pages, path="/~mallory/")
    pages[HOST, "/~mallory/"] = proof(META, verification.token_of(site))

    assert verification.verify(site, META, shared).proof is Proof.MISSING
    assert asked(server) == [(HOST, "/"), (TWIN, "/")]


def test_site_at_a_path_is_proven_by_the_home_page_of_its_host(named):
    pages = {}
    _, site, shared = named(pages, path="/shop/")
    pages[HOST, "/"] = proof(META, verification.token_of(site))

    assert verification.verify(site, META, shared).proof is Proof.FOUND


@both
def test_private_address_is_not_dialled_for_a_proof(named, method):
    private = dict.fromkeys((HOST, TWIN), "10.0.0.1")
    _, site, shared = named({}, addresses=private, is_exempt=False)

    found = verification.verify(site, method, shared)

    said = f"could not be fetched: {HOST} has the address 10.0.0.1, which is not public (private)."
    assert (found.proof, said in found.text) == (Proof.UNKNOWN, True)
    assert Site.objects.get().is_verified is False
