"""What if: links more or less, against the same site built with them from the start."""

from __future__ import annotations

import pytest

from crawls.engine.graph import UNREACHED, Certainty, NoSuchLink, claim, measure, simulate
from tests.crawls.engine.graph import thirty_pages


@pytest.fixture(scope="module")
def graph():
    return thirty_pages.build()


@pytest.fixture(scope="module")
def figures(graph):
    return measure(graph)


def built_with(monkeypatch, links):
    monkeypatch.setattr(thirty_pages, "LINKS", links)
    return thirty_pages.build()


@pytest.mark.parametrize(
    ("add", "remove"),
    [
        ([(1, 15)], []),
        ([(8, 21), (8, 30)], []),  # through redirects
        ([(4, 12), (2, 6)], []),  # what was nofollow is followed
        ([(1, 22)], []),
        ([(20, 27)], []),  # behind the last edge
        ([], [(2, 6), (6, 7)]),
        ([], [(6, 10)]),  # the link through redirects
        ([], [(19, 22)]),
        ([(1, 15), (3, 15), (8, 1)], [(15, 16), (3, 9), (2, 7)]),
    ],
)
def test_simulated_figures_are_those_of_the_site_with_the_links(
    graph, figures, monkeypatch, add, remove
):
    gone = {(source, {28: 10, 21: 10}.get(target, target)) for source, target in remove}
    links = [
        link
        for link in thirty_pages.LINKS
        if (link[0], {28: 10, 21: 10}.get(link[1], link[1])) not in gone
    ]
    links += [(*pair, False, thirty_pages.TEXT, "new") for pair in add]
    rebuilt = built_with(monkeypatch, links)
    expected = measure(rebuilt)

    found = simulate(graph, figures, add=add, remove=remove, is_complete=True)

    for name in ("depth", "inlinks", "followed_inlinks", "content_inlinks", "outlinks", "exits"):
        assert getattr(found.after, name).tolist() == getattr(expected, name).tolist(), name
    assert found.after.rank.tolist() == pytest.approx(expected.rank.tolist(), abs=1e-9)
    before = set(claim(graph, figures, is_complete=True).orphans.page_ids)
    after = set(claim(rebuilt, expected, is_complete=True).orphans.page_ids)
    assert (set(found.new_orphans), set(found.ended_orphans)) == (after - before, before - after)


def test_link_to_an_orphan_ends_it_and_shows_its_way(graph, figures):
    found = simulate(graph, figures, add=[(1, 15)], is_complete=True)

    assert (found.new_orphans, found.ended_orphans) == ((), (15,))
    changes = {change.page_id: change for change in found.changes}
    assert (changes[15].depth_before, changes[15].depth_after) == (UNREACHED, 1)
    assert (changes[16].depth_before, changes[16].depth_after) == (UNREACHED, 2)
    assert changes[15].rank_after > changes[15].rank_before
    assert changes[2].rank_after < changes[2].rank_before


def test_removed_link_leaves_an_orphan(graph, figures):
    found = simulate(graph, figures, remove=[(4, 11)], is_complete=True)

    assert (found.new_orphans, found.ended_orphans) == ((11,), ())
    assert found.after.depth[[10, 12, 13]].tolist() == [UNREACHED] * 3


def test_largest_changes_come_first_up_to_the_limit(graph, figures):
    found = simulate(graph, figures, add=[(1, 15)], is_complete=True, limit=5).changes

    sizes = [abs(change.rank_after - change.rank_before) for change in found]
    assert len(sizes) == 5
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("pairs", [[], [(1, 2)], [(1, 1)]])
def test_links_that_are_there_already_change_nothing(graph, figures, pairs):
    found = simulate(graph, figures, add=[(6, 7), *pairs], is_complete=True)

    assert (found.changes, found.new_orphans, found.ended_orphans) == ((), (), ())


def test_partial_crawl_leaves_a_simulation_inconclusive(graph, figures):
    found = simulate(graph, figures, add=[(1, 15)], is_complete=False)

    assert found.certainty is Certainty.INCONCLUSIVE


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"remove": [(1, 9)]}, NoSuchLink, "page 1 has no link that ends at page 9"),
        ({"remove": [(1, 1)]}, NoSuchLink, "page 1 has no link that ends at page 1"),
        ({"add": [(22, 1)]}, NoSuchLink, "page 22 did not answer"),
        ({"add": [(1, 99)]}, ValueError, "no page has the id 99"),
        ({"remove": [(99, 1)]}, ValueError, "no page has the id 99"),
    ],
)
def test_links_that_cannot_be_are_refused(graph, figures, change, error, message):
    with pytest.raises(error, match=message):
        simulate(graph, figures, **change, is_complete=True)
