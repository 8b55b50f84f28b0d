"""What cannot be audited is refused in one sentence, and nothing is left running."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.e2e

UNUSED = "http://127.0.0.1:9/"
NO_SPEED = "The speed must be a positive number of requests a second, not {}."
REFUSED = {
    "no address": (
        ["not-a-url"],
        "'not-a-url' is not a web address: it must look like https://example.com/",
    ),
    "another scheme": (
        ["ftp://x/"],
        "'ftp://x/' is not a web address: it must look like https://example.com/",
    ),
    "loopback": ([UNUSED], f"{UNUSED} cannot be audited: 127.0.0.1 is not public (loopback)."),
    "no pages": (["--max-pages", "0"], "The page limit must be at least 1, not 0."),
    "too many pages": (
        ["--max-pages", "9999999999"],
        "The page limit must be at most 1,000,000, not 9,999,999,999.",
    ),
    "no number of speed": (["--max-rps", "nan"], NO_SPEED.format("nan")),
    "no speed": (["--max-rps", "0"], NO_SPEED.format("0.0")),
    "no requests": (["--in-flight", "0"], "Requests in flight must be at least 1, not 0."),
    "a folder as file": (["--json", "/"], "/ cannot be written: Is a directory."),
    "no such folder": (
        ["--json", "/dev/null/summary.json"],
        "/dev/null/summary.json cannot be written: Not a directory.",
    ),
}
AWAY = {
    "REDIS_URL": (
        "redis://:secret@127.0.0.1:9/0",
        "Redis cannot be used: redis://127.0.0.1:9/0: Error 111 connecting to 127.0.0.1:9. Connection refused.",
    ),
    "DATABASE_URL": (
        "postgresql://somebody:secret@127.0.0.1:9/name",
        'PostgreSQL cannot be used: postgresql://somebody@127.0.0.1:9/name: connection failed: connection to server at "127.0.0.1", port 9 failed: Connection refused.',
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_refused_in_one_sentence(installation, case):
    arguments, sentence = REFUSED[case]
    ended = installation.audit(*arguments, within=30)

    assert (ended.exit_code, ended.stdout) == (1, "")
    assert ended.stderr == f"CommandError: {sentence}\n"
    assert installation.processes() == []


@pytest.mark.parametrize("variable", AWAY)
def test_server_that_is_not_there_is_named_at_once(installation, variable):
    url, sentence = AWAY[variable]
    ended = installation.audit(within=10, **{variable: url})

    assert (ended.exit_code, ended.stdout) == (1, "")
    assert ended.stderr == f"CommandError: {sentence}\n"


def test_text_as_page_limit_is_refused_with_the_usage(installation):
    ended = installation.audit("--max-pages", "abc", within=30)

    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.splitlines()[-1] == (
        "manage.py audit: error: argument --max-pages: invalid int value: 'abc'"
    )


def test_exempt_hosts_are_refused_outside_development(installation):
    ended = installation.audit(
        *("--allow-host", "127.0.0.1:9", UNUSED), DEBUG="False", SECRET_KEY="x", within=30
    )

    said = "The demo site and --allow-host are for development: they are refused when DEBUG is off."
    assert (ended.exit_code, ended.stderr) == (1, f"CommandError: {said}\n")


@pytest.mark.parametrize("host", ["127.0.0.1", "http://127.0.0.1:80", "a b:80", ":80", "x:"])
def test_malformed_exempt_hosts_are_refused(installation, host):
    ended = installation.audit("--allow-host", host, UNUSED, within=30)

    said = f"CommandError: --allow-host takes HOST:PORT, such as 127.0.0.1:8000, not {host!r}.\n"
    assert (ended.exit_code, ended.stderr) == (1, said)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["http://no-such-host.invalid/"], "There is no host of this name."),
        (["--allow-host", "127.0.0.1:9", UNUSED], "The server refused the connection."),
    ],
)
def test_site_that_does_not_answer_fails_the_audit_with_the_reason(installation, arguments, reason):
    ended, summary = installation.audit_json(*arguments, within=60)

    assert (ended.exit_code, ended.stderr, summary["state"]) == (1, "", "failed")
    assert summary["reason"] == f"The start URL could not be fetched: {reason}"
    assert installation.processes() == []
