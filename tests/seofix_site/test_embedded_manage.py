from __future__ import annotations

import pytest

from manage import needs_servers


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        ("", False),
        ("help", False),
        ("help migrate", False),
        ("--help", False),
        ("version", False),
        ("--version", False),
        ("migrate --help", False),
        ("check", False),
        ("check --deploy", False),
        ("check --database default", True),
        ("makemessages --all", False),
        ("compilemessages", False),
        ("makemigrations --check --dry-run", True),  # compares with the history in the database
        ("migrate", True),
        ("audit https://example.com/", True),
    ],
)
def test_servers_are_started_only_for_commands_that_talk_to_them(arguments, needed):
    assert needs_servers(arguments.split()) is needed
