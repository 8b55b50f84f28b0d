"""Recognise the page a firewall serves instead of the site's (research/protocol.md, section 5)."""

from crawls.engine.challenge.detection import Challenge, detect

__all__ = ["Challenge", "detect"]
