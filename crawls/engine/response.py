"""What one request brought back: a response, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import timedelta


class FailureKind(StrEnum):
    """Why there is no HTTP answer (research/protocol.md 4.2)."""

    INVALID_URL = "invalid_url"
    ADDRESS_REFUSED = "address_refused"
    DNS_NO_HOST = "dns_no_host"
    DNS_NO_ADDRESS = "dns_no_address"
    DNS_TEMPORARY = "dns_temporary"
    DNS_FAILED = "dns_failed"
    CONNECTION_REFUSED = "connection_refused"
    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    TLS_CERTIFICATE = "tls_certificate"
    TLS_PROTOCOL = "tls_protocol"
    CLOSED_EARLY = "closed_early"
    MALFORMED_RESPONSE = "malformed_response"


class BodyState(StrEnum):
    """How much of the body is there."""

    COMPLETE = "complete"
    CUT = "cut"  # by us, at the size limit
    BROKEN_OFF = "broken_off"  # the connection ended before the announced end
    TRUNCATED = "truncated"  # the compressed data ends early, though all was sent
    UNDECODABLE = "undecodable"  # Content-Encoding and bytes disagree


@dataclass(frozen=True, slots=True)
class Failure:
    kind: FailureKind
    detail: str


@dataclass(frozen=True, slots=True)
class Response:
    """One HTTP answer. `headers` keeps order and repeats, names lower-cased; `body` is decoded
    of its Content-Encoding and never longer than the limit; `ttfb` runs from the first byte
    sent to the response's headers, `elapsed` to the end of the body. Both start anew when a
    request is sent again.

    A header value is the wire's bytes read as latin-1, one character a byte, so that nothing
    is lost: `value.encode("latin-1")` gives the bytes back, as a Location in raw UTF-8 needs.
    """

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    body_state: BodyState
    ttfb: timedelta
    elapsed: timedelta

    def header(self, name: str) -> str | None:
        """The first header of that name (lower case), or None."""
        return next((value for key, value in self.headers if key == name), None)

    def header_values(self, name: str) -> tuple[str, ...]:
        return tuple(value for key, value in self.headers if key == name)

    @property
    def body_problem(self) -> str | None:
        """Why the body is not the whole page, as a sentence for customers; None when it is."""
        if self.body_state is BodyState.CUT:
            return f"Only the first {len(self.body):,} bytes were read."
        if self.body_state is BodyState.BROKEN_OFF:
            return "The body ends before the end that the server announced."
        if self.body_state is BodyState.TRUNCATED:
            return "The compressed body ends early."
        if self.body_state is BodyState.UNDECODABLE:
            codings = ", ".join(self.header_values("content-encoding"))
            return f"The body cannot be decoded as its Content-Encoding says ({codings})."
        return None

    @property
    def media_type(self) -> str:
        """`text/html` of `Text/HTML; charset=x`; empty when there is none."""
        value = self.header("content-type") or ""
        return value.split(";", 1)[0].split(",", 1)[0].strip().lower()

    @property
    def is_html_page(self) -> bool:
        """Whether it is parsed: only 200 with media type text/html (crawl rules, section 6)."""
        return self.status == 200 and self.media_type == "text/html"  # noqa: PLR2004 -- HTTP's own word

    @property
    def is_redirect(self) -> bool:
        return self.status in {301, 302, 303, 307, 308}

    @property
    def is_whole(self) -> bool:
        return self.body_state is BodyState.COMPLETE

    @property
    def is_broken_off(self) -> bool:
        """Whether the connection was lost on the way. The body of a redirect is nobody's loss."""
        return self.body_state is BodyState.BROKEN_OFF and not self.is_redirect
