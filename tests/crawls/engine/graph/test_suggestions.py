"""Which words of which sentence are suggested as a link to which page."""

from __future__ import annotations

import pytest

from crawls.engine.graph import (
    Answer,
    Builder,
    Certainty,
    GraphPage,
    LinkChunk,
    PageText,
    PhraseKind,
    SuggestionLimits,
    collect_anchors,
    collect_phrases,
    measure,
    suggest_links,
)
from crawls.engine.page import LINKED_WORDS

NAME, ANCHOR, PART = PhraseKind
PAGES = {
    1: "Nordlicht Outdoor",
    2: "Spirit stove Ember - Nordlicht Outdoor",
    3: "Measuring your back length | Nordlicht Outdoor",
    4: "Hardshell jackets - Nordlicht Outdoor",
    5: "Stoves compared: which one burns longest?",
    6: "Autumn tour",
    7: "Tent",
    8: "Red two three four five six seven eight",
    9: "Red two three four five six seven eight ten",
    10: "Ant",
}
NAMES_OF_EIGHT = "red two three four five six seven eight"
LINKS = [
    (1, 4, "Waterproof shells"),
    (5, 4, "here"),
    (6, 3, "Autumn"),
    (4, 3, "click here"),
    (4, 2, "shelter"),
]


def page(id, title="", **facts):
    answer = facts.pop("answer", Answer.PAGE)
    facts.setdefault("is_indexable", answer is Answer.PAGE)
    return GraphPage(id=id, url=f"https://a.test/{id}", answer=answer, title=title, **facts)


def suggestions(texts, *, pages=PAGES, links=LINKS, others=(), is_complete=True, limits=None):
    titled = [page(number, title) for number, title in pages.items()]
    builder = Builder([*titled, *others], seed=1)
    for source, target, text, *nofollow in links:
        builder.add(LinkChunk([source], [target], nofollow or [False], [100], [text]))
    graph = builder.build()
    phrases = collect_phrases(graph, collect_anchors(graph))

    def read_texts(ids):
        return (PageText(number, [texts[number]]) for number in ids if number in texts)

    return suggest_links(
        graph, measure(graph), phrases, read_texts, is_complete=is_complete, limits=limits
    )


def told(found):
    return [(each.source, each.target, each.words, each.kind) for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("At last the Spirit Stove Ember won.", [(6, 2, "Spirit Stove Ember", NAME)]),
        ("Bring WATERPROOF shells.", [(6, 4, "WATERPROOF shells", ANCHOR)]),
        ("Any spirit stove will do.", [(6, 2, "spirit stove", PART)]),
        ("“Hardshell jackets” are warm.", [(6, 4, "Hardshell jackets", NAME)]),
        ("Of all spirit, stove Ember won.", [(6, 2, "stove Ember", PART)]),
        # The longest words at a place win, and a target is suggested once.
        ("A spirit stove. The spirit stove Ember.", [(6, 2, "spirit stove Ember", NAME)]),
        ("A tent is dry.", [(6, 7, "tent", NAME)]),
        ("Of red two three four five six seven eight.", [(6, 8, NAMES_OF_EIGHT, NAME)]),
        # Not what is generic, a function word at its end, inside a word, or several pages' name.
        ("Click here.", []),
        ("Which one burns, which one?", []),
        ("An ant.", []),
        ("A shelter.", []),
        ("Hardshell jacketsmith.", []),
        ("We at Nordlicht Outdoor say hello.", []),
        # Linked already.
        ("See measuring your back length.", []),
        # Itself.
        ("An autumn tour is wet.", []),
    ],
)
def test_words_that_speak_of_another_page_are_suggested(text, expected):
    assert told(suggestions({6: text})) == expected


def test_words_that_lead_to_two_pages_speak_of_neither():
    links = [*LINKS, (1, 2, "brave winners"), (1, 3, "Brave winners")]

    assert told(suggestions({6: "Here are brave winners."}, links=links)) == []


def test_name_of_one_page_that_links_to_another_speaks_of_neither():
    links = [*LINKS, (1, 2, "Hardshell jackets")]

    assert told(suggestions({6: "Hardshell jackets are warm."}, links=links)) == []


@pytest.mark.parametrize("kind", [(False,), (True,)])
def test_page_that_is_linked_is_not_suggested_even_by_nofollow_or_redirect(kind):
    moved = page(19, answer=Answer.REDIRECT, redirect_to=2)
    text = {6: "The spirit stove Ember won."}

    assert told(suggestions(text, others=[moved])) == [(6, 2, "spirit stove Ember", NAME)]
    for target in (2, 19):
        links = [*LINKS, (6, target, "it", *kind)]
        assert told(suggestions(text, others=[moved], links=links)) == []


@pytest.mark.parametrize(
    "other",
    [
        page(17, "Secret sale", is_indexable=False),
        page(17, "Secret sale", answer=Answer.BROKEN),
        page(17, "Secret sale", answer=Answer.FILE),
        page(17, "Secret sale", answer=Answer.UNKNOWN),
    ],
)
def test_no_page_that_is_not_indexable_gets_or_gives_a_link(other):
    texts = {6: "The secret sale begins.", 17: "The spirit stove Ember is cheap."}

    assert suggestions(texts, others=[other]) == []


def test_suggestion_shows_its_sentence_and_first_order_gain():
    text = "At last the spirit stove Ember won."
    (found,) = suggestions({5: text})
    outlinks = 1  # page 5 links to 4
    builder = Builder([page(n, title) for n, title in PAGES.items()], seed=1)
    for source, target, words in LINKS:
        builder.add(LinkChunk([source], [target], [False], [100], [words]))
    rank = measure(builder.build()).rank[4]

    assert (found.sentence, found.sentence[found.start :][: len(found.words)]) == (
        text,
        "spirit stove Ember",
    )
    assert found.gain == pytest.approx(0.85 * rank / (outlinks + 1))
    assert found.content_inlinks == 1
    assert found.reason == "The words are the title or heading of the target."


def test_largest_gain_comes_first():
    """Page 3 has links to it and none of its own; page 5 deals out to one already."""
    text = "The spirit stove Ember won."

    assert [each.source for each in suggestions({5: text, 3: text})] == [3, 5]


@pytest.mark.parametrize(
    ("limits", "count"),
    [
        (SuggestionLimits(per_source=1), 2),
        (SuggestionLimits(per_target=1), 2),
        (SuggestionLimits(overall=3), 3),
        (None, 4),
    ],
)
def test_suggestions_are_a_few_per_source_per_target_and_in_all(limits, count):
    text = "The spirit stove Ember dries hardshell jackets."

    assert len(suggestions({6: text, 3: text}, limits=limits)) == count


def test_limits_below_one_are_refused():
    with pytest.raises(ValueError, match="at least 1"):
        SuggestionLimits(per_source=0)


@pytest.mark.parametrize(("sources", "count"), [(5, 5), (6, 0)])
def test_what_the_site_always_says_is_no_link(sources, count):
    """On up to five pages words may be chance; on more than a twentieth they are a formula."""
    pages = {1: "Home", 2: "Free returns", **{n: f"Item {n}" for n in range(10, 20)}}
    texts = dict.fromkeys(range(10, 10 + sources), "We offer free returns.")
    limits = SuggestionLimits(per_target=100)

    assert len(suggestions(texts, pages=pages, links=[], limits=limits)) == count


@pytest.mark.parametrize(
    ("is_complete", "certainty"), [(True, Certainty.FACT), (False, Certainty.INCONCLUSIVE)]
)
def test_gain_on_a_partial_crawl_is_inconclusive(is_complete, certainty):
    (found,) = suggestions({6: "The spirit stove Ember won."}, is_complete=is_complete)

    assert found.certainty is certainty


@pytest.mark.parametrize(("length", "count"), [(400, 1), (401, 0)])
def test_text_without_end_is_no_sentence(length, count):
    text = "The spirit stove Ember won. And on".ljust(length, ".")

    assert len(suggestions({6: text})) == count


def test_words_of_a_link_part_what_stands_around_them():
    across = f"Take the spirit {LINKED_WORDS} stove with you."
    beside = f"See {LINKED_WORDS} and the spirit stove ember."

    assert told(suggestions({3: across})) == []
    assert told(suggestions({3: beside})) == [(3, 2, "spirit stove ember", NAME)]
