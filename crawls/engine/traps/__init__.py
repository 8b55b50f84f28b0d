"""Traps: parts of a site that have addresses without end and nothing new to say."""

from __future__ import annotations

from crawls.engine.traps.address import template_of
from crawls.engine.traps.endless_paths import repeated_segments
from crawls.engine.traps.finding import find_traps
from crawls.engine.traps.trap import SeenPage, Trap, TrapKind

__all__ = ["SeenPage", "Trap", "TrapKind", "find_traps", "repeated_segments", "template_of"]
