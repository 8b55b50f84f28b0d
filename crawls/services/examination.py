"""What happens to HTML in the isolated process: bytes in, values out. Loads no framework."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawls.checks.runner import PageFinding, examine_page
from crawls.engine.indexability import Indexability, judge
from crawls.engine.parse import HostilePage, parse_page

if TYPE_CHECKING:
    from crawls.engine.page import Page


UNCHECKED = "This page was read but not checked because of an error of ours."


@dataclass(frozen=True, slots=True)
class Examined:
    """A parsed page with its findings. `problem` says why it was not parsed when `page` is None,
    and else why it was not checked.
    """

    page: Page | None
    indexability: Indexability | None = None
    findings: tuple[PageFinding, ...] = ()
    problem: str = ""
    error: str = ""  # of ours, for the log


def examine(
    url: str,
    body: bytes,
    headers: tuple[tuple[str, str], ...],
    token: str,
    for_link_graph: bool = False,  # noqa: FBT001, FBT002 -- it travels to the parser by position
) -> Examined:
    """Decode, parse and check one HTML page."""
    try:
        page = parse_page(url, body, headers, token=token, for_link_graph=for_link_graph)
    except HostilePage as error:
        return Examined(None, problem=str(error))
    indexability = judge(page)
    try:
        return Examined(page, indexability, examine_page(page, indexability))
    except Exception as error:  # noqa: BLE001 -- a bug in a check must not cost the page its links
        return Examined(page, indexability, problem=UNCHECKED, error=repr(error))
