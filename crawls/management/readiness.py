"""What a command needs before it can do anything for the person at the terminal."""

from __future__ import annotations

import logging

from django.core.management import call_command
from django.core.management.base import CommandError

from crawls.management.servers import CannotGoOn, check_usable, connect_directly


def be_ready() -> None:
    """Servers that answer, a database as this code needs it, and no log lines in between."""
    connect_directly()
    try:
        check_usable()
    except CannotGoOn as error:
        raise CommandError(str(error)) from error
    call_command("migrate", verbosity=0)
    logging.getLogger().setLevel(logging.ERROR)
