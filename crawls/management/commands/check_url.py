"""python manage.py check_url URL: what is wrong with one page, at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from crawls.management.command_account import command_account
from crawls.management.exempting import add_allow_host, exempt_hosts
from crawls.management.readiness import be_ready
from crawls.management.wording import counted, shown
from crawls.services import collaborators, recovery
from crawls.services.errors import AuditRefused, HostBusy, TooManyChecks
from crawls.services.page_check import check_page

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Iterator

    from crawls.services.page_check import CheckedPage


class Command(BaseCommand):
    help = "Fetch one page, whatever robots.txt says, and check it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", metavar="URL")
        add_allow_host(parser)

    def handle(self, *, url: str, allow_host: list[str], **_: Any) -> None:
        be_ready()
        exempt_hosts(allow_host)
        recovery.ensure_open(collaborators.frontier())
        try:
            found = check_page(command_account().pk, url, collaborators.crawling_collaborators())
        except (AuditRefused, TooManyChecks, HostBusy) as refusal:
            raise CommandError(str(refusal)) from refusal
        for line in _lines(found):
            self.stdout.write(shown(line))


def _lines(found: CheckedPage) -> Iterator[str]:
    yield f"{found.url} answered {found.status or 'nothing'}."
    if found.redirect_url:
        yield f"It redirects to {found.redirect_url}."
    elif found.problem:
        yield found.problem
    if found.page is None:
        return
    yield f"Title: {found.page.title or 'none'}"
    yield "Indexable." if found.is_indexable else f"Not indexable: {found.index_reason}."
    yield f"{counted(len(found.findings), 'finding')}."
    for one in found.findings:
        yield f"{one.severity}: {one.title} ({one.check_id}): {one.evidence}"
