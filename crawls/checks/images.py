from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.checks.base import Check, Severity, page_check
from crawls.checks.wording import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.engine.page import Page

IMG_ALT_MISSING = Check(
    id="img_alt_missing",
    severity=Severity.WARNING,
    title="Image has no alternative text",
    why="Screen readers and image search have nothing to say about the image.",
    how_to_fix='Describe the image in its alt attribute; use alt="" for mere decoration.',
)


@page_check(IMG_ALT_MISSING)
def img_alt_missing(page: Page) -> Iterator[str]:
    without = (image for image in page.images if image.alt is None and not image.is_decorative)
    yield from map(shortened, dict.fromkeys(image.src for image in without))
