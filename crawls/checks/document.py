"""What every HTML document should have: a heading, a language, a viewport."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.checks.base import Check, Severity, page_check
from crawls.checks.wording import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.engine.page import Page

# Browsers derive the width from the scale, so either of them makes a page fit a phone.
_FITTING = ("width", "initial-scale")

H1_MISSING = Check(
    id="h1_missing",
    severity=Severity.WARNING,
    title="Page has no main heading",
    why="The h1 tells readers, screen readers and search engines what the page is about.",
    how_to_fix="Add one h1 with words, or with an image that has an alternative text.",
)


@page_check(H1_MISSING)
def h1_missing(page: Page) -> Iterator[str]:
    if any(page.h1s):
        return
    if page.h1s:
        yield "The h1 has neither text nor an image with an alternative text."
    elif page.headings:
        level, text = page.headings[0]
        yield f"There is no h1; the first heading is an h{level}: {quoted(text)}"
    else:
        yield "The page has no headings at all."


LANG_MISSING = Check(
    id="lang_missing",
    severity=Severity.WARNING,
    title="Page does not say which language it is in",
    why="Screen readers choose the voice and browsers offer translations by the declared language.",
    how_to_fix='Add a lang attribute to the html element, such as lang="en".',
)


@page_check(LANG_MISSING)
def lang_missing(page: Page) -> Iterator[str]:
    if page.lang is None:
        yield "There is neither a lang attribute on html nor a Content-Language header."


VIEWPORT_MISSING = Check(
    id="viewport_missing",
    severity=Severity.WARNING,
    title="Page is not set up for phones",
    why="Without a viewport, phones show the page as wide as on a desk and in tiny letters.",
    how_to_fix='Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
)


@page_check(VIEWPORT_MISSING)
def viewport_missing(page: Page) -> Iterator[str]:
    if page.viewport is None:
        yield "There is no viewport meta tag."
    elif not any(setting in page.viewport.lower() for setting in _FITTING):
        yield f"The viewport sets neither width nor initial-scale: {quoted(page.viewport)}"
