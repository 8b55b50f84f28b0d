"""Robots directives of a page: meta tags and X-Robots-Tag headers as (agent, directive) pairs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ALL_AGENTS = "*"

_HEADER = "x-robots-tag"
_MAX_DIRECTIVES = 100  # of one tag or header; more is no instruction to anybody
_WITH_VALUE = frozenset(
    {"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"}
)
_AGENT = re.compile(r"([a-z0-9*_.-]+)\s*:\s*(.*)", re.DOTALL)
_DATE_OF_WEEKDAY = re.compile(r"unavailable_after\s*:\s*(mon|tue|wed|thu|fri|sat|sun)[a-z]*")


def meta_directives(metas: Iterable[tuple[str, str]], token: str) -> frozenset[tuple[str, str]]:
    """Pairs from (name, content) of meta tags: `robots` speaks to `*`, a bot's name to that bot."""
    agents = {"robots": ALL_AGENTS, "googlebot": "googlebot", token.lower(): token.lower()}
    return frozenset(
        (agents[name], directive)
        for name, content in metas
        if name in agents
        for part in _parts(content)
        for directive in _split_none(part)
    )


def header_directives(fields: Iterable[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    """Pairs from every X-Robots-Tag; `token:` holds for what follows it in the same header."""
    return frozenset(pair for name, value in fields if name == _HEADER for pair in _scoped(value))


def _scoped(value: str) -> Iterator[tuple[str, str]]:
    agent = ALL_AGENTS
    for part in _parts(value):
        directive = part
        prefixed = _AGENT.fullmatch(part)
        if prefixed and prefixed[1] not in _WITH_VALUE:
            agent, directive = prefixed.groups()
        yield from ((agent, single) for single in _split_none(directive) if single)


def _split_none(directive: str) -> tuple[str, ...]:
    return ("noindex", "nofollow") if directive == "none" else (directive,)


def _parts(content: str) -> Iterator[str]:
    """The comma-separated directives in lower case; a date keeps the comma after its weekday."""
    pieces = [piece.strip() for piece in content.lower().split(",", _MAX_DIRECTIVES)]
    pieces = [piece for piece in pieces[:_MAX_DIRECTIVES] if piece]
    while pieces:
        piece = pieces.pop(0)
        if _DATE_OF_WEEKDAY.search(piece) and pieces:
            piece = f"{piece}, {pieces.pop(0)}"
        yield piece
