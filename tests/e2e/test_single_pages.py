"""The commands for one page and for the proof of an owner, in a fresh installation."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from crawls.engine.ownership import FILE_PATH, NAME
from crawls.frontier.base import LEASE_MS, Refusal
from crawls.frontier.redis_frontier import RedisFrontier, connect
from crawls.services import sweeping
from seofix_site.redis_urls import next_database
from tests.e2e.installation import ROOT, until


def started(installation, *arguments):
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=installation.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(installation, *arguments):
    with started(installation, *arguments) as command:
        try:
            stdout, stderr = command.communicate(timeout=60)
        finally:
            command.kill()
    return subprocess.CompletedProcess(arguments, command.returncode, stdout, stderr)


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
    assert told.stdout.splitlines()[2] == (
        f'meta  in the head of {site.url}: <meta name="{NAME}" content="{token}">'
    )
    assert (looked.returncode, looked.stderr) == (
        1,
        f"CommandError: {site.url} does not have the token.\n",
    )


def test_owner_who_proves_it_is_told_so_and_by_what(installation, linked_site, tmp_path):
    site = linked_site(1)
    told = run(installation, "verify_site", site.url, *site.allowed)
    token = told.stdout.splitlines()[3].rpartition(" ")[2]
    file = tmp_path / "site" / FILE_PATH.lstrip("/")
    file.parent.mkdir()
    file.write_text(f"{token}\n", encoding="ascii")

    by_file, by_dns = (
        run(installation, "verify_site", site.url, *site.allowed, "--method", method)
        for method in ("file", "dns")
    )

    place = f"{site.url.rstrip('/')}{FILE_PATH}"
    assert (by_file.returncode, by_file.stdout, by_file.stderr) == (
        0,
        f"{site.url} is verified. {place} has the token.\n",
        "",
    )
    assert (by_dns.returncode, by_dns.stdout, by_dns.stderr) == (
        1,
        "",
        "CommandError: 127.0.0.1 has no TXT records. What proved the site before still counts.\n",
    )


@pytest.mark.django_db
def test_command_that_is_killed_leaves_a_lease_that_the_sweeper_closes(installation, linked_site):
    site = linked_site(1, pause_ms=2_000)
    with started(installation, "check_url", site.url, *site.allowed) as command:
        until(lambda: site.log.exists() and site.targets(), within=30)
        command.kill()

    with connect(next_database(installation.redis_url)) as client:
        frontier = RedisFrontier(client, now_ms=lambda: time.time_ns() // 1_000_000 + LEASE_MS)
        (lease,) = frontier.expired(10)
        sweeping.sweep(frontier)

        assert lease.item == f"x{-lease.lane.audit_id}"
        assert frontier.expired(10) == []
        assert frontier.claim(lease.lane) is Refusal.CLOSED
    assert run(installation, "check_url", site.url, *site.allowed).returncode == 0
