"""Hosts that asked not to be visited. Nothing of ours goes there, whoever asks for it."""

from __future__ import annotations

from django.db.models import Q

from crawls.engine import urls
from crawls.models import BlockedHost
from crawls.services.errors import InvalidHost


def block(text: str, *, reason: str, with_subdomains: bool = False) -> BlockedHost:
    """Leave a host alone from now on: `text` is its name as people write it, or a URL of it.

    What is known of it already is replaced. Raises InvalidHost.
    """
    address = text.strip() if "//" in text else f"https://{text.strip()}/"
    try:
        key = _key_of(urls.normalise(address))
    except urls.NotAWebAddress as error:
        raise InvalidHost(f"{text!r} is not the name of a host.") from error
    row, _ = BlockedHost.objects.update_or_create(
        site_key=key, defaults={"reason": reason, "with_subdomains": with_subdomains}
    )
    return row


def refusal_of(url: str) -> str:
    """Why a normalised URL is left alone, as a sentence for customers; empty when it is not."""
    key = _key_of(url)
    labels = key.split(".")
    above = [".".join(labels[level:]) for level in range(1, len(labels))]
    asked = Q(site_key__in={key, urls.site_key(url)})
    if not BlockedHost.objects.filter(asked | Q(site_key__in=above, with_subdomains=True)).exists():
        return ""
    return f"{urls.host_of(url)} asked not to be visited by our crawlers."


def _key_of(url: str) -> str:
    """The site's key without a port: a host that asked is left alone on all of them."""
    return urls.site_key(f"https://{urls.host_of(url)}/")
