from __future__ import annotations

import shutil
import socket
import ssl
import time
import warnings
from datetime import timedelta

import pytest

from crawls.engine.policy import FetchLimits
from crawls.engine.response import Failure, FailureKind
from tests.crawls.fetch.conftest import LIMITS
from tests.sites.misbehaving.behaviours import (
    answers_once_per_connection,
    closes_without_a_word,
    drips,
    keeps_alive,
    resets,
    sends_then_closes,
    sized,
)
from tests.sites.misbehaving.certificates import Authority
from tests.sites.misbehaving.server import TLS_HANDSHAKE

pytestmark = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="the openssl program makes the certificates"
)
HELLO = sized(body=b"hello")


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("certificates"))


@pytest.fixture(scope="module")
def stranger(tmp_path_factory):
    """An authority that the fetcher does not trust."""
    return Authority(tmp_path_factory.mktemp("stranger"))


@pytest.fixture
def fetch_secure(serve, new_fetcher, authority):
    """Fetch https://shop.example/ from a local server, `times` times over."""

    def fetch(tls, behave=None, *, times=1, limits=LIMITS, **options):
        server = serve(behave or keeps_alive(HELLO), tls=tls, **options)
        fetcher = new_fetcher(
            limits=limits,
            allow_hosts=frozenset({f"shop.example:{server.port}"}),
            resolve=lambda *_, **__: [(socket.AF_INET, 1, 6, "", ("127.0.0.1", server.port))],
            ssl_context=authority.trusting_client(),
        )
        url = f"https://shop.example:{server.port}/"
        return [fetcher.fetch(url, take_slot=lambda: None) for _ in range(times)]

    return fetch


def test_certificate_is_checked_against_the_name_not_the_number(fetch_secure, authority):
    (got,) = fetch_secure(authority.server_for("shop.example"))

    assert got.body == b"hello"


def test_name_is_told_to_the_server(fetch_secure, authority):
    tls = authority.server_for("shop.example")
    names = []
    tls.sni_callback = lambda _socket, name, _context: names.append(name)

    fetch_secure(tls)

    assert names == ["shop.example"]


@pytest.mark.parametrize(
    ("name", "dates", "detail"),
    [
        ("other.example", {}, "The certificate was issued for another host name."),
        (
            "shop.example",
            {"start": "20200101000000Z", "end": "20210101000000Z"},
            "The certificate has expired.",
        ),
        (
            "shop.example",
            {"start": "20900101000000Z", "end": "20910101000000Z"},
            "The certificate is not valid yet.",
        ),
    ],
)
def test_certificate_fault_is_named(fetch_secure, authority, name, dates, detail):
    got = fetch_secure(authority.server_for(name, **dates))

    assert got == [Failure(FailureKind.TLS_CERTIFICATE, detail)]


def test_self_signed_certificate_is_named(fetch_secure, authority):
    got = fetch_secure(authority.self_signed_server("shop.example"))

    assert got == [Failure(FailureKind.TLS_CERTIFICATE, "The certificate is self-signed.")]


def test_plain_http_on_the_https_port_is_named(fetch_secure):
    refusal = sends_then_closes(sized(status=b"400 Bad Request"))

    got = fetch_secure(None, refusal, end=TLS_HANDSHAKE)

    assert got == [
        Failure(
            FailureKind.TLS_PROTOCOL,
            "The server answers on the https port without encryption.",
        )
    ]


def test_server_that_hangs_up_on_the_handshake_is_a_tls_fault(fetch_secure):
    got = fetch_secure(None, closes_without_a_word, end=TLS_HANDSHAKE)

    assert [answer.kind for answer in got] == [FailureKind.TLS_PROTOCOL]


def test_handshake_that_drips_ends_with_the_connect_limit(fetch_secure):
    record = drips(b"\x16\x03\x03\x40\x00", b"\x02", 0.05, 200)
    started = time.monotonic()

    limits = FetchLimits(connect=timedelta(seconds=0.3))

    got = fetch_secure(None, record, end=TLS_HANDSHAKE, limits=limits)

    assert (got, time.monotonic() - started < 2) == (
        [Failure(FailureKind.TIMEOUT, "The server did not accept a connection in time.")],
        True,
    )


@pytest.mark.parametrize(
    ("sends_authority", "detail"),
    [
        (
            False,
            "The server does not send the intermediate certificate that leads to a trusted one.",
        ),
        (True, "The certificate chain ends in a self-signed certificate that nobody trusts."),
    ],
)
def test_chain_that_leads_nowhere_is_named(fetch_secure, stranger, sends_authority, detail):
    got = fetch_secure(stranger.server_for("shop.example", sends_authority=sends_authority))

    assert got == [Failure(FailureKind.TLS_CERTIFICATE, detail)]


def test_authority_of_the_environment_is_not_trusted(serve, new_fetcher, authority, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.certificate))
    server = serve(keeps_alive(HELLO), tls=authority.server_for("shop.example"))
    fetcher = new_fetcher(
        allow_hosts=frozenset({f"shop.example:{server.port}"}),
        resolve=lambda *_, **__: [(socket.AF_INET, 1, 6, "", ("127.0.0.1", server.port))],
    )

    got = fetcher.fetch(f"https://shop.example:{server.port}/", take_slot=lambda: None)

    assert got.kind is FailureKind.TLS_CERTIFICATE


def test_server_that_knows_no_such_host_is_named(fetch_secure, authority):
    tls = authority.server_for("shop.example")
    tls.sni_callback = lambda *_: ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME

    got = fetch_secure(tls)

    assert got == [
        Failure(FailureKind.TLS_PROTOCOL, "The server has no certificate for this host name.")
    ]


def test_server_without_a_common_cipher_is_named(fetch_secure, authority):
    tls = authority.server_for("shop.example")
    tls.maximum_version = ssl.TLSVersion.TLSv1_2
    tls.set_ciphers("ECDHE-RSA-AES128-GCM-SHA256")  # and its key is no RSA key

    got = fetch_secure(tls)

    assert got == [
        Failure(FailureKind.TLS_PROTOCOL, "Server and crawler have no TLS settings in common.")
    ]


def test_reset_in_the_handshake_closed_early(fetch_secure):
    got = fetch_secure(None, resets, end=TLS_HANDSHAKE)

    assert [answer.kind for answer in got] == [FailureKind.CLOSED_EARLY]


def test_old_tls_only_is_named(fetch_secure, authority):
    tls = authority.server_for("shop.example")
    tls.set_ciphers("ALL:@SECLEVEL=0")
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        tls.minimum_version = ssl.TLSVersion.TLSv1
        tls.maximum_version = ssl.TLSVersion.TLSv1_1

    got = fetch_secure(tls)

    assert got == [
        Failure(FailureKind.TLS_PROTOCOL, "The server offers only outdated versions of TLS.")
    ]


def test_connection_is_kept_and_replaced_when_dead(fetch_secure, authority):
    tls = authority.server_for("shop.example")

    got = fetch_secure(tls, answers_once_per_connection(HELLO), times=3)

    assert [answer.body for answer in got] == [b"hello"] * 3


def test_body_until_close_needs_no_goodbye(fetch_secure, authority):
    tls = authority.server_for("shop.example")

    (got,) = fetch_secure(tls, drips(b"HTTP/1.1 200 OK\r\n\r\n", b"hello", 0, 1))

    assert (got.body, got.body_state) == (b"hello", "complete")
