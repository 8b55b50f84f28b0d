"""Every kind of failure, as a server or a name server brings it about."""

from __future__ import annotations

import shutil
import socket
from datetime import timedelta

import pytest

from crawls.engine.policy import FetchLimits
from crawls.engine.response import Failure, FailureKind
from tests.sites.misbehaving.behaviours import (
    closes_without_a_word,
    drips,
    keeps_alive,
    resets,
    sends_then_closes,
    sized,
)
from tests.sites.misbehaving.certificates import Authority
from tests.sites.misbehaving.server import TLS_HANDSHAKE

HELLO = keeps_alive(sized(body=b"hello"))
BROADCAST = "255.255.255.255"  # no route: the kernel refuses TCP to it without a packet
CLOSED_EARLY = "The server closed the connection without an answer."
NAME_ERRORS = {
    "dns_no_host": (socket.EAI_NONAME, "There is no host of this name."),
    "dns_no_address": (socket.EAI_NODATA, "The host name exists but has no address."),
    "dns_temporary": (socket.EAI_AGAIN, "The name servers did not answer for this host."),
    "dns_failed": (socket.EAI_FAIL, "Looking up the host name failed."),
}
SERVERS = {
    "hangs up": (closes_without_a_word, "closed_early", CLOSED_EARLY),
    "resets": (resets, "closed_early", CLOSED_EARLY),
    "hangs up in the headers": (
        sends_then_closes(b"HTTP/1.1 200 OK\r\nX-A:"),
        "closed_early",
        CLOSED_EARLY,
    ),
    "says nothing": (
        drips(b"", b"", 0.05, 10),
        "timeout",
        "The server did not finish its answer in time.",
    ),
    "speaks no HTTP": (
        sends_then_closes(b"220 mail.test ESMTP\r\n\r\n"),
        "malformed_response",
        "The answer does not begin with an HTTP status line: 220 mail.test ESMTP",
    ),
}
URLS = {
    "http://shop.test:99999/": ("invalid_url", "This is not a valid web address."),
    "http://127.0.0.1/": ("address_refused", "127.0.0.1 is not public (loopback)."),
}
TLS_KINDS = {"tls_certificate", "tls_protocol"}
OTHER_KINDS = {"connection_refused", "unreachable"}


def no_slot():
    raise AssertionError("the request must not get this far")


@pytest.mark.parametrize("kind", NAME_ERRORS)
def test_name_that_cannot_be_looked_up(new_fetcher, kind):
    code, detail = NAME_ERRORS[kind]

    def resolve(*_, **__):
        raise socket.gaierror(code, "from the resolver")

    got = new_fetcher(resolve=resolve).fetch("http://shop.test/", take_slot=no_slot)

    assert got == Failure(FailureKind(kind), detail)


@pytest.mark.parametrize("name", SERVERS)
def test_server_that_gives_no_answer(fetch_from, name):
    behave, kind, detail = SERVERS[name]

    got = fetch_from(behave, limits=FetchLimits(total=timedelta(seconds=0.2)))

    assert got == Failure(FailureKind(kind), detail)


@pytest.mark.parametrize("url", URLS)
def test_url_that_is_never_dialled(new_fetcher, url):
    kind, detail = URLS[url]

    got = new_fetcher().fetch(url, take_slot=no_slot)

    assert got == Failure(FailureKind(kind), detail)


def test_port_that_nobody_listens_to(new_fetcher):
    with socket.create_server(("127.0.0.1", 0)) as unused:
        authority = f"127.0.0.1:{unused.getsockname()[1]}"
    fetcher = new_fetcher(allow_hosts=frozenset({authority}))

    got = fetcher.fetch(f"http://{authority}/", take_slot=no_slot)

    assert got == Failure(FailureKind.CONNECTION_REFUSED, "The server refused the connection.")


def test_address_without_a_route(new_fetcher):
    fetcher = new_fetcher(allow_hosts=frozenset({f"{BROADCAST}:80"}))

    got = fetcher.fetch(f"http://{BROADCAST}/", take_slot=no_slot)

    assert got == Failure(
        FailureKind.UNREACHABLE, "There is no route from our network to the server."
    )


@pytest.mark.skipif(
    shutil.which("openssl") is None, reason="the openssl program makes the certificates"
)
def test_certificate_that_nobody_trusts(serve, new_fetcher, tmp_path):
    tls = Authority(tmp_path).self_signed_server("127.0.0.1")
    server = serve(HELLO, tls=tls)

    got = new_fetcher(server).fetch(f"https://{server.authority}/", take_slot=no_slot)

    assert got == Failure(FailureKind.TLS_CERTIFICATE, "The certificate is self-signed.")


def test_handshake_that_is_hung_up_on(serve, new_fetcher):
    server = serve(closes_without_a_word, end=TLS_HANDSHAKE)

    got = new_fetcher(server).fetch(f"https://{server.authority}/", take_slot=no_slot)

    assert got.kind is FailureKind.TLS_PROTOCOL


def test_every_kind_of_failure_is_brought_about_here():
    answered = {kind for _, kind, _ in SERVERS.values()}
    undialled = {kind for kind, _ in URLS.values()}

    assert {*NAME_ERRORS, *answered, *undialled, *TLS_KINDS, *OTHER_KINDS} == set(FailureKind)
