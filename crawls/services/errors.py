"""What a caller can act on. Faces translate each in one table."""

from __future__ import annotations


class AuditRefused(Exception):
    """The audit was not started; the text says why, for the customer."""


class InvalidSeed(AuditRefused):
    """The seed URL is no web address."""


class SeedNotAllowed(AuditRefused):
    """The seed is at an address or port that is never crawled."""


class InvalidKind(AuditRefused):
    """The bot asked for makes no audits of that kind."""


class InvalidPageLimit(AuditRefused):
    """The page limit is not a positive number."""


class InvalidSpeed(AuditRefused):
    """The speed asked for is not a positive number."""


class HostBlocklisted(AuditRefused):
    """The host asked not to be visited."""


class InvalidHost(Exception):
    """What was to be put on the blocklist names no host."""


class HostBusy(Exception):
    """There is no free slot of a host, or no parser for its answer, in time; the text is for the
    customer.
    """


class UnknownPage(Exception):
    """A page was named that the audit does not know; the text says which."""


class TooManyChecks(Exception):
    """An account has had its checks of single pages for the moment; the text says until when."""


class FreeAuditUsed(AuditRefused):
    """An account has one free audit of a site."""
