"""Who owns a site: a token of the site's own, found in DNS, in its start page or in a file."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from crawls.engine import ownership, urls
from crawls.engine.ownership import Looked, Ownership, Proof
from crawls.engine.parse import HostilePage, read_metas
from crawls.engine.policy import POLICIES
from crawls.engine.response import Failure, FailureKind
from crawls.fetch.addresses import literal_address
from crawls.fetch.parser_pool import ParserBusy, ParserCrashed, ParserTimeout
from crawls.fetch.txt_records import RecordsUnknown, TxtResolver
from crawls.models import Method, NoticeKind, Site
from crawls.services import blocklist, notices
from crawls.services.errors import HostBusy
from crawls.services.lone_fetch import fetch_on_site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawls.engine.policy import BotPolicy
    from crawls.engine.response import Response
    from crawls.services.crawling import Collaborators

log = structlog.get_logger(__name__)

OK = 200
SERVER_ERRORS = range(500, 600)
TOO_MANY_REQUESTS = 429
NO_SUCH_HOST = frozenset({FailureKind.DNS_NO_HOST, FailureKind.DNS_NO_ADDRESS})
MOST_TELLING = (Proof.FOUND, Proof.UNKNOWN, Proof.MISSING)  # of what two hosts of a site say


@dataclass(frozen=True, slots=True)
class Verification:
    """What a look at a site brought, for its owner: a sentence, whatever it was."""

    proof: Proof
    text: str
    method: str = ""
    may_crawl: bool = False


def token_of(site: Site) -> str:
    """The site's token, made when it is first asked for."""
    if site.token is None:
        Site.objects.filter(pk=site.pk, token=None).update(token=secrets.token_urlsafe(32))
        site.refresh_from_db(fields=["token"])
    return str(site.token)


def verify(
    site: Site, method: Method, shared: Collaborators, policy: str = "seofix"
) -> Verification:
    """Look now, by one method, and keep what was found."""
    return _keep(site, [_look(site, method, shared, POLICIES[policy])], POLICIES[policy])


def recheck(site: Site, shared: Collaborators, policy: str = "seofix") -> Verification:
    """Look before a crawl: where the proof was last, then everywhere else."""
    usual = [Method(site.verified_by)] if site.verified_by else []
    methods = [*usual, *(method for method in Method if method not in usual)]
    looks: list[Verification] = []
    for method in methods:
        looks.append(_look(site, method, shared, POLICIES[policy]))
        if looks[-1].proof is Proof.FOUND:
            break
    return _keep(site, looks, POLICIES[policy])


def _keep(site: Site, looks: list[Verification], policy: BotPolicy) -> Verification:
    """A proof decides; without one the first look does. What was proven by one method is not lost
    for want of another.
    """
    decisive = next((one for one in looks if one.proof is Proof.FOUND), looks[0])
    with transaction.atomic():
        row = Site.objects.select_for_update().get(pk=site.pk)
        before = Ownership(row.verified_at, row.lost_at)
        counts = decisive.proof is Proof.FOUND or decisive.method == row.verified_by
        proof = decisive.proof if counts else Proof.UNKNOWN
        looked = ownership.look(before, proof, timezone.now(), policy.ownership)
        _store(row, looked, decisive)
    site.refresh_from_db()
    said = " ".join(dict.fromkeys(one.text for one in looks))
    text = decisive.text if decisive.proof is Proof.FOUND else said
    return Verification(decisive.proof, text, decisive.method, looked.may_crawl)


def _store(row: Site, looked: Looked, decisive: Verification) -> None:
    row.verified_at = looked.ownership.verified_at
    row.lost_at = looked.ownership.lost_at
    if decisive.proof is Proof.FOUND:
        row.verified_by = decisive.method
    row.save(update_fields=["verified_at", "lost_at", "verified_by"])
    if looked.was_lost:
        notices.tell(
            row.account_id,
            NoticeKind.VERIFICATION_LOST,
            f"{row.seed_url} is not verified any more",
            f"The proof that you own {row.seed_url} is gone. {decisive.text} Put it back and "
            "verify the site again; until then its links are not crawled.",
        )


def _look(site: Site, method: Method, shared: Collaborators, policy: BotPolicy) -> Verification:
    token = token_of(site)
    refusal = blocklist.refusal_of(site.seed_url)
    if refusal:
        return Verification(Proof.UNKNOWN, refusal, method)
    if method == Method.DNS:
        return _look_in_dns(site, token)
    looks = [_look_at(url, site, method, token, shared, policy) for url in _places(site, method)]
    return min(looks, key=lambda one: MOST_TELLING.index(one.proof))


def _look_in_dns(site: Site, token: str) -> Verification:
    hosts = urls.site_hosts(site.seed_url)
    if literal_address(hosts[0].strip("[]")) is not None:
        return Verification(Proof.MISSING, f"{hosts[0]} has no TXT records.", Method.DNS)
    resolver, unknown = TxtResolver(settings.DNS_SERVERS), ""
    for host in hosts:
        try:
            if ownership.record_proves(resolver.records(host), token):
                return Verification(
                    Proof.FOUND, f"The TXT record of {host} has the token.", Method.DNS
                )
        except RecordsUnknown as error:
            unknown = str(error)
    if unknown:
        return Verification(Proof.UNKNOWN, unknown, Method.DNS)
    names = " or ".join(hosts)
    return Verification(Proof.MISSING, f"No TXT record of {names} has the token.", Method.DNS)


def _places(site: Site, method: Method) -> Iterator[str]:
    """The page or file on the site's host, then on its twin."""
    host, *twins = urls.site_hosts(site.seed_url)
    for name in (host, *twins):
        seed = site.seed_url.replace(f"//{host}", f"//{name}", 1)
        yield seed if method == Method.META else urls.origin_of(seed) + ownership.FILE_PATH


def _look_at(
    url: str, site: Site, method: Method, token: str, shared: Collaborators, policy: BotPolicy
) -> Verification:
    most = None if method == Method.META else ownership.FILE_BYTES
    try:
        answer = fetch_on_site(
            url, account_id=site.account_id, policy=policy, shared=shared, max_body=most
        )
    except HostBusy as error:
        return Verification(Proof.UNKNOWN, str(error), method)
    if isinstance(answer, Failure) and answer.kind in NO_SUCH_HOST:
        return Verification(Proof.MISSING, f"{url} has no host: {answer.detail}", method)
    if isinstance(answer, Failure):
        return Verification(Proof.UNKNOWN, f"{url} could not be fetched: {answer.detail}", method)
    if answer.status in SERVER_ERRORS or answer.status == TOO_MANY_REQUESTS:
        text = f"{url} answered {answer.status}."
        return Verification(Proof.UNKNOWN, text, method)
    if answer.status != OK:
        return Verification(Proof.MISSING, f"{url} answered {answer.status}.", method)
    return _read(url, answer, method, token, shared)


def _read(
    url: str, answer: Response, method: Method, token: str, shared: Collaborators
) -> Verification:
    if method == Method.FILE:
        is_there = ownership.file_proves(answer.body, token)
    else:
        metas = _metas(answer, shared)
        if metas is None:
            return Verification(Proof.UNKNOWN, f"{url} could not be read.", method)
        is_there = ownership.meta_proves(metas, token)
    if is_there:
        return Verification(Proof.FOUND, f"{url} has the token.", method)
    return Verification(Proof.MISSING, f"{url} does not have the token.", method)


def _metas(answer: Response, shared: Collaborators) -> tuple[tuple[str, str], ...] | None:
    try:
        return shared.parsers.run(
            read_metas, answer.body, answer.headers, timeout=POLICIES["seofix"].fetch.parse
        )
    except (HostilePage, ParserBusy, ParserCrashed, ParserTimeout):
        log.warning("metas_not_read", url=answer.url)
        return None
