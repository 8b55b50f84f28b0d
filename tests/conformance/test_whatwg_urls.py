"""Our normaliser against the http and https cases of web-platform-tests' urltestdata.json."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crawls.engine.urls import InvalidAddress, NotAWebAddress, normalise

DATA = Path(__file__).parents[3] / "shared" / "data" / "whatwg_urls.json"
CASES = json.loads(DATA.read_text()) if DATA.exists() else []
WEB = [case for case in CASES if case.get("protocol") in {"http:", "https:"}]
REFUSED = [case for case in CASES if case.get("failure")]
OTHER = [case for case in CASES if case not in WEB and case not in REFUSED]

pytestmark = pytest.mark.skipif(not CASES, reason="needs ../shared/data/whatwg_urls.json")


def expected(case):
    """The standard's href under our policy: no fragment, no user, one root dot less."""
    hostname = case["hostname"]
    if hostname.endswith(".") and not hostname.endswith("..") and hostname != ".":
        hostname = hostname[:-1]
    port = f":{case['port']}" if case["port"] else ""
    empty_query = "?" if case["href"].split("#")[0].endswith("?") and not case["search"] else ""
    return f"{case['protocol']}//{hostname}{port}{case['pathname']}{case['search']}{empty_query}"


@pytest.mark.parametrize("case", WEB, ids=lambda case: repr(case["input"])[:60])
def test_normalise_agrees_with_the_standard(case):
    assert normalise(case["input"], case["base"]) == expected(case)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: repr(case["input"])[:60])
def test_normalise_refuses_what_the_standard_refuses(case):
    with pytest.raises(InvalidAddress):
        normalise(case["input"], case["base"])


@pytest.mark.parametrize("case", OTHER, ids=lambda case: repr(case["input"])[:60])
def test_other_schemes_are_no_web_address(case):
    with pytest.raises(NotAWebAddress):
        normalise(case["input"], case["base"])
