"""What would become of a site with some links more, or less: asked of an audit that has its graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine import graph, urls
from crawls.services.errors import UnknownPage
from crawls.services.graph_reader import is_complete, read_graph

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawls.engine.graph import Simulation
    from crawls.models import Audit

LinkByUrl = tuple[str, str]  # from, to


def simulate(
    audit: Audit, *, add: Iterable[LinkByUrl] = (), remove: Iterable[LinkByUrl] = ()
) -> Simulation:
    """New depths, PageRank and orphans; pages are named by their URLs. Raises UnknownPage for one
    that the audit does not know, and NoSuchLink.
    """
    added, removed = _pairs(audit, add), _pairs(audit, remove)
    site = read_graph(audit)
    return graph.simulate(
        site,
        graph.measure(site),
        add=added,
        remove=removed,
        is_complete=is_complete(audit),
    )


def _pairs(audit: Audit, links: Iterable[LinkByUrl]) -> list[tuple[int, int]]:
    return [(_page_id(audit, source), _page_id(audit, target)) for source, target in links]


def _page_id(audit: Audit, text: str) -> int:
    try:
        url = urls.normalise(text, audit.seed_url)
    except urls.NotAWebAddress as error:
        raise UnknownPage(f"{text!r} is no web address.") from error
    found = audit.pages.filter(fingerprint=urls.fingerprint(url)).values_list("id", flat=True)
    for page_id in found:
        return page_id
    raise UnknownPage(f"The audit does not know {url}.")
