"""Starting, beginning and cancelling audits."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from crawls.engine import pacing, speed, urls
from crawls.engine.policy import POLICIES
from crawls.fetch.addresses import AddressRefused, AddressRules, literal_address
from crawls.models import Audit, AuditKind, AuditState, EndReason, Site
from crawls.services import admission, ending, incremental, lanes, outbox
from crawls.services.admission import Found
from crawls.services.errors import (
    FreeAuditUsed,
    InvalidPageLimit,
    InvalidSeed,
    InvalidSpeed,
    SeedNotAllowed,
)
from crawls.services.recording import lock_audit

if TYPE_CHECKING:
    from crawls.engine.speed import Speed
    from crawls.frontier.base import Frontier

BEGIN = "crawls.begin_audit"
MAX_PAGE_LIMIT = 1_000_000
MAX_SEED_LENGTH = 2_048  # what browsers, servers and the sitemap protocol agree on
MAX_HOST_LENGTH = 253  # characters: no longer name can be looked up (RFC 1035)
ONE_RUNNING = "one_running_audit_per_site"
ONE_FREE = "one_free_audit_per_account_and_site"
CANCEL_TEXTS = {
    EndReason.CANCELLED: "The audit was cancelled; the report covers what was crawled until then.",
    EndReason.INTERRUPTED: "The command that ran this audit was stopped before the end.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRequest:
    """What a customer asks for. Speeds left out are the policy's."""

    url: str
    page_limit: int
    policy: str = "seofix"
    kind: AuditKind = AuditKind.FULL
    is_incremental: bool = False  # ask only for what changed since the site's previous audit
    max_rps: float | None = None
    max_in_flight: int | None = None
    in_foreground: bool = False


def start_audit(account_id: int, request: AuditRequest) -> Audit:
    """Register the audit; workers begin it once this is committed. Raises AuditRefused."""
    seed_url = check_request(request)
    chosen = speed.choose_speed(
        POLICIES[request.policy],
        seed_url,
        asked_rps=request.max_rps,
        asked_in_flight=request.max_in_flight,
        exempt=settings.SEOFIX_ALLOW_HOSTS,
    )
    try:
        with transaction.atomic():
            audit = _create(account_id, request, seed_url, chosen)
            outbox.owe(BEGIN, audit.pk)
    except IntegrityError as error:
        if ONE_FREE not in str(error):
            raise
        raise FreeAuditUsed("This account has had its free audit of the site.") from error
    return audit


def read_seed(text: str) -> str:
    """The seed as a normalised URL. Raises InvalidSeed or SeedNotAllowed."""
    _check_length(text)
    try:
        seed_url = urls.normalise(text)
    except urls.NotAWebAddress as error:
        raise InvalidSeed(
            f"{text!r} is not a web address: it must look like https://example.com/"
        ) from error
    _check_length(seed_url)
    if len(urls.host_of(seed_url)) > MAX_HOST_LENGTH:
        raise InvalidSeed(f"The host's name must have at most {MAX_HOST_LENGTH} characters.")
    try:
        _check_address(seed_url)
    except AddressRefused as refusal:
        raise SeedNotAllowed(f"{seed_url} cannot be audited: {refusal}") from refusal
    return seed_url


def _create(account_id: int, request: AuditRequest, seed_url: str, chosen: Speed) -> Audit:
    site, _ = Site.objects.get_or_create(
        account_id=account_id, seed_url=seed_url, defaults={"key": urls.site_key(seed_url)}
    )
    return Audit.objects.create(
        account_id=account_id,
        site=site,
        policy=request.policy,
        kind=request.kind,
        is_incremental=request.is_incremental,
        seed_url=seed_url,
        site_key=urls.site_key(seed_url),
        host=urls.politeness_key(seed_url),
        in_foreground=request.in_foreground,
        page_limit=page_limit(request),
        max_rps=chosen.max_rps,
        max_in_flight=chosen.max_in_flight,
        speed_clamped=bool(chosen.clamp_reason),
        speed_clamp_reason=chosen.clamp_reason,
        pace=pacing.new_pace(chosen.max_rps).to_json(),
        created_at=timezone.now(),
    )


def page_limit(request: AuditRequest) -> int:
    """The most pages the audit may fetch: what is asked for, or what its kind allows if less."""
    limits = POLICIES[request.policy].page_limits
    most = {AuditKind.PREVIEW: limits.preview, AuditKind.FREE: limits.free}
    return min(request.page_limit, most.get(request.kind, request.page_limit))


def begin_audit(audit_id: int, frontier: Frontier) -> None:
    """Begin crawling, unless another audit of the site runs: then this one waits in the queue."""
    try:
        with transaction.atomic():
            audit = lock_audit(audit_id)
            if audit.state == AuditState.QUEUED:
                _begin(audit)
            outbox.settle(BEGIN, audit_id)
    except IntegrityError as error:
        if ONE_RUNNING not in str(error):
            raise
        _wait_in_queue(audit_id)
        return
    if audit.state == AuditState.CRAWLING:
        lanes.open_lane(audit, audit.lane, frontier)


def begin_next(site_key: str) -> None:
    """The site is free: the audit that waited longest begins."""
    waiting = Audit.objects.next_queued(site_key)
    if waiting is not None:
        outbox.owe(BEGIN, waiting.pk)


def cancel_audit(
    audit_id: int, frontier: Frontier, *, reason: EndReason = EndReason.CANCELLED
) -> bool:
    """Stop the crawl and report what there is. Nothing new starts. False when it was over."""
    with transaction.atomic():
        audit = lock_audit(audit_id)
        if audit.state not in {AuditState.QUEUED, AuditState.CRAWLING}:
            return False
        if audit.state == AuditState.QUEUED:
            _end_before_begin(audit, reason)
        else:
            ending.end_crawl(audit, AuditState.CANCELLED, reason, CANCEL_TEXTS[reason])
    lanes.close_every_lane(audit, frontier)
    return True


def _end_before_begin(audit: Audit, reason: EndReason) -> None:
    outbox.settle(BEGIN, audit.pk)
    audit.state = audit.end_state = AuditState.CANCELLED
    audit.reason, audit.reason_text = reason, CANCEL_TEXTS[reason]
    audit.ended_at = timezone.now()
    audit.save()


def _begin(audit: Audit) -> None:
    audit.state = AuditState.CRAWLING
    audit.started_at = timezone.now()
    audit.reason_text = ""
    audit.previous = incremental.previous_of(audit) if audit.is_incremental else None
    audit.save()
    admission.admit(audit, [Found(audit.seed_url, 0, seed_hop=0)])
    audit.save()


def _wait_in_queue(audit_id: int) -> None:
    """The bell stays owed: it is rung again, at the latest when the running audit ends."""
    running = "Another audit of this site is running; this one begins when it ends."
    Audit.objects.filter(pk=audit_id, state=AuditState.QUEUED).update(reason_text=running)


def check_request(request: AuditRequest) -> str:
    """The seed as a normalised URL, when all that is asked for can be had. Raises AuditRefused."""
    _check_numbers(request)
    return read_seed(request.url)


def _check_length(seed: str) -> None:
    if len(seed) > MAX_SEED_LENGTH:
        raise InvalidSeed(f"The address must have at most {MAX_SEED_LENGTH:,} characters.")


def _check_address(seed_url: str) -> None:
    """Refuse at once what would never be fetched. Raises AddressRefused."""
    if urls.is_ignored_path(seed_url):
        raise AddressRefused("Addresses under /cdn-cgi/ are never crawled.")
    host, _, port = urls.authority(seed_url).rpartition(":")
    name = host.strip("[]")
    rules = AddressRules(settings.SEOFIX_ALLOW_HOSTS)
    literal = literal_address(name)
    if literal is not None:
        rules.check_addresses(name, int(port), [literal])
    rules.check_host(name, int(port))


def _check_numbers(request: AuditRequest) -> None:
    limit = request.page_limit
    if limit < 1:
        raise InvalidPageLimit(f"The page limit must be at least 1, not {limit}.")
    if limit > MAX_PAGE_LIMIT:
        raise InvalidPageLimit(f"The page limit must be at most {MAX_PAGE_LIMIT:,}, not {limit:,}.")
    rps = request.max_rps
    if rps is not None and not (math.isfinite(rps) and rps > 0):
        raise InvalidSpeed(f"The speed must be a positive number of requests a second, not {rps}.")
    if rps is not None and not speed.MIN_RPS <= rps <= speed.MAX_RPS:
        raise InvalidSpeed(
            f"The speed must be from {speed.MIN_RPS:g} to {speed.MAX_RPS:,g} requests a second, "
            f"not {rps:g}."
        )
    in_flight = request.max_in_flight
    if in_flight is not None and in_flight < 1:
        raise InvalidSpeed(f"Requests in flight must be at least 1, not {in_flight}.")
    if in_flight is not None and in_flight > speed.MAX_IN_FLIGHT:
        raise InvalidSpeed(
            f"Requests in flight must be at most {speed.MAX_IN_FLIGHT:,}, not {in_flight:,}."
        )
