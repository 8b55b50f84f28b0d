"""Rules that a reader of the source can check: one door, raw scripts, no scheduled messages."""

from __future__ import annotations

import re

import pytest

FORBIDDEN = [
    (r"register_script|\.script_load\(|\bScript\(", "redis-py scripts reload themselves"),
    (r"\b(countdown|eta)=", "a fetch is never scheduled in the broker"),
    (r"follow_redirects", "hops are pages"),
    (r"\bchord\(", "rows finish an audit"),
    (r"is_global", "addresses are judged by our own table"),
]


@pytest.mark.parametrize(("pattern", "reason"), FORBIDDEN)
def test_source_never_says(python_files, pattern, reason):
    offences = [
        f"{path.name}:{number}"
        for path in python_files
        if "tests" not in path.parts
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.search(pattern, line) and not line.lstrip().startswith("#")
    ]

    assert offences == [], reason
