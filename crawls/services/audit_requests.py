"""What a customer asks for, and whether it can be had."""

from __future__ import annotations

import math
from dataclasses import dataclass

from django.conf import settings

from crawls.engine import speed, urls
from crawls.engine.policy import POLICIES
from crawls.fetch.addresses import AddressRefused, AddressRules, literal_address
from crawls.models import AuditKind
from crawls.services.errors import (
    InvalidKind,
    InvalidPageLimit,
    InvalidSeed,
    InvalidSpeed,
    SeedNotAllowed,
)

MAX_PAGE_LIMIT = 1_000_000
MAX_SEED_LENGTH = 2_048  # what browsers, servers and the sitemap protocol agree on
MAX_HOST_LENGTH = 253  # characters: no longer name can be looked up (RFC 1035)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRequest:
    """What a customer asks for. Speeds and a kind left out are the policy's."""

    url: str
    page_limit: int
    policy: str = "seofix"
    kind: AuditKind | None = None
    is_incremental: bool = False  # ask only for what changed since the site's previous audit
    max_rps: float | None = None
    max_in_flight: int | None = None
    in_foreground: bool = False


def check_request(request: AuditRequest) -> str:
    """The seed as a normalised URL, when all that is asked for can be had. Raises AuditRefused."""
    _check_kind(request)
    _check_numbers(request)
    return read_seed(request.url)


def kind_of(request: AuditRequest) -> AuditKind:
    """The kind asked for, or what the policy usually makes."""
    return request.kind or AuditKind(POLICIES[request.policy].kinds[0])


def page_limit(request: AuditRequest) -> int:
    """The most pages the audit may fetch: what is asked for, or what its kind allows if less."""
    limits = POLICIES[request.policy].page_limits
    most = {AuditKind.PREVIEW: limits.preview, AuditKind.FREE: limits.free}
    return min(request.page_limit, most.get(kind_of(request), request.page_limit))


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
    if urls.has_credentials(text):
        raise InvalidSeed("The address holds a user name or password, which we never send.")
    if len(urls.host_of(seed_url)) > MAX_HOST_LENGTH:
        raise InvalidSeed(f"The host's name must have at most {MAX_HOST_LENGTH} characters.")
    try:
        _check_address(seed_url)
    except AddressRefused as refusal:
        raise SeedNotAllowed(f"{seed_url} cannot be audited: {refusal}") from refusal
    return seed_url


def _check_kind(request: AuditRequest) -> None:
    if request.policy not in POLICIES:
        raise InvalidKind(f"There is no bot {request.policy!r}, only {' and '.join(POLICIES)}.")
    kinds = POLICIES[request.policy].kinds
    if kind_of(request) not in kinds:
        token = POLICIES[request.policy].token
        raise InvalidKind(f"{token} makes no {request.kind} audits, only {', '.join(kinds)}.")


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
