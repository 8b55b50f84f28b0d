"""python manage.py audit [URL]: audit a site from the terminal, with everything it needs."""

from __future__ import annotations

import json
import re
import sys
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from crawls.management import demo, run_audit
from crawls.management.interrupts import terminations_interrupt
from crawls.management.only_one import AlreadyRunning, only_one_in
from crawls.management.summary import summary_json
from crawls.models import AuditState
from crawls.services import audits
from crawls.services.audits import AuditRequest
from crawls.services.errors import AuditRefused

if TYPE_CHECKING:
    from argparse import ArgumentParser

DEFAULT_MAX_PAGES = 1_000
HOST_AND_PORT = re.compile(r"(\[[0-9a-f:]+\]|[^\s:/,@\[\]]+):\d{1,5}")
SUCCESSES = (AuditState.DONE, AuditState.PARTIAL)
EXIT_CANCELLED = 130
EXIT_FAILED = 1


class Command(BaseCommand):
    help = "Audit a site politely and print what was found. Without URL: the demo site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", nargs="?", metavar="URL")
        parser.add_argument("--max-pages", type=int, metavar="N")
        parser.add_argument("--max-rps", type=float, metavar="X", help="request starts a second")
        parser.add_argument("--in-flight", type=int, metavar="N", help="requests at one time")
        parser.add_argument(
            "--allow-host",
            action="append",
            default=[],
            metavar="HOST:PORT",
            help="exempt from the address, port and speed rules; for tests and demos",
        )
        parser.add_argument("--json", type=Path, metavar="FILE", help="write the summary there")
        parser.add_argument(
            "--keep-running", action="store_true", help="keep all services up until Ctrl-C"
        )

    def handle(self, **options: Any) -> None:
        with terminations_interrupt(), ExitStack() as stack:
            try:
                stack.enter_context(only_one_in(settings.LOCAL_DIR))
                call_command("migrate", verbosity=0)
                request = _request(options, stack)
                audits.check_request(request)
                file = stack.enter_context(_opened(options["json"]))
                summary = run_audit.run(request, keep_running=options["keep_running"])
            except (AlreadyRunning, AuditRefused) as refusal:
                raise CommandError(str(refusal)) from refusal
            if file:
                _write(file, json.dumps(summary_json(summary), indent=2) + "\n")
        if summary.state not in SUCCESSES:
            sys.exit(EXIT_CANCELLED if summary.state == AuditState.CANCELLED else EXIT_FAILED)


def _opened(path: Path | None) -> AbstractContextManager[TextIO | None]:
    """The file for the summary, opened before the audit: nobody waits an hour for a refusal.

    What it held before stays until there is something to replace it.
    """
    if path is None:
        return nullcontext()
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error


def _write(file: TextIO, text: str) -> None:
    try:
        if file.seekable():
            file.truncate(0)
        file.write(text)
        file.flush()
    except OSError as error:
        raise CommandError(f"{file.name} cannot be written: {error.strerror}.") from error


def _request(options: dict[str, Any], stack: ExitStack) -> AuditRequest:
    url, allowed, max_rps = options["url"], options["allow_host"], options["max_rps"]
    if url is None:
        site = stack.enter_context(demo.demo_site(settings.BASE_DIR))
        url, allowed = site.url, [*allowed, *site.hosts]
        max_rps = demo.MAX_RPS if max_rps is None else max_rps
    _allow(allowed)
    limit = options["max_pages"]
    return AuditRequest(
        url=url,
        page_limit=DEFAULT_MAX_PAGES if limit is None else limit,
        max_rps=max_rps,
        max_in_flight=options["in_flight"],
        in_foreground=True,
    )


def _allow(hosts: list[str]) -> None:
    """Exempt hosts here and, through the environment, in the workers that are started."""
    if not hosts:
        return
    if not settings.DEBUG:
        raise CommandError(
            "The demo site and --allow-host are for development: they are refused when DEBUG is off."
        )
    for host in hosts:
        if not HOST_AND_PORT.fullmatch(host):
            raise CommandError(
                f"--allow-host takes HOST:PORT, such as 127.0.0.1:8000, not {host!r}."
            )
    run_audit.exempt(hosts)
