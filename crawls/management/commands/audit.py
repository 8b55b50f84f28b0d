"""python manage.py audit [URL]: audit a site from the terminal, with everything it needs."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, InterfaceError
from rich.console import Console

from crawls.engine.policy import POLICIES, SEOFIX
from crawls.management import demo, json_file, run_audit
from crawls.management.exempting import add_allow_host, exempt_hosts
from crawls.management.interrupts import terminations_interrupt
from crawls.management.only_one import AlreadyRunning, only_one_in
from crawls.management.servers import (
    CannotCancel,
    CannotGoOn,
    check_usable,
    connect_directly,
    database_trouble,
)
from crawls.management.summary import summary_json
from crawls.models import AuditKind, AuditState
from crawls.services.audit_requests import AuditRequest, check_request
from crawls.services.errors import AuditRefused

if TYPE_CHECKING:
    from argparse import ArgumentParser

DEFAULT_MAX_PAGES = 1_000
EXIT_CANCELLED = 130
EXIT_FAILED = 1
EXIT_STATUS: dict[str, int] = {  # any other state is one that only a Ctrl-C leaves an audit in
    AuditState.DONE: 0,
    AuditState.PARTIAL: 0,
    AuditState.BLOCKED: EXIT_FAILED,
    AuditState.RATE_LIMITED: EXIT_FAILED,
    AuditState.FAILED: EXIT_FAILED,
}
_LIMITS = SEOFIX.page_limits
_KINDS = (
    f"preview: at most {_LIMITS.preview} pages, no credits; "
    f"free: once for a site, at most {_LIMITS.free} pages, no credits"
)


class Command(BaseCommand):
    help = "Audit a site politely and print what was found. Without URL: the demo site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "url", nargs="?", metavar="URL", help="where to start; the demo site when left out"
        )
        _add_limits(parser)
        _add_kinds(parser)
        add_allow_host(parser)
        parser.add_argument(
            "--json",
            metavar="FILE",
            help="write the summary there as JSON; - is standard output, and all else goes to "
            "standard error then",
        )
        parser.add_argument(
            "--keep-running",
            action="store_true",
            help="keep PostgreSQL, Redis and the workers up after the audit until Ctrl-C, and print "
            "their addresses, to look into what was stored",
        )

    def handle(self, **options: Any) -> None:
        try:
            with terminations_interrupt():
                state = _audit(options)
        except (AlreadyRunning, AuditRefused) as refusal:
            raise CommandError(str(refusal)) from refusal
        except CannotGoOn as error:
            is_wanted = isinstance(error, CannotCancel)
            status = EXIT_CANCELLED if is_wanted else EXIT_FAILED
            raise CommandError(str(error), returncode=status) from error
        except (DatabaseError, InterfaceError) as error:
            raise CommandError(f"PostgreSQL failed: {database_trouble(error)}.") from error
        sys.exit(EXIT_STATUS.get(state, EXIT_CANCELLED))


def _add_limits(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--max-pages",
        type=int,
        default=DEFAULT_MAX_PAGES,
        metavar="N",
        help=f"stop after so many pages ({DEFAULT_MAX_PAGES:,} unless given)",
    )
    parser.add_argument(
        "--max-rps", type=float, metavar="X", help="request starts a second, at most"
    )
    parser.add_argument("--in-flight", type=int, metavar="N", help="requests at one time, at most")


def _add_kinds(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--policy",
        choices=POLICIES,
        default="seofix",
        help="the bot that crawls: seofix (unless given) audits, internal-linking looks at links "
        "and needs a site that verify_site found to be yours",
    )
    parser.add_argument(
        "--kind",
        choices=[kind for policy in POLICIES.values() for kind in policy.kinds],
        help=f"{_KINDS} (full unless given; links with the other bot)",
    )
    parser.add_argument(
        "--incremental",
        action="store_true",
        help="ask only for what changed since the previous audit from the same start URL",
    )


def _audit(options: dict[str, Any]) -> str:
    """The state in which the audit was left."""
    with ExitStack() as stack:
        stack.enter_context(only_one_in(settings.LOCAL_DIR))
        connect_directly()
        check_usable()
        call_command("migrate", verbosity=0)
        request = _request(options, stack)
        check_request(request)
        file = stack.enter_context(json_file.opened(options["json"]))
        console = Console(stderr=options["json"] == json_file.STANDARD_OUTPUT)
        summary = run_audit.run(request, console, keep_running=options["keep_running"])
        if file:
            json_file.write(file, summary_json(summary))
    return summary.state


def _request(options: dict[str, Any], stack: ExitStack) -> AuditRequest:
    url, allowed, max_rps = options["url"], options["allow_host"], options["max_rps"]
    if url is None:
        site = stack.enter_context(demo.demo_site(settings.BASE_DIR))
        url, allowed = site.url, [*allowed, *site.hosts]
        max_rps = demo.MAX_RPS if max_rps is None else max_rps
    exempt_hosts(allowed)
    return AuditRequest(
        url=url,
        page_limit=options["max_pages"],
        max_rps=max_rps,
        max_in_flight=options["in_flight"],
        in_foreground=True,
        policy=options["policy"],
        kind=AuditKind(options["kind"]) if options["kind"] else None,
        is_incremental=options["incremental"],
    )
