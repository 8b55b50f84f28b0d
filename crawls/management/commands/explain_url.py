"""python manage.py explain_url AUDIT URL: why a URL is, or is not, a page of an audit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from crawls.management.servers import connect_directly
from crawls.models import Audit
from crawls.services.explaining import explain_url

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    help = "Say why a URL is, or is not, a page of an audit."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("audit", type=int, metavar="AUDIT")
        parser.add_argument("url", metavar="URL")

    def handle(self, *, audit: int, url: str, **_: Any) -> None:
        connect_directly()  # a pool would still be opening its connections when the answer is there
        found = Audit.objects.filter(pk=audit).first()
        if found is None:
            raise CommandError(f"There is no audit {audit}.")
        for sentence in explain_url(found, url):
            self.stdout.write(sentence)
