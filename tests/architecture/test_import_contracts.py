"""Each import contract is broken once, in a copy, to prove that it holds anything."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

PACKAGES = ("seofix_site", "crawls", "billing", "robots")
LINT = "from importlinter.cli import lint_imports_command as run; run()"
BREAKS = [
    ("The project uses crawls", "billing/apps.py", "import seofix_site.env"),
    ("Inside crawls", "crawls/engine/scope.py", "import crawls.services.errors"),
    ("The core knows no framework", "robots/lines.py", "import django"),
    ("Billing does not know", "billing/apps.py", "import robots.rules"),
    ("Only services and the bells", "crawls/management/loops.py", "import crawls.frontier.keys"),
    ("One door to the network", "crawls/services/reading.py", "import httpcore"),
]


@pytest.fixture
def copy(project, tmp_path):
    for package in PACKAGES:
        shutil.copytree(
            project / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(project / "tests/architecture/importlinter.ini", tmp_path)
    return tmp_path


def broken_contracts(folder):
    command = [sys.executable, "-c", LINT, "--no-logo", "--no-cache", "importlinter.ini"]
    output = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    assert "Analyzed" in output
    lines = [line.strip() for line in output.splitlines()]
    return [line.removesuffix("BROKEN").strip() for line in lines if line.endswith("BROKEN")]


def test_contracts_hold(copy):
    assert broken_contracts(copy) == []


@pytest.mark.parametrize(("contract", "file", "offence"), BREAKS)
def test_contract_reports_an_offence(copy, contract, file, offence):
    path = copy / file
    path.write_text(path.read_text() + f"\n{offence}\n")

    assert [name for name in broken_contracts(copy) if name.startswith(contract)] != []


def test_a_new_drawer_in_crawls_is_reported(copy):
    (copy / "crawls/helpers.py").write_text("")

    command = [sys.executable, "-c", LINT, "--no-logo", "--no-cache", "importlinter.ini"]
    answer = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert answer.returncode != 0
    assert "crawls.helpers" in answer.stdout
