"""python manage.py verify_site URL: how to prove that a site is yours, and whether it is proven."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from crawls.engine import urls
from crawls.engine.ownership import FILE_PATH, HOME_PATH, NAME, Proof
from crawls.management.command_account import command_account
from crawls.management.exempting import add_allow_host, exempt_hosts
from crawls.management.readiness import be_ready
from crawls.management.wording import shown
from crawls.models import Method, Site
from crawls.services import collaborators, recovery, verification
from crawls.services.audit_requests import read_seed
from crawls.services.errors import AuditRefused

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Iterator


class Command(BaseCommand):
    help = "Say how to prove that a site is yours; with --method look whether it is proven."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", metavar="URL", help="where audits of the site start")
        parser.add_argument("--method", choices=Method.values, help="look there now")
        add_allow_host(parser)

    def handle(self, *, url: str, method: str | None, allow_host: list[str], **_: Any) -> None:
        be_ready()
        exempt_hosts(allow_host)
        try:
            seed = read_seed(url)
        except AuditRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        site, _made = Site.objects.get_or_create(
            account=command_account(), seed_url=seed, defaults={"key": urls.site_key(seed)}
        )
        if method is None:
            for line in _ways(site):
                self.stdout.write(line)
            return
        recovery.ensure_open(collaborators.frontier())
        found = verification.verify(site, Method(method), collaborators.crawling_collaborators())
        if found.proof is not Proof.FOUND:
            kept = " What proved the site before still counts." if found.may_crawl else ""
            raise CommandError(shown(found.text + kept))
        self.stdout.write(shown(f"{seed} is verified. {found.text}"))


def _ways(site: Site) -> Iterator[str]:
    token = verification.token_of(site)
    host, origin = urls.host_of(site.seed_url), urls.origin_of(site.seed_url)
    yield f"One of these proves that {site.seed_url} is yours; leave it there:"
    yield f"dns   a TXT record of {host}: {NAME}={token}"
    yield f'meta  in the head of {origin}{HOME_PATH}: <meta name="{NAME}" content="{token}">'
    yield f"file  {origin}{FILE_PATH} with nothing but {token}"
    yield "Then look: python manage.py verify_site URL --method dns, meta or file"
