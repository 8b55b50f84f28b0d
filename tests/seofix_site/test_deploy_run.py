from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMPLETE = {
    "SECRET_KEY": "x",
    "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}
USAGE = "usage: deploy/run dispatch | sweep | fetch-<n> | lifecycle\n"


@pytest.fixture
def deploy(tmp_path):
    """Run deploy/run as installed beside an environment of its own, with only these variables."""
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    for name in ("manage.py", "deploy"):
        (tmp_path / name).symlink_to(ROOT / name)

    def run(*arguments, **variables):
        done = subprocess.run(
            [tmp_path / "deploy/run", *arguments],
            env={"PATH": os.environ["PATH"], **variables},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.parametrize("arguments", [(), ("dispatch", "sweep")])
def test_start_without_one_role_is_told_the_roles(deploy, arguments):
    assert deploy(*arguments, **COMPLETE) == (2, "", USAGE)


def test_unknown_role_is_told_the_roles(deploy):
    sentence = "unknown role: web (dispatch, sweep, fetch-<n>, lifecycle)\n"

    assert deploy("web", **COMPLETE) == (2, "", sentence)


@pytest.mark.parametrize("value", [None, ""])
@pytest.mark.parametrize("missing", sorted(COMPLETE))
def test_start_without_a_needed_variable_is_refused(deploy, missing, value):
    given = {name: text for name, text in COMPLETE.items() if name != missing}
    if value is not None:
        given[missing] = value

    assert deploy("fetch-1", **given) == (
        1,
        "",
        f"{missing} is not set: a deployed process needs SECRET_KEY, DATABASE_URL and REDIS_URL.\n",
    )


@pytest.mark.parametrize("role", ["dispatch", "fetch-1", "lifecycle"])
def test_start_with_a_wrong_variable_ends_with_one_sentence(deploy, role):
    sentence = "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL, not 'chatty'.\n"

    assert deploy(role, **COMPLETE, LOG_LEVEL="chatty") == (1, "", sentence)
