"""From rows to a graph: what is refused, where redirects end, which texts are one."""

from __future__ import annotations

import pytest

from crawls.engine.graph import Answer, Builder, Ending, GraphPage, LinkChunk
from crawls.engine.graph.generic_anchors import is_generic
from crawls.engine.graph.texts import EMPTY, OTHER, Texts, fold

PAGE, REDIRECT = Answer.PAGE, Answer.REDIRECT


def page(id, answer=PAGE, redirect_to=None):
    return GraphPage(id=id, url=f"https://a.test/{id}", answer=answer, redirect_to=redirect_to)


def redirects(*steps):
    return [page(source, REDIRECT, target) for source, target in steps]


@pytest.mark.parametrize(
    ("pages", "endings"),
    [
        ([page(1)], [(1, 0, Ending.PAGE)]),
        ([page(1, Answer.FILE)], [(1, 0, Ending.FILE)]),
        ([page(1, Answer.BROKEN)], [(1, 0, Ending.ERROR)]),
        ([page(1, Answer.UNKNOWN)], [(1, 0, Ending.UNKNOWN)]),
        (redirects((1, None)), [(1, 0, Ending.LEFT)]),
        (redirects((1, 99)), [(1, 0, Ending.LEFT)]),
        (redirects((1, 1)), [(1, 0, Ending.LOOP)]),
        (redirects((1, 2), (2, 1)), [(1, 0, Ending.LOOP), (2, 0, Ending.LOOP)]),
        (redirects((1, 2), (2, 2)), [(1, 0, Ending.LOOP), (2, 0, Ending.LOOP)]),
        (
            redirects((1, 2), (2, 3), (3, 4), (4, 2)),
            [(n, 0, Ending.LOOP) for n in (1, 2, 3, 4)],
        ),
        ([*redirects((1, 2)), page(2)], [(2, 1, Ending.PAGE), (2, 0, Ending.PAGE)]),
        (
            [page(1, Answer.BROKEN), *redirects((2, 1), (3, 2))],
            [(1, 0, Ending.ERROR), (1, 1, Ending.ERROR), (1, 2, Ending.ERROR)],
        ),
        (redirects((1, 2), (2, None)), [(2, 1, Ending.LEFT), (2, 0, Ending.LEFT)]),
    ],
)
def test_redirects_end_where_their_chain_does(pages, endings):
    found = Builder(pages, seed=1).build()

    finals = found.ids[found.endings.final].tolist()
    rows = zip(finals, found.endings.hops.tolist(), found.endings.kind.tolist(), strict=True)
    assert list(rows) == endings


def test_chain_of_a_thousand_redirects_is_followed_to_its_end():
    pages = [*redirects(*((n, n + 1) for n in range(1000))), page(1000)]
    found = Builder(pages, seed=0).build()

    assert found.endings.final.tolist() == [1000] * 1001
    assert found.endings.hops.tolist() == list(range(1000, -1, -1))
    assert found.seed == 1000


@pytest.mark.parametrize(
    ("pages", "message"),
    [
        ([page(1), page(1)], "two pages have the same id"),
        ([page(2)], "the seed is none of the pages"),
        ([], "the seed is none of the pages"),
    ],
)
def test_pages_that_make_no_site_are_refused(pages, message):
    with pytest.raises(ValueError, match=message):
        Builder(pages, seed=1)


@pytest.mark.parametrize(
    ("chunk", "message"),
    [
        (LinkChunk([1], [9], [False], [100], [""]), "does not know"),
        (LinkChunk([0], [1], [False], [100], [""]), "does not know"),
        (LinkChunk([1, 1], [1, 1], [False], [100], [""]), "differ in length"),
    ],
)
def test_links_that_fit_no_site_are_refused(chunk, message):
    builder = Builder([page(1), page(5)], seed=1)

    with pytest.raises(ValueError, match=message):
        builder.add(chunk)
    assert len(builder.build().links) == 0


def test_only_redirects_lead_on_and_only_pages_are_indexable():
    with pytest.raises(ValueError, match="only a redirect"):
        page(1, Answer.PAGE, 2)
    with pytest.raises(ValueError, match="only a page"):
        GraphPage(id=1, url="", answer=Answer.BROKEN, is_indexable=True)


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Read  More »", "read more"),
        ("“Mehr…”", "mehr"),
        ("→", ""),
        ("", ""),
        ("C++", "c++"),
        ("C#,", "c#"),
        (".NET", ".net"),
        ("(optional)", "(optional)"),
        ("Straße", "strasse"),
        ("もっと見る", "もっと見る"),
        ("x" * 300, "x" * 200),
    ],
)
def test_texts_are_compared_without_case_and_signs(written, folded):
    assert fold(written) == folded


@pytest.mark.parametrize(
    ("text", "generic"),
    [("Click here!", True), ("MEHR ERFAHREN", True), ("here be dragons", False), ("", False)],
)
def test_generic_texts_are_known_in_any_spelling(text, generic):
    assert is_generic(fold(text)) is generic


def test_spellings_of_a_text_take_bounded_memory():
    texts = Texts(limit=4)

    assert set(texts.ids_of(["a" + "." * n for n in range(100)]).tolist()) == {2}
    assert len(texts._id_of_written) == 8


def test_texts_beyond_the_limit_are_one():
    texts = Texts(limit=4)

    ids = texts.ids_of(["a", "", "A!", "b", "c", "b", "d"]).tolist()

    assert ids == [2, EMPTY, 2, 3, OTHER, 3, OTHER]
    assert [texts[2], texts[3]] == ["a", "b"]
