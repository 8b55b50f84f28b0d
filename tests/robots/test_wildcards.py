from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robots import wildcards
from robots.wildcards import Wildcards


def regular_expression(parts):
    return re.compile(b".*".join(map(re.escape, parts)), re.DOTALL)


PART = st.text("ab/", min_size=1, max_size=3).map(str.encode)
PATTERNS = st.lists(
    st.tuples(PART | st.just(b""), st.lists(PART, min_size=1, max_size=4)).map(
        lambda pattern: (pattern[0], *pattern[1])
    ),
    max_size=12,
)
PATHS = st.text("ab/c", max_size=20).map(str.encode)


@given(PATTERNS, PATHS, st.sampled_from([1, 8, 32 * 1024]))
def test_the_first_pattern_that_matches_is_the_one_a_regular_expression_finds(
    patterns, path, block
):
    matches = [
        place for place, parts in enumerate(patterns) if regular_expression(parts).match(path)
    ]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wildcards, "BLOCK", block)
        assert Wildcards(patterns).first_match(path) == next(iter(matches), None)


def test_no_patterns_match_nothing():
    assert Wildcards([]).first_match(b"/a") is None
