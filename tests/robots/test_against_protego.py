"""Protego, an engine written by others, comes to the same verdicts where it follows the standard.

Left out of the generated files is what Protego reads differently: tokens that begin like another,
crawl delays between names, escapes and what has to be escaped, dollars, and index pages.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from protego import Protego

from robots.rules import read

PATTERNS = st.from_regex(r"/[ab/.=*]{0,8}", fullmatch=True)
PATHS = st.from_regex(r"/[ab/.]{0,8}(\?[ab=/.]{1,4})?", fullmatch=True)
RULES = st.builds("{}: {}".format, st.sampled_from(["Allow", "Disallow", "disallow"]), PATTERNS)
NAMES = st.sampled_from(["*", "SEOFixBot", "seofixbot", "Googlebot", "GPTBot"])
GROUPS = st.builds(
    lambda names, rules: "\n".join([*(f"User-agent: {name}" for name in names), *rules]),
    st.lists(NAMES, min_size=1, max_size=3),
    st.lists(RULES, min_size=1, max_size=6),
)
FILES = st.lists(GROUPS, max_size=4).map("\n\n".join)


@given(FILES, st.lists(PATHS, min_size=1, max_size=8), st.sampled_from(["SEOFixBot", "CCBot"]))
def test_protego_agrees(text, paths, token):
    protego = Protego.parse(text)
    file = read(text.encode())

    ours = [file.verdict(token, path).allowed for path in paths]

    assert ours == [protego.can_fetch(f"https://h.test{path}", token) for path in paths]


@pytest.mark.parametrize(
    ("rules", "path", "is_allowed"),
    [
        ("Disallow: /a%3Fb", "/a?b", True),  # reserved octets are decoded
        ("Disallow: /x?a=%26", "/x?a=&", True),
        ("Disallow: /x?a%3d1", "/x?a=1", True),
        ("Disallow: /a%FF", "/a%FE", True),  # what is no UTF-8 becomes one character
        ("Disallow: /a$", "/a$b", True),  # a final dollar is taken for itself too
        ("Allow: /a?\nDisallow: /a*=", "/a?=", False),  # lengths are those of escaped forms
        ("Allow: /aa*a\nDisallow: /%61%61%61", "/aaa", False),  # or of unescaped ones
    ],
)
def test_protego_is_wrong_where_our_matcher_exists_for(rules, path, is_allowed):
    text = f"User-agent: *\n{rules}"
    protego = Protego.parse(text)

    assert protego.can_fetch(f"https://h.test{path}", "SEOFixBot") is not is_allowed
    assert read(text.encode()).verdict("SEOFixBot", path).allowed is is_allowed
