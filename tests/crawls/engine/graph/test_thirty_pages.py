"""Every figure of a site of 30 pages, against the table worked out by hand."""

from __future__ import annotations

import networkx as nx
import pytest

from crawls.engine.graph import (
    AnchorUse,
    Certainty,
    Ending,
    SharedText,
    broken_targets,
    claim,
    collect_anchors,
    measure,
    redirecting_targets,
)
from tests.crawls.engine.graph import thirty_pages


@pytest.fixture(scope="module")
def graph():
    return thirty_pages.build()


@pytest.fixture(scope="module")
def figures(graph):
    return measure(graph)


def rows(graph, figures):
    columns = (
        graph.ids,
        figures.depth,
        figures.inlinks,
        figures.followed_inlinks,
        figures.content_inlinks,
        figures.indexable_inlinks,
        figures.outlinks,
        figures.exits,
    )
    return list(zip(*(column.tolist() for column in columns), strict=True))


def test_counts_and_depths_are_those_of_the_table(graph, figures):
    assert rows(graph, figures) == [row[:-1] for row in thirty_pages.FIGURES]


@pytest.mark.parametrize("chunk_size", [1, 7])
def test_figures_do_not_depend_on_chunks(graph, figures, chunk_size):
    other = thirty_pages.build(chunk_size=chunk_size)

    assert rows(other, measure(other)) == rows(graph, figures)


def test_page_rank_is_that_of_the_table(figures):
    by_hand = [row[-1] / thirty_pages.ALL_RANKS for row in thirty_pages.FIGURES]

    assert figures.rank.tolist() == pytest.approx(by_hand, abs=1e-7)
    assert figures.rank.sum() == pytest.approx(1)


def test_page_rank_is_that_of_networkx(graph, figures):
    """Written from the list of links: what a page sends nowhere, it sends evenly to all."""
    pages = range(1, 21)
    ends = {21: 10, 28: 10, 24: "loop", 27: "left"}
    deals = {page: {} for page in pages}
    for source, target, nofollow, *_ in thirty_pages.LINKS:
        end = ends.get(target, target)
        if end != source:
            deals[source][end] = deals[source].get(end, False) or not nofollow
    walk = nx.DiGraph()
    walk.add_nodes_from(pages)
    for source, followed in deals.items():
        passing = [end for end, is_followed in followed.items() if is_followed and end in pages]
        share = 1 / len(followed) if followed else 0
        lost = 1 - share * len(passing)
        walk.add_weighted_edges_from((source, page, lost / 20) for page in pages if lost > 0)
        for page in passing:
            walk.add_edge(source, page, weight=share + max(lost, 0) / 20)
    expected = nx.pagerank(walk, alpha=0.85, tol=1e-12, max_iter=1000)

    assert figures.rank[:20].tolist() == pytest.approx([expected[n] for n in pages], abs=1e-6)


def test_depth_of_the_site_is_told_by_its_middle_and_its_end(figures):
    assert (figures.median_depth, figures.max_depth) == (2, 4)


@pytest.mark.parametrize(
    ("is_complete", "certainty"), [(True, Certainty.FACT), (False, Certainty.INCONCLUSIVE)]
)
@pytest.mark.parametrize(
    ("name", "page_ids"),
    [
        ("orphans", (15, 19)),
        ("nofollow_only", (12,)),
        ("single_inlink", (2, 3, 4, 6, 8, 9, 11, 13, 14, 16, 17, 20)),
        ("boilerplate_only", (2, 3, 4, 17)),
        ("noindex_only", (17,)),
        ("dead_ends", (8, 16, 18, 19)),
    ],
)
def test_claims_name_their_pages(graph, figures, name, page_ids, is_complete, certainty):
    found = getattr(claim(graph, figures, is_complete=is_complete), name)

    assert (found.certainty, found.page_ids) == (certainty, page_ids)


def told(detours):
    return [
        (
            *(detour.target, detour.ending, detour.final, detour.hops),
            *(detour.source_count, detour.sources),
            round(detour.rank * thirty_pages.ALL_RANKS, 5),
        )
        for detour in detours
    ]


def test_broken_targets_come_by_the_page_rank_lost(graph, figures):
    assert told(broken_targets(graph, figures, limit=10)) == [
        (22, Ending.ERROR, 22, 0, 2, (19, 3), 1.68105),  # D (m/4 + 1)
        (27, Ending.LEFT, 27, 0, 1, (14,), 1.43356),  # D t/2
        (24, Ending.LOOP, 24, 0, 1, (10,), 0.99868),  # D q/2
    ]


def test_redirecting_targets_come_by_the_page_rank_that_flows_over_them(graph, figures):
    assert told(redirecting_targets(graph, figures, limit=10)) == [
        (21, Ending.PAGE, 10, 1, 1, (3,), 0.83105),  # D m/4
        (28, Ending.PAGE, 10, 3, 1, (6,), 0.5188),  # D p/3
    ]


def test_detours_end_at_the_limit(graph, figures):
    assert [detour.target for detour in broken_targets(graph, figures, limit=2)] == [22, 27]


@pytest.mark.parametrize(
    ("page", "uses"),
    [
        (1, [AnchorUse(1, "Home", 12, 0)]),
        (6, [AnchorUse(6, "", 1, 1), AnchorUse(6, "Boots", 1, 0)]),
        (7, [AnchorUse(7, "Sandals", 2, 2)]),
        (10, [AnchorUse(10, "Satchel", 2, 2)]),
        (15, []),
        (22, []),
    ],
)
def test_anchor_texts_are_grouped_by_where_links_end(graph, page, uses):
    assert collect_anchors(graph).of(page) == uses


def test_empty_generic_and_shared_texts_are_told_apart(graph):
    anchors = collect_anchors(graph)

    assert anchors.empty(limit=9) == [AnchorUse(5, "", 1, 0), AnchorUse(6, "", 1, 1)]
    assert anchors.generic(limit=9) == [
        AnchorUse(13, "Read more »", 1, 1),
        AnchorUse(17, "here", 1, 0),
    ]
    assert anchors.shared(limit=9) == [SharedText("size guide", 2, (11, 14))]
