from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from crawls.checks import CHECKS
from crawls.checks.base import Check, Severity, page_check, site_check

FROZEN = (Path(__file__).parent / "check_ids.txt").read_text().split()


def test_check_ids_are_public_and_only_ever_added():
    assert sorted(CHECKS) == FROZEN


@pytest.mark.parametrize("check", CHECKS.values(), ids=lambda check: check.id)
def test_a_check_explains_itself_in_full_sentences(check):
    assert 0 < len(check.title) <= 70
    assert not check.title.endswith(".")
    for text in (check.why, check.how_to_fix):
        assert text[0].isupper()
        assert text.endswith(".")


@pytest.mark.parametrize("enter", [page_check, site_check])
def test_two_checks_cannot_share_an_id(enter):
    check = Check(id="title_missing", severity=Severity.ERROR, title="T", why="W.", how_to_fix="H.")

    with pytest.raises(ValueError, match="two checks are called title_missing"):
        enter(check)(lambda _: iter(()))


def test_checks_load_without_frameworks():
    code = "import sys, crawls.checks, crawls.engine.parse; print(*sys.modules)"

    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()

    assert {"django", "celery", "redis", "httpx"}.isdisjoint(loaded)
