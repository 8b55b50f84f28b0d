"""Where a redirect points (RFC 9110, section 10.2.2), read as browsers read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine import urls

if TYPE_CHECKING:
    from crawls.engine.response import Response

ASCII_END = 128


def redirect_target(response: Response) -> str | None:
    """The normalised target of a 3xx answer's first Location, resolved against its URL.

    Octets beyond ASCII stay the octets they are, percent-encoded. None when there is no
    Location or it names no web address (`javascript:`, `data:`, `file:`, unparsable).
    """
    location = response.header("location")
    if location is None:
        return None
    octets = location.encode("latin-1")
    text = "".join(chr(octet) if octet < ASCII_END else f"%{octet:02X}" for octet in octets)
    try:
        return urls.normalise(text, response.url)
    except urls.NotAWebAddress:
        return None
