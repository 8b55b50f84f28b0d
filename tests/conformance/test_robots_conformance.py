"""Google's published expectations for robots.txt, all 400."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from robots.rules import read

DATA = Path(__file__).parents[3] / "shared" / "data" / "robots_conformance.json"


def load_cases():
    return json.loads(DATA.read_text()) if DATA.exists() else []


CASES = load_cases()
needs_data = pytest.mark.skipif(not CASES, reason=f"no conformance data at {DATA}")


def path_of(url):
    """The path and query as the case wrote them: an unescaped URL has to stay one."""
    if not url:
        return ""
    after_scheme = url.partition("://")[2]
    slash = after_scheme.find("/")
    return after_scheme[slash:]


@needs_data
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['file']}-{case['n']}")
def test_robots_file_gives_googles_verdicts(case):
    file = read(base64.b64decode(case["robots_base64"]))

    got = [file.written_verdict(e["agent"], path_of(e["url"])).allowed for e in case["expect"]]

    assert got == [e["allowed"] for e in case["expect"]]


@needs_data
def test_only_the_standards_word_on_robots_txt_itself_differs_from_google():
    different = [
        (path_of(expected["url"]), expected["allowed"])
        for case in CASES
        for file in [read(base64.b64decode(case["robots_base64"]))]
        for expected in case["expect"]
        if file.verdict(expected["agent"], path_of(expected["url"])).allowed != expected["allowed"]
    ]

    assert different == [("/robots.txt", False)] * 4


@needs_data
def test_the_data_holds_400_expectations():
    assert sum(len(case["expect"]) for case in CASES) == 400
