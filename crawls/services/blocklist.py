"""Hosts that asked not to be visited. Nothing of ours goes there, whoever asks for it."""

from __future__ import annotations

from crawls.engine import urls
from crawls.models import BlockedHost


def refusal_of(url: str) -> str:
    """Why a normalised URL is left alone, as a sentence for customers; empty when it is not."""
    key = urls.site_key(url)
    above = [".".join(key.split(".")[level:]) for level in range(1, key.count(".") + 1)]
    asked = BlockedHost.objects.filter(site_key=key).exists()
    if (
        not asked
        and not BlockedHost.objects.filter(site_key__in=above, with_subdomains=True).exists()
    ):
        return ""
    return f"{urls.host_of(url)} asked not to be visited by our crawlers."
