"""Where the summary for scripts may go."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.e2e

ENDED = "Every page that was found has been crawled."


@pytest.fixture
def site(linked_site):
    return linked_site(2)


def audit_into(installation, site, name):
    return installation.audit(site.url, *site.allowed, "--max-rps", "50", "--json", name)


def test_summary_on_standard_output_has_it_to_itself(installation, site):
    ended = audit_into(installation, site, "-")

    assert (ended.exit_code, json.loads(ended.stdout)["pages"]) == (0, 2)
    assert ended.stderr.count(ENDED) == 1


def test_summary_replaces_what_the_file_held(installation, site, tmp_path):
    file = tmp_path / "summary.json"
    file.write_text("x" * 10_000)
    audit_into(installation, site, str(file))

    assert json.loads(file.read_text())["pages"] == 2


@pytest.mark.parametrize(
    ("device", "ending"),
    [
        ("/dev/null", (0, "")),
        ("/dev/full", (1, "CommandError: /dev/full cannot be written: No space left on device.\n")),
    ],
)
def test_summary_may_go_to_a_device(installation, site, device, ending):
    ended = audit_into(installation, site, device)

    assert (ended.exit_code, ended.stderr) == ending


def test_output_in_a_file_has_no_trailing_spaces_and_says_the_end_once(installation, site):
    lines = audit_into(installation, site, "/dev/null").stdout.splitlines()

    assert [line for line in lines if line != line.rstrip()] == []
    assert sum(ENDED in line for line in lines) == 1


def test_exempt_host_may_be_spelled_as_people_do(installation, linked_site):
    port = linked_site(2).url.rpartition(":")[2].strip("/")
    ended = installation.audit(
        f"http://localhost:{port}/", "--allow-host", f"LOCALHOST:{port}", "--max-rps", "50"
    )

    assert (ended.exit_code, ended.stderr) == (0, "")
