from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.checks.base import Check, Severity, page_check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.engine.page import Page

MAX_SHOWN = 5

CANONICAL_MULTIPLE = Check(
    id="canonical_multiple",
    severity=Severity.ERROR,
    title="Page names more than one canonical URL",
    why="Search engines ignore canonical URLs that contradict each other.",
    how_to_fix="Name one canonical URL, in the head or in the Link header, and remove the others.",
)


@page_check(CANONICAL_MULTIPLE)
def canonical_multiple(page: Page) -> Iterator[str]:
    targets = sorted(set(page.canonicals))
    if len(targets) > 1:
        yield f"{len(targets)} canonical URLs: " + ", ".join(targets[:MAX_SHOWN])
