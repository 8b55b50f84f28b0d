"""Settings are read once for a process, so each case is read by a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

SHOW = """
import json
from seofix_site import settings as s
print(json.dumps({name: getattr(s, name) for name in %r}, default=sorted))
"""
OURS = {
    "SECRET_KEY",
    "DEBUG",
    "ALLOWED_HOSTS",
    "SEOFIX_ALLOW_HOSTS",
    "REDIS_URL",
    "FRONTIER_REDIS_URL",
    "DATABASE_URL",
    "FETCH_THREADS",
}


def read(names, **variables):
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return subprocess.run(
        [sys.executable, "-c", SHOW % (names,)],
        env=kept | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def values(*names, **variables):
    shown = read(names, **variables)
    assert shown.returncode == 0, shown.stderr
    return [json.loads(shown.stdout)[name] for name in names]


def refusal(**variables):
    refused = read((), **variables)
    assert refused.returncode != 0
    return (
        refused.stderr.strip()
        .splitlines()[-1]
        .removeprefix("django.core.exceptions.ImproperlyConfigured: ")
    )


def test_development_machine_needs_no_variable():
    read_values = values("DEBUG", "ALLOWED_HOSTS", "SEOFIX_ALLOW_HOSTS", "FETCH_THREADS")

    assert read_values == [True, [], [], 32]


def test_server_has_debug_off():
    assert values("DEBUG", "SECRET_KEY", SECRET_KEY="s3cret") == [False, "s3cret"]


def test_frontier_has_its_own_redis_database_by_default():
    assert values("FRONTIER_REDIS_URL", REDIS_URL="redis://r:6379/4") == ["redis://r:6379/5"]


def test_frontier_may_have_its_own_redis():
    named = {"REDIS_URL": "redis://r/0", "FRONTIER_REDIS_URL": "redis://f/0"}

    assert values("FRONTIER_REDIS_URL", **named) == ["redis://f/0"]


def test_exempt_hosts_are_read_on_a_development_machine():
    hosts = values("SEOFIX_ALLOW_HOSTS", SEOFIX_ALLOW_HOSTS="127.0.0.1:8000, [::1]:9")

    assert hosts == [["127.0.0.1:8000", "[::1]:9"]]


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"DEBUG": "False"}, "Set SECRET_KEY: it is required when DEBUG is off."),
        ({"DEBUG": "1"}, "DEBUG must be True or False, not '1'."),
        (
            {"SECRET_KEY": "x", "SEOFIX_ALLOW_HOSTS": "127.0.0.1:80"},
            "SEOFIX_ALLOW_HOSTS is refused when DEBUG is off.",
        ),
        ({"FETCH_THREADS": "0"}, "FETCH_THREADS must be a whole number from 1, not '0'."),
    ],
)
def test_settings_refuse_what_they_would_have_to_guess(variables, sentence):
    assert refusal(**variables) == sentence
