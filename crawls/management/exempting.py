"""Hosts that a person at the terminal exempts from the address rules: tests and demos."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.management.base import CommandError

from crawls.engine import urls

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Iterable

HOST_AND_PORT = re.compile(r"(\[[^\]]+\]|[^\s:/?#,@\[\]\\]+):\d{1,5}")


def add_allow_host(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="HOST:PORT",
        help="exempt from the address, port, speed and ownership rules; for tests and demos",
    )


def exempt_hosts(hosts: Iterable[str]) -> None:
    """Exempt hosts here and, through the environment, in the workers that are started."""
    names = [_exempt_host(host) for host in hosts]
    if not names:
        return
    if not settings.DEBUG:
        raise CommandError(
            "The demo site and --allow-host are for development: they are refused when DEBUG is off."
        )
    settings.SEOFIX_ALLOW_HOSTS = settings.SEOFIX_ALLOW_HOSTS | frozenset(names)
    os.environ["SEOFIX_ALLOW_HOSTS"] = ",".join(sorted(settings.SEOFIX_ALLOW_HOSTS))


def _exempt_host(text: str) -> str:
    """HOST:PORT as a normalised URL names it, which is how it will be looked up."""
    if HOST_AND_PORT.fullmatch(text):
        with suppress(urls.NotAWebAddress):
            return urls.authority(urls.normalise(f"http://{text}"))
    raise CommandError(f"--allow-host takes HOST:PORT, such as 127.0.0.1:8000, not {text!r}.")
