"""What the documents claim is compared with the code."""

from __future__ import annotations

import re
from pkgutil import resolve_name

from crawls.checks import CHECKS, PAGE_RULES


def test_table_of_checks_is_the_registry(project):
    text = (project / "crawls/checks/README.md").read_text()
    rows = re.findall(r"(?m)^\| `(\w+)` \| (\w+) \| (\w+) \| (.+) \|$", text)

    registry = [
        (check.id, str(check.severity), "page" if check.id in PAGE_RULES else "site", check.title)
        for check in CHECKS.values()
    ]
    assert sorted(rows) == sorted(registry)


def test_life_of_a_url_names_only_what_exists(project):
    text = (project / "crawls/README.md").read_text()
    names = re.findall(r"`(?:crawls\.)?((?:engine|services|fetch|frontier)[a-zA-Z_.]*)`", text)
    scripts = re.findall(r"`(frontier/lua/[a-z_]+\.lua)`", text)

    assert (len(names), len(scripts)) == (30, 3)
    for name in names:
        resolve_name(f"crawls.{name}")
    assert [script for script in scripts if not (project / "crawls" / script).exists()] == []
