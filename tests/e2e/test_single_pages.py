"""The commands for one page and for the proof of an owner, in a fresh installation."""

from __future__ import annotations

import subprocess
import sys

from tests.e2e.installation import ROOT


def run(installation, *arguments):
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=installation.environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_page_is_checked_without_any_worker(installation, linked_site):
    site = linked_site(3)

    checked = run(installation, "check_url", site.url, *site.allowed)

    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout.splitlines()[:3] == [
        f"{site.url} answered 200.",
        "Title: Page 0",
        "Indexable.",
    ]
    assert site.targets() == ["/"]
    assert installation.processes() == []


def test_refused_page_is_one_sentence(installation):
    refused = run(installation, "check_url", "http://10.0.0.1/")

    assert (refused.returncode, refused.stderr) == (
        1,
        "CommandError: http://10.0.0.1/ cannot be audited: 10.0.0.1 is not public (private).\n",
    )


def test_owner_is_told_how_to_prove_it_and_whether_it_is_proven(installation, linked_site):
    site = linked_site(1)
    told = run(installation, "verify_site", site.url, *site.allowed)
    token = told.stdout.splitlines()[3].rpartition(" ")[2]

    looked = run(installation, "verify_site", site.url, *site.allowed, "--method", "meta")

    assert (told.returncode, len(token)) == (0, 43)
    assert (looked.returncode, looked.stderr) == (
        1,
        f"CommandError: {site.url} does not have the token.\n",
    )
