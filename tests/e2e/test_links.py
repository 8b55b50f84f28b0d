"""The demo site as InternalLinkingToolBot sees it."""

from __future__ import annotations

FIGURES = {"orphans": 1, "dead_ends": 0, "max_depth": 6, "suggestions": 9}


def test_internal_links_of_the_demo_site_are_reported(installation):
    ended, told = installation.audit_json("--policy", "internal-linking")

    assert (ended.exit_code, ended.stderr) == (0, "")
    assert (told["state"], told["kind"], told["pages"], told["credits"]) == ("done", "links", 80, 0)
    assert {name: told[name] for name in FIGURES} == FIGURES
    assert installation.value("SELECT count(*) FROM crawls_pagelinks") == 60
    said = "1 orphan, 0 dead ends, the deepest page 6 clicks from the start, 9 suggestions"
    assert f"Links      {said}" in ended.stdout
