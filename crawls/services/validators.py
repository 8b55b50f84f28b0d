"""ETag and Last-Modified: what a server gives a page by, and how it is asked for again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawls.engine.response import Response
    from crawls.models import Page

# One that could not be sent back as it came is none (RFC 9110, section 5.5).
SENDABLE = re.compile(r"[\x21-\x7e\xa0-\xff](?:[\x20-\x7e\xa0-\xff]{0,998}[\x21-\x7e\xa0-\xff])?")


def of_answer(answer: Response) -> dict[str, str]:
    """The columns by which the next audit may ask; those that are missing are left out."""
    pairs = (("etag", answer.header("etag")), ("last_modified", answer.header("last-modified")))
    return {name: value for name, value in pairs if value and _is_usable(value)}


def _is_usable(value: str) -> bool:
    """`*` would ask for a page only if there is none (RFC 9110, section 13.1.2)."""
    return value != "*" and bool(SENDABLE.fullmatch(value))


def conditions(page: Page | None) -> dict[str, str]:
    """The request headers that let a server answer 304 (RFC 9110, section 13.1)."""
    if page is None:
        return {}
    pairs = (("If-None-Match", page.etag), ("If-Modified-Since", page.last_modified))
    return {name: value for name, value in pairs if value}
