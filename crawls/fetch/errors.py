"""From an exception of the network stack to the reason a customer reads."""

from __future__ import annotations

import errno
import re
import socket
import ssl
from typing import TYPE_CHECKING

import h11
import httpcore

from crawls.engine.response import Failure, FailureKind
from crawls.engine.urls import NotAWebAddress
from crawls.fetch.addresses import AddressRefused
from crawls.fetch.stream import ClosedEarly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NAME_ERRORS = {
    socket.EAI_NONAME: (FailureKind.DNS_NO_HOST, "There is no host of this name."),
    socket.EAI_NODATA: (FailureKind.DNS_NO_ADDRESS, "The host name exists but has no address."),
    socket.EAI_AGAIN: (FailureKind.DNS_TEMPORARY, "The name servers did not answer for this host."),
}
NAME_FAILED = (FailureKind.DNS_FAILED, "Looking up the host name failed.")

CERTIFICATE_ERRORS = {  # OpenSSL's X509_V_ERR_* numbers
    9: "The certificate is not valid yet.",
    10: "The certificate has expired.",
    18: "The certificate is self-signed.",
    19: "The certificate chain ends in a self-signed certificate that nobody trusts.",
    20: "The server does not send the intermediate certificate that leads to a trusted one.",
    23: "The certificate was revoked.",
    62: "The certificate was issued for another host name.",
    64: "The certificate was issued for another IP address.",
}
TLS_ERRORS = {  # OpenSSL's SSL_R_* names
    "WRONG_VERSION_NUMBER": "The server answers on the https port without encryption.",
    "HTTP_REQUEST": "The server answers on the https port without encryption.",
    "TLSV1_ALERT_PROTOCOL_VERSION": "The server offers only outdated versions of TLS.",
    "UNSUPPORTED_PROTOCOL": "The server offers only outdated versions of TLS.",
    # Signatures as TLS 1.0 and 1.1 make them: where Python leaves those versions switched on (as
    # Debian's does), the library refuses them only here.
    "LEGACY_SIGALG_DISALLOWED_OR_UNSUPPORTED": "The server offers only outdated versions of TLS.",
    "SSLV3_ALERT_HANDSHAKE_FAILURE": "Server and crawler have no TLS settings in common.",
    "TLSV1_UNRECOGNIZED_NAME": "The server has no certificate for this host name.",
}
NO_STATUS_LINE = "The answer does not begin with an HTTP status line"
BAD_HEADER = "A line of the response headers is malformed"
BAD_STATUS = "The status of the answer is none that was asked for"
BAD_CODING = "The Transfer-Encoding header says something else than chunked"
HTTP_ERRORS = {  # how h11's messages begin
    "Receive buffer too long": "The response headers are longer than 100 KiB",
    "illegal header line": BAD_HEADER,
    "continuation line at start of headers": BAD_HEADER,
    "illegal status line": NO_STATUS_LINE,
    "illegal request line": NO_STATUS_LINE,  # its name for bytes that cannot begin any line
    "no response line received": NO_STATUS_LINE,
    "InformationalResponse status_code": BAD_STATUS,
    "Received server _SWITCH_UPGRADE": BAD_STATUS,
    "conflicting Content-Length": "The Content-Length headers contradict each other",
    "bad Content-Length": "The Content-Length header is not a number",
    "Only Transfer-Encoding": BAD_CODING,
    "multiple Transfer-Encoding": BAD_CODING,
}
QUOTED_LINE = re.compile(r": bytearray\(b(['\"])(.{,100}).*\1\)$")
UNREACHABLE_ERRNOS = frozenset(
    {errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EADDRNOTAVAIL, errno.EACCES, errno.EPERM}
)
CLOSED_ERRNOS = frozenset({errno.ECONNRESET, errno.ECONNABORTED, errno.EPIPE, errno.ENOTCONN})


def failure_of(error: Exception) -> Failure | None:
    """What to tell the customer, None for an error that is not the site's: a fault of ours.

    The deepest cause that says something decides: libraries wrap, the socket knows.
    """
    for cause in reversed(list(_causes(error))):
        for kind_of_error, read in READERS:
            if isinstance(cause, kind_of_error):
                found = read(cause)
                if found is not None:
                    return Failure(*found)
    return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    # httpcore's pool raises `from None`; the original stays as its first argument.
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        wrapped = current.args[0] if current.args else None
        current = wrapped if isinstance(wrapped, BaseException) else current.__cause__


Verdict = tuple[FailureKind, str]


def _read_address(error: Exception) -> Verdict:
    return FailureKind.ADDRESS_REFUSED, str(error)


def _read_url(_: Exception) -> Verdict:
    return FailureKind.INVALID_URL, "This is not a valid web address."


def _read_label(_: Exception) -> Verdict:
    # The socket module encodes names by IDNA and refuses empty labels and those above 63 bytes.
    return FailureKind.INVALID_URL, "A part of the host name is empty or longer than 63 characters."


def _read_name(error: socket.gaierror) -> Verdict:
    return NAME_ERRORS.get(error.errno or 0, NAME_FAILED)


def _read_certificate(error: ssl.SSLCertVerificationError) -> Verdict:
    text = CERTIFICATE_ERRORS.get(error.verify_code, "The certificate cannot be trusted.")
    return FailureKind.TLS_CERTIFICATE, text


def _read_tls(error: ssl.SSLError) -> Verdict:
    if isinstance(error, (ssl.SSLEOFError, ssl.SSLZeroReturnError)):
        return FailureKind.TLS_PROTOCOL, "The server closed the connection while TLS was agreed."
    text = TLS_ERRORS.get(_tls_reason(error), "The encrypted connection could not be set up.")
    return FailureKind.TLS_PROTOCOL, text


def _tls_reason(error: ssl.SSLError) -> str:
    # A Python older than its OpenSSL has no name for some reasons, but passes on their words.
    if error.reason:
        return error.reason
    words = re.sub(r"^\[\w+\] | \(_ssl\.c:\d+\)$", "", error.strerror or "")
    return words.upper().replace(" ", "_")


def _read_connect_timeout(_: Exception) -> Verdict:
    return FailureKind.TIMEOUT, "The server did not accept a connection in time."


def _read_timeout(_: Exception) -> Verdict:
    return FailureKind.TIMEOUT, "The server did not finish its answer in time."


def _read_closed(_: Exception) -> Verdict:
    return FailureKind.CLOSED_EARLY, "The server closed the connection without an answer."


def _read_malformed(error: h11.RemoteProtocolError) -> Verdict:
    message = str(error)
    known = (text for start, text in HTTP_ERRORS.items() if message.startswith(start))
    text = next(known, "The answer is not valid HTTP")
    line = QUOTED_LINE.search(message)
    return FailureKind.MALFORMED_RESPONSE, f"{text}: {line[2]}" if line else f"{text}."


def _read_socket(error: OSError) -> Verdict | None:
    if error.errno == errno.ECONNREFUSED:
        return FailureKind.CONNECTION_REFUSED, "The server refused the connection."
    if error.errno in UNREACHABLE_ERRNOS:
        return FailureKind.UNREACHABLE, "There is no route from our network to the server."
    if error.errno in CLOSED_ERRNOS:
        return _read_closed(error)
    return None


READERS: tuple[tuple[type[BaseException], Callable[..., Verdict | None]], ...] = (
    (AddressRefused, _read_address),
    (NotAWebAddress, _read_url),
    (UnicodeError, _read_label),
    (socket.gaierror, _read_name),
    (ssl.SSLCertVerificationError, _read_certificate),
    (ClosedEarly, _read_closed),
    (httpcore.ConnectTimeout, _read_connect_timeout),
    (httpcore.ReadTimeout, _read_timeout),
    (httpcore.WriteTimeout, _read_timeout),
    (h11.RemoteProtocolError, _read_malformed),
    (httpcore.RemoteProtocolError, _read_closed),  # its own words only: hung up inside the headers
    (ssl.SSLError, _read_tls),
    (OSError, _read_socket),
)
