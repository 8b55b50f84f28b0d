from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from crawls.engine.graph import Places
from crawls.engine.page import LINKED_WORDS
from crawls.engine.parse.sentences import MAX_CHARACTERS, sentences_of

OAK = "We oil every oak chair by hand."
WAX = "Wax keeps the water out of it!"


def read(html):
    return list(sentences_of(LexborHTMLParser(f"<body>{html}"), Places()))


@pytest.mark.parametrize(
    ("html", "sentences"),
    [
        (f"<p>{OAK} {WAX}</p>", [OAK, WAX]),
        (f"<p>{OAK}</p><p>{WAX}</p>", [OAK, WAX]),
        (f"<div>{OAK}<br>{WAX}</div>", [OAK, WAX]),
        ("<p>We oil every\n  <em>oak</em> chair by hand.</p>", [OAK]),
        ("<p>It costs 3.50 euros in all shops.</p>", ["It costs 3.50 euros in all shops."]),
        ("<p>Ask e.g. for the oak chair.</p>", ["Ask e.g. for the oak chair."]),
        (
            f"<p>“{OAK}” {WAX}</p>",
            [f"“{OAK}”", WAX],
        ),
        (
            "<p>木の椅子を 手で 磨き ます。次の 文 も あり ます。</p>",
            ["木の椅子を 手で 磨き ます。", "次の 文 も あり ます。"],
        ),
        (
            "<p>See our <a href=/oak>oak chairs</a> for the whole year.</p>",
            [f"See our {LINKED_WORDS} for the whole year."],
        ),
        (f"<p><a name=x>{OAK}</a></p>", [OAK]),
        (f"<h2>{OAK}</h2><p>{WAX}</p>", [WAX]),
        (f"<nav>{OAK}</nav><div role=navigation>{OAK}</div><p>{WAX}</p>", [WAX]),
        (f"<header>{OAK}</header><main><header>{WAX}</header></main><footer>{OAK}</footer>", [WAX]),
        (f"<script>{OAK}</script><style>{OAK}</style><button>{OAK}</button><p>{WAX}</p>", [WAX]),
        (f"<p>{OAK}</p><p>{OAK}</p>", [OAK]),
        ("<p>Only three words.</p>", []),
        (f"<p>{'very ' * 100}long.</p>", []),
        ("", []),
    ],
)
def test_sentences_are_those_of_the_main_content(html, sentences):
    assert read(html) == sentences


def test_what_is_kept_of_one_page_is_bounded():
    found = read("".join(f"<p>This is sentence number {n} of the page.</p>" for n in range(9_000)))

    assert 0 < sum(map(len, found)) <= MAX_CHARACTERS
    assert found[0] == "This is sentence number 0 of the page."


def test_page_without_a_body_says_nothing():
    assert sentences_of(LexborHTMLParser("<frameset></frameset>"), Places()) == ()
