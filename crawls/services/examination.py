"""What happens to HTML in the isolated process: bytes in, values out. Loads no framework."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawls.checks.runner import PageFinding, examine_page
from crawls.engine.indexability import Indexability, judge
from crawls.engine.parse import HostilePage, parse_page

if TYPE_CHECKING:
    from crawls.engine.page import Page


@dataclass(frozen=True, slots=True)
class Examined:
    """A parsed page with its findings; or, when `page` is None, why it was not parsed."""

    page: Page | None
    indexability: Indexability | None = None
    findings: tuple[PageFinding, ...] = ()
    problem: str = ""


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
    return Examined(page, indexability, examine_page(page, indexability))
