"""What kind of answer a page gave. Being kept out is not being broken: it is about us."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine.response import FailureKind

if TYPE_CHECKING:
    from crawls.checks.base import CrawledPage

# 999 is LinkedIn's word for "no robots".
ACCESS_DENIED = frozenset({401, 403, 407, 429, 451, 999})
REDIRECTS = frozenset({301, 302, 303, 307, 308})
CLIENT_ERRORS = range(400, 500)
SERVER_ERRORS = range(500, 600)

_NO_SUCH_HOST = frozenset({FailureKind.DNS_NO_HOST, FailureKind.DNS_NO_ADDRESS})
_FAILURES: dict[str, str] = {
    FailureKind.INVALID_URL: "the address cannot be requested",
    FailureKind.ADDRESS_REFUSED: "the host leads to an address that is not public",
    FailureKind.DNS_NO_HOST: "the host does not exist",
    FailureKind.DNS_NO_ADDRESS: "the host has no address",
    FailureKind.DNS_TEMPORARY: "the host's name could not be looked up for the moment",
    FailureKind.DNS_FAILED: "the host's name could not be looked up",
    FailureKind.CONNECTION_REFUSED: "the connection was refused",
    FailureKind.UNREACHABLE: "the server could not be reached",
    FailureKind.TIMEOUT: "no answer in time",
    FailureKind.TLS_CERTIFICATE: "the certificate is not valid",
    FailureKind.TLS_PROTOCOL: "no secure connection could be agreed",
    FailureKind.CLOSED_EARLY: "the server closed the connection before it answered",
    FailureKind.MALFORMED_RESPONSE: "the answer was no valid HTTP",
}


def is_access_denied(page: CrawledPage) -> bool:
    return bool(page.blocked_by) or page.status in ACCESS_DENIED


def is_client_error(page: CrawledPage) -> bool:
    return page.status in CLIENT_ERRORS and not is_access_denied(page)


def is_server_error(page: CrawledPage) -> bool:
    return page.status in SERVER_ERRORS and not is_access_denied(page)


def has_no_host(page: CrawledPage) -> bool:
    return page.failure in _NO_SUCH_HOST


def is_broken(page: CrawledPage) -> bool:
    """An error, or no answer at all."""
    return is_client_error(page) or is_server_error(page) or page.failure is not None


def is_redirect(page: CrawledPage) -> bool:
    return page.status in REDIRECTS and not is_access_denied(page)


def described(page: CrawledPage) -> str:
    """`answered 404`, or why there was no answer of the site's own."""
    if page.blocked_by:
        return f"blocked by a firewall ({page.blocked_by})"
    if page.failure is None:
        return f"answered {page.status}"
    return _FAILURES.get(page.failure, page.failure)
