"""PageRank and click depth against networkx, on any graph."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawls.engine.graph import (
    UNREACHED,
    Answer,
    Builder,
    GraphPage,
    LinkChunk,
    broken_targets,
    measure,
)


def graph_of(pages, links, *, seed=0):
    builder = Builder(pages, seed=seed)
    builder.add(chunk_of(links))
    return builder.build()


def chunk_of(links):
    count = len(links)
    sources, targets = [link[0] for link in links], [link[1] for link in links]
    nofollow = [len(link) > 2 and link[2] for link in links]
    return LinkChunk(sources, targets, nofollow, [100] * count, [""] * count)


def answered(ids):
    return [GraphPage(id=n, url=f"https://a.test/{n}", answer=Answer.PAGE) for n in ids]


@st.composite
def sites(draw):
    count = draw(st.integers(1, 12))
    pages = st.integers(0, count - 1)
    return count, draw(st.lists(st.tuples(pages, pages), max_size=60))


@given(sites())
def test_page_rank_and_depth_are_those_of_networkx(site):
    count, links = site
    figures = measure(graph_of(answered(range(count)), links))
    web = nx.DiGraph()
    web.add_nodes_from(range(count))
    web.add_edges_from(link for link in links if link[0] != link[1])
    ranks = nx.pagerank(web, alpha=0.85, tol=1e-12, max_iter=1000)
    depths = nx.single_source_shortest_path_length(web, 0)

    assert figures.rank.tolist() == pytest.approx([ranks[n] for n in range(count)], abs=1e-6)
    assert figures.depth.tolist() == [depths.get(n, UNREACHED) for n in range(count)]


@given(sites(), st.data())
def test_page_rank_sums_to_one_whatever_pages_answer(site, data):
    count, links = site
    answers = data.draw(st.lists(st.sampled_from(Answer), min_size=count, max_size=count))
    pages = [GraphPage(id=n, url=str(n), answer=answer) for n, answer in enumerate(answers)]
    rank = measure(graph_of(pages, links)).rank

    assert rank.sum() == pytest.approx(1 if Answer.PAGE in answers else 0)
    assert [page.id for page in pages if rank[page.id] > 0] == [
        page.id for page in pages if page.answer is Answer.PAGE
    ]


def test_nofollow_link_takes_its_share_and_hands_it_to_nobody():
    """0 links to 1, 2 and 3, to 3 by nofollow; all is even but for what 1 and 2 get more."""
    rank = measure(graph_of(answered(range(4)), [(0, 1), (0, 2), (0, 3, True)])).rank

    assert rank[3] == pytest.approx(rank[0])
    assert rank[1] == pytest.approx(rank[0] * (1 + 0.85 / 3))
    assert rank[2] == pytest.approx(rank[1])


def test_nofollow_link_to_an_error_loses_nothing():
    broken = GraphPage(id=1, url="https://a.test/1", answer=Answer.BROKEN)
    graph = graph_of([*answered([0, 2]), broken], [(0, 1, True), (2, 1, True)])
    (found,) = broken_targets(graph, measure(graph), limit=9)

    assert (found.rank, found.sources) == (0, (0, 2))


def test_second_link_without_nofollow_makes_the_edge_followed():
    figures = measure(graph_of(answered(range(2)), [(0, 1, True), (0, 1, False)]))

    assert (figures.inlinks[1], figures.followed_inlinks[1], figures.depth[1]) == (1, 1, 1)


def test_depth_does_not_count_nofollow_clicks():
    figures = measure(graph_of(answered(range(3)), [(0, 2, True), (0, 1), (1, 2)]))

    assert figures.depth.tolist() == [0, 1, 2]


def test_nothing_is_reached_from_a_seed_that_is_no_page():
    pages = [*answered([1]), GraphPage(id=0, url="https://a.test/0", answer=Answer.BROKEN)]
    figures = measure(graph_of(pages, [(0, 1)]))

    assert figures.depth.tolist() == [UNREACHED, UNREACHED]
    assert (figures.median_depth, figures.max_depth) == (UNREACHED, UNREACHED)
    assert figures.inlinks.tolist() == [0, 0]
