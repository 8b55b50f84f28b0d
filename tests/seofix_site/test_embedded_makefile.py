"""The Makefile, in a folder with spaces, with an interpreter that only says how it was called."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).resolve().parents[2] / "Makefile"
# What it hands to its recipes, and so to these tests when they are one.
EXPORTED = {"URL", "MAX_PAGES", "MAX_RPS", "IN_FLIGHT", "JSON", "ARGS", "FOLDER"}
INTERPRETER = """\
#!/bin/sh
case $1 in
  -c) echo runs ;;
  manage.py) printf '[%s]' "$@" ;;
esac
"""


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "a clone with spaces"
    (made / ".venv" / "bin").mkdir(parents=True)
    (made / "requirements").mkdir()
    shutil.copy(MAKEFILE, made)
    interpreter = made / ".venv" / "bin" / "python"
    interpreter.write_text(INTERPRETER)
    interpreter.chmod(0o755)
    for name in ("requirements/base.txt", "requirements/dev.txt", ".venv/base.stamp"):
        (made / name).touch()
    return made


def make(folder, *arguments, **environment):
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("MAKE") and name not in EXPORTED
    }
    return subprocess.run(
        ["make", "--no-print-directory", *arguments],
        cwd=folder,
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


@pytest.mark.parametrize(
    ("variables", "called"),
    [
        ([], "[manage.py][audit]"),
        (
            ["URL=https://example.com/", "MAX_PAGES=200"],
            "[manage.py][audit][https://example.com/][--max-pages][200]",
        ),
        (["URL=https://a.test/?x=$y&z=*;'q'"], "[manage.py][audit][https://a.test/?x=$y&z=*;'q']"),
        (
            ["MAX_RPS=1.5", "IN_FLIGHT=1", "JSON=my report.json"],
            "[manage.py][audit][--max-rps][1.5][--in-flight][1][--json][my report.json]",
        ),
        (["ARGS=--verbosity 2"], "[manage.py][audit][--verbosity][2]"),
    ],
)
def test_audit_passes_on_what_is_set(folder, variables, called):
    assert make(folder, "audit", *variables).stdout == called


def test_missing_python_is_explained(folder):
    (folder / ".venv" / "base.stamp").unlink()

    done = make(folder, "audit", "PYTHON=no-such-python")

    assert done.stderr.splitlines()[0] == (
        "SEOFix needs Python 3.11 or newer as no-such-python: install it, "
        "or name one: make audit PYTHON=python3.11"
    )


def test_requirements_are_installed_only_when_they_changed(folder):
    first = make(folder, "audit").stdout
    os.utime(folder / ".venv" / "base.stamp", (0, 0))

    second = make(folder, "audit").stdout

    assert (first, second) == (
        "[manage.py][audit]",
        "Installing requirements/base.txt into .venv ...\n[manage.py][audit]",
    )


def test_help_is_what_make_does_by_default(folder):
    assert make(folder).stdout.splitlines()[0].split()[:2] == ["make", "audit"]
