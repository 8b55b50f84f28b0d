from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.checks.base import Check, Severity, page_check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.engine.page import Page

DESCRIPTION_MISSING = Check(
    id="description_missing",
    severity=Severity.NOTICE,
    title="Page has no meta description",
    why="Search engines may show it below the title; without one they pick a piece of the page.",
    how_to_fix="Add a meta description of one or two sentences that invite a visit.",
)


@page_check(DESCRIPTION_MISSING)
def description_missing(page: Page) -> Iterator[str]:
    if not any(page.descriptions):
        yield (
            "The meta description is empty."
            if page.descriptions
            else "The head has no meta description."
        )
