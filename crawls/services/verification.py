"""Who owns a site: a token of the site's own, found in DNS, in its home page or in a file."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from crawls.engine import ownership, urls
from crawls.engine.challenge import detect
from crawls.engine.ownership import Looked, Proof
from crawls.engine.parse import HostilePage, read_metas
from crawls.engine.policy import POLICIES
from crawls.engine.response import BodyState, Failure, FailureKind
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
NO_SUCH_HOST = frozenset({FailureKind.DNS_NO_HOST, FailureKind.DNS_NO_ADDRESS})
FOUND = (Proof.FOUND, "has the token.")
MOST_TELLING = (Proof.FOUND, Proof.UNKNOWN, Proof.MISSING)  # of what two hosts of a site say


@dataclass(frozen=True, slots=True)
class Verification:
    """What a look at a site brought, for its owner: a sentence, whatever it was."""

    proof: Proof
    text: str
    method: str = ""
    may_crawl: bool = False
    is_busy: bool = False  # other requests of ours left no time to look


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
        counts = decisive.proof is Proof.FOUND or decisive.method == row.verified_by
        proof = decisive.proof if counts else Proof.UNKNOWN
        looked = ownership.look(row.ownership, proof, timezone.now(), policy.ownership)
        _store(row, looked, decisive)
    site.refresh_from_db()
    said = " ".join(dict.fromkeys(one.text for one in looks))
    text = decisive.text if decisive.proof is Proof.FOUND else said
    return Verification(decisive.proof, text, decisive.method, looked.may_crawl, decisive.is_busy)


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
    looks: list[Verification] = []
    for url in _places(site, method):
        is_twin = bool(looks)
        looks.append(_look_at(url, site, method, token, shared, policy, is_twin=is_twin))
        if looks[-1].proof is Proof.FOUND:
            return looks[-1]
    proof = min((one.proof for one in looks), key=MOST_TELLING.index)
    is_busy = any(one.is_busy for one in looks)
    return Verification(proof, " ".join(one.text for one in looks), method, is_busy=is_busy)


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
    """The home page or the file, on the site's host and then on its twin."""
    path = ownership.HOME_PATH if method == Method.META else ownership.FILE_PATH
    origin, (host, *twins) = urls.origin_of(site.seed_url), urls.site_hosts(site.seed_url)
    for name in (host, *twins):
        yield origin.replace(f"//{host}", f"//{name}", 1) + path


def _look_at(
    url: str,
    site: Site,
    method: Method,
    token: str,
    shared: Collaborators,
    policy: BotPolicy,
    *,
    is_twin: bool,
) -> Verification:
    most = None if method == Method.META else ownership.FILE_BYTES
    try:
        answer = fetch_on_site(
            url, account_id=site.account_id, policy=policy, shared=shared, max_body=most
        )
    except HostBusy as error:
        return Verification(Proof.UNKNOWN, str(error), method, is_busy=True)
    if isinstance(answer, Failure):
        # A twin that does not answer at all is none that is served: the host itself decides.
        proof = Proof.MISSING if is_twin or answer.kind in NO_SUCH_HOST else Proof.UNKNOWN
        return Verification(proof, f"{url} could not be fetched: {answer.detail}", method)
    proof, said = _read(answer, method, token, shared)
    return Verification(proof, f"{url} {said}", method)


def _read(answer: Response, method: Method, token: str, shared: Collaborators) -> tuple[Proof, str]:
    challenge = detect(answer)
    if challenge is not None:
        return Proof.UNKNOWN, f"could not be read: a firewall ({challenge.vendor}) answered."
    if answer.status != OK:
        proof = Proof.UNKNOWN if ownership.says_nothing(answer.status) else Proof.MISSING
        return proof, f"answered {answer.status}."
    return _file(answer, token) if method == Method.FILE else _meta(answer, token, shared)


def _file(answer: Response, token: str) -> tuple[Proof, str]:
    if answer.is_whole and ownership.file_proves(answer.body, token):
        return FOUND
    return _not_found(answer)


def _meta(answer: Response, token: str, shared: Collaborators) -> tuple[Proof, str]:
    if not answer.is_html_page:
        kind = answer.media_type or "no media type"
        return Proof.MISSING, f"answered with {kind}, which is no HTML page."
    metas = _metas(answer, shared)
    if metas is None:
        return Proof.UNKNOWN, "could not be read."
    return FOUND if ownership.meta_proves(metas, token) else _not_found(answer)


def _not_found(answer: Response) -> tuple[Proof, str]:
    """What was cut at our limit is long enough to judge by; what did not come may hold it."""
    if answer.is_whole or answer.body_state is BodyState.CUT:
        return Proof.MISSING, "does not have the token."
    return Proof.UNKNOWN, f"could not be read: {answer.body_problem}"


def _metas(answer: Response, shared: Collaborators) -> tuple[tuple[str, str], ...] | None:
    try:
        return shared.parsers.run(
            read_metas, answer.body, answer.headers, timeout=POLICIES["seofix"].fetch.parse
        )
    except (HostilePage, ParserBusy, ParserCrashed, ParserTimeout):
        log.warning("metas_not_read", url=answer.url)
        return None
