from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def project():
    return PROJECT


@pytest.fixture(scope="session")
def python_files():
    """Our Python files, tracked or about to be, without migrations."""
    listed = subprocess.check_output(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py"],
        cwd=PROJECT,
        text=True,
    )
    paths = [PROJECT / line for line in listed.splitlines()]
    return [path for path in paths if path.exists() and "migrations" not in path.parts]
