#!/usr/bin/env python
from __future__ import annotations

import os
import signal
import sys
from contextlib import nullcontext

from django.core.exceptions import ImproperlyConfigured

from seofix_site.embedded import EmbeddedError, Terminated, services

SELF_CONTAINED = frozenset({"help", "version", "makemessages", "compilemessages"})
LOOKS_ONLY = frozenset({"--help", "-h", "--version"})


def needs_servers(arguments: list[str]) -> bool:
    """Whether this command talks to PostgreSQL or Redis; `arguments` without the program's name."""
    if not arguments or LOOKS_ONLY.intersection(arguments):
        return False
    if arguments[0] == "check":
        return "--database" in arguments
    return arguments[0] not in SELF_CONTAINED


def main(argv: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seofix_site.settings")
    with services() if needs_servers(argv[1:]) else nullcontext():
        from django.core.management import execute_from_command_line  # noqa: PLC0415 -- slow import

        execute_from_command_line(argv)


if __name__ == "__main__":
    try:
        main(sys.argv)
    except (EmbeddedError, ImproperlyConfigured) as error:
        sys.exit(str(error))
    except Terminated as termination:
        sys.exit(termination.exit_code)
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
