from __future__ import annotations

import errno
import socket
import ssl

import httpcore
import pytest

from crawls.engine.response import Failure, FailureKind
from crawls.fetch.errors import failure_of


def certificate_error(code):
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_code = code
    return error


def tls_error(reason, message="x"):
    error = ssl.SSLError(1, message)
    error.reason = reason
    return error


@pytest.mark.parametrize(
    ("cause", "kind", "detail"),
    [
        (socket.gaierror(-2, "x"), "dns_no_host", "There is no host of this name."),
        (socket.gaierror(-5, "x"), "dns_no_address", "The host name exists but has no address."),
        (
            socket.gaierror(-3, "x"),
            "dns_temporary",
            "The name servers did not answer for this host.",
        ),
        (socket.gaierror(-4, "x"), "dns_failed", "Looking up the host name failed."),
        (
            ConnectionRefusedError(errno.ECONNREFUSED, "x"),
            "connection_refused",
            "The server refused the connection.",
        ),
        (
            OSError(errno.EHOSTUNREACH, "x"),
            "unreachable",
            "There is no route from our network to the server.",
        ),
        (
            OSError(errno.ENETUNREACH, "x"),
            "unreachable",
            "There is no route from our network to the server.",
        ),
        (certificate_error(10), "tls_certificate", "The certificate has expired."),
        (certificate_error(9), "tls_certificate", "The certificate is not valid yet."),
        (certificate_error(23), "tls_certificate", "The certificate was revoked."),
        (certificate_error(1), "tls_certificate", "The certificate cannot be trusted."),
        (
            tls_error("TLSV1_ALERT_PROTOCOL_VERSION"),
            "tls_protocol",
            "The server offers only outdated versions of TLS.",
        ),
        (
            tls_error(None, "[SSL] legacy sigalg disallowed or unsupported (_ssl.c:992)"),
            "tls_protocol",
            "The server offers only outdated versions of TLS.",
        ),
        (
            tls_error(None, "[SSL] a reason without a name (_ssl.c:992)"),
            "tls_protocol",
            "The encrypted connection could not be set up.",
        ),
        (
            tls_error("TLSV1_UNRECOGNIZED_NAME"),
            "tls_protocol",
            "The server has no certificate for this host name.",
        ),
        (
            tls_error("SOMETHING_NEW"),
            "tls_protocol",
            "The encrypted connection could not be set up.",
        ),
        (
            ssl.SSLEOFError(8, "x"),
            "tls_protocol",
            "The server closed the connection while TLS was agreed.",
        ),
        (
            ConnectionResetError(errno.ECONNRESET, "x"),
            "closed_early",
            "The server closed the connection without an answer.",
        ),
    ],
)
def test_cause_inside_the_wrapper_decides(cause, kind, detail):
    assert failure_of(httpcore.ConnectError(cause)) == Failure(FailureKind(kind), detail)


@pytest.mark.parametrize(
    "error", [RuntimeError("bug"), httpcore.PoolTimeout(), httpcore.LocalProtocolError("bug")]
)
def test_fault_of_ours_is_no_failure_of_the_site(error):
    assert failure_of(error) is None


def test_error_that_names_itself_as_its_cause_ends(monkeypatch):
    first, second = RuntimeError("a"), RuntimeError("b")
    first.__cause__, second.__cause__ = second, first

    assert failure_of(first) is None
