"""The headers of our requests: who asks, where the link was found, what is known already."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crawls.engine.urls import normalise, origin_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ACCEPT = b"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
ACCEPT_ENCODING = b"gzip, deflate"  # what decoding.py reads
CONDITIONS = ("If-None-Match", "If-Modified-Since")

# RFC 9110, section 5.5: no control character but an inner tab, no space at either end.
_FIELD_VALUE = re.compile(r"[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?")

Headers = list[tuple[bytes, bytes]]


def host_header(url: str) -> tuple[bytes, bytes]:
    """The Host of a normalised URL: its port only when it is not the scheme's own."""
    return b"Host", origin_of(url).partition("://")[2].encode("latin-1")


def request_headers(
    user_agent: bytes, referer: str | None, conditions: Mapping[str, str]
) -> Headers:
    """What every request carries beside its Host, and nothing more.

    Of `conditions` only CONDITIONS are read, latin-1 as a response's headers are, and sent byte
    for byte; one that is no legal header value is left out, so that the page is asked for whole.
    Raises NotAWebAddress for a referer that is none.
    """
    headers = [
        (b"User-Agent", user_agent),
        (b"Accept", ACCEPT),
        (b"Accept-Encoding", ACCEPT_ENCODING),
    ]
    if referer is not None:
        headers.append((b"Referer", normalise(referer).encode("ascii")))
    headers.extend(_sendable(conditions))
    return headers


def _sendable(conditions: Mapping[str, str]) -> Iterator[tuple[bytes, bytes]]:
    for name in CONDITIONS:
        value = conditions.get(name, "")
        if _FIELD_VALUE.fullmatch(value):
            yield name.encode("ascii"), value.encode("latin-1")
