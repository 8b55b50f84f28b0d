"""Settings are read once for a process, so each case is read by a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

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
    "LOG_LEVEL",
}
ROOT = Path(__file__).parents[2]


def run(*arguments, **variables):
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=kept | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def values(*names, **variables):
    shown = run("-c", SHOW % (names,), **variables)
    assert shown.returncode == 0, shown.stderr
    return [json.loads(shown.stdout)[name] for name in names]


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


def test_name_servers_may_be_addresses_of_either_kind():
    servers = values("DNS_SERVERS", DNS_SERVERS="192.0.2.53:53, [2001:db8::53]:5353")

    assert servers == [["192.0.2.53:53", "[2001:db8::53]:5353"]]


def test_what_a_database_url_asks_for_is_kept():
    url = "postgresql://host/name?sslmode=require&options=-c%20search_path%3Dours"

    (databases,) = values("DATABASES", DATABASE_URL=url)

    options = databases["default"]["OPTIONS"]
    assert (options["sslmode"], options["options"]) == (
        "require",
        "-c search_path=ours -c idle_in_transaction_session_timeout=60000",
    )


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"DEBUG": "False"}, "Set SECRET_KEY: it is required when DEBUG is off."),
        ({"DEBUG": "maybe"}, "DEBUG must be True or False, not 'maybe'."),
        (
            {"SECRET_KEY": "x", "SEOFIX_ALLOW_HOSTS": "127.0.0.1:80"},
            "SEOFIX_ALLOW_HOSTS is refused when DEBUG is off.",
        ),
        ({"FETCH_THREADS": "x"}, "FETCH_THREADS must be a whole number from 1, not 'x'."),
        (
            {"LOG_LEVEL": "chatty"},
            "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL, not 'chatty'.",
        ),
        (
            {"DATABASE_URL": "garbage"},
            "DATABASE_URL must look like postgresql://user:password@host:5432/name.",
        ),
        *(
            (
                {"DNS_SERVERS": servers},
                "DNS_SERVERS must look like 192.0.2.53:53 or [2001:db8::53]:53.",
            )
            for servers in ("192.0.2.53", "192.0.2.53:53,dns.test:53", "2001:db8::53")
        ),
        ({"REDIS_URL": "nonsense"}, "REDIS_URL must look like redis://host:6379/0."),
        (
            {"FRONTIER_REDIS_URL": "nonsense"},
            "FRONTIER_REDIS_URL must look like redis://host:6379/0.",
        ),
    ],
)
def test_command_ends_with_one_sentence_where_settings_would_have_to_guess(variables, sentence):
    refused = run("manage.py", "check", **variables)

    assert (refused.returncode, refused.stdout, refused.stderr) == (1, "", f"{sentence}\n")
