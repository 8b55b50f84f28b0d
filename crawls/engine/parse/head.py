"""What the head of a page says of it.

A child of `head` is always an HTML element: an SVG closes the head, so its title is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawls.engine.parse.text import fold
from crawls.engine.urls import base_address

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser


def base_url(tree: LexborHTMLParser, url: str) -> str:
    """What links resolve against: the first `base` that has an href, anywhere but in drawings."""
    base = tree.css_first("base[href]:not(svg *, math *)")
    return url if base is None else base_address(base.attributes["href"] or "", url)


def lang(tree: LexborHTMLParser) -> str | None:
    root = tree.root
    value = root.attributes.get("lang") if root is not None else None
    return fold(value or "") or None


def titles(tree: LexborHTMLParser) -> tuple[str, ...]:
    return tuple(fold(title.text()) for title in tree.css("head > title"))


def named_metas(tree: LexborHTMLParser) -> list[tuple[str, str]]:
    """(name, content) of each `head > meta[name]`: name in lower case, content folded."""
    return [_named(meta.attributes) for meta in tree.css("head > meta[name]")]


def viewport(tree: LexborHTMLParser) -> str | None:
    """The last viewport of the whole document: browsers obey it wherever it stands."""
    named = [_named(meta.attributes) for meta in tree.css("meta[name]")]
    return next((content for name, content in reversed(named) if name == "viewport"), None)


def canonical_hrefs(tree: LexborHTMLParser) -> list[str]:
    links = [link.attributes for link in tree.css("head > link[rel][href]")]
    return [
        link["href"] or "" for link in links if "canonical" in (link["rel"] or "").lower().split()
    ]


def _named(attributes: dict[str, str | None]) -> tuple[str, str]:
    name, content = attributes.get("name"), attributes.get("content")
    return (name or "").strip().lower(), fold(content or "")
