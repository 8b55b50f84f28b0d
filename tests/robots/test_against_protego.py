"""Protego, an engine written by others, comes to the same verdicts where it follows the standard.

Left out of the generated files is what Protego reads differently: tokens that begin like another,
crawl delays between names, escapes, dollars, and index pages.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from protego import Protego

from robots.rules import read

PATTERNS = st.from_regex(r"/[ab/.?=*]{0,8}", fullmatch=True)
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
