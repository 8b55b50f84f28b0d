"""Where a redirect points (RFC 9110, section 10.2.2), read as browsers read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine import urls

if TYPE_CHECKING:
    from crawls.engine.response import Response

ASCII_END = 128
EVIDENCE_CHARACTERS = 100


def redirect_target(response: Response) -> str | None:
    """The normalised target of a redirect's first Location, resolved against its URL.

    Octets beyond ASCII stay the octets they are, percent-encoded. None for an answer that is no
    redirect (300, 304, 305 and 201 may have a Location too, which browsers do not follow),
    when there is no Location, and when it names no web address (`javascript:`, `data:`,
    `file:`, unparsable).
    """
    if not response.is_redirect:
        return None
    try:
        return _resolved_location(response)
    except urls.NotAWebAddress:
        return None


def redirect_problem(response: Response) -> str | None:
    """What is wrong with a redirect's Location, as a sentence for customers.

    None when nothing is, or the answer is no redirect. A redirect with a problem may have a
    target all the same: an empty Location leads to itself, and of two the first counts.
    """
    if not response.is_redirect:
        return None
    locations = response.header_values("location")
    if not any(locations):
        return "The redirect names no target."
    shown = ", ".join(_percent_encoded(location)[:EVIDENCE_CHARACTERS] for location in locations)
    try:
        _resolved_location(response)
    except urls.OtherScheme:
        return f"The redirect leads to something that is no web page: {shown}"
    except urls.InvalidAddress:
        return f"The redirect leads to an invalid address: {shown}"
    if len(set(locations)) > 1:
        return f"The redirect names several targets, of which the first counts: {shown}"
    return None


def _resolved_location(response: Response) -> str | None:
    location = response.header("location")
    return None if location is None else urls.normalise(_percent_encoded(location), response.url)


def _percent_encoded(location: str) -> str:
    octets = location.encode("latin-1")
    return "".join(chr(octet) if octet < ASCII_END else f"%{octet:02X}" for octet in octets)
