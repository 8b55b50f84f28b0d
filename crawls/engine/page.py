"""A page: one fetched URL parsed into values. What checks and the link graph know of HTML."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

LINKED_WORDS = "\N{OBJECT REPLACEMENT CHARACTER}"  # in a sentence: the words of one link


class LinkScheme(StrEnum):
    HTTP = "http"  # http and https: `url` is set
    OTHER = "other"  # mailto, tel, javascript, data, ...
    INVALID = "invalid"  # not a URL by the WHATWG standard


@dataclass(frozen=True, slots=True)
class Anchor:
    """One `<a href>` of a page. `url` is normalised, None unless `scheme` is HTTP."""

    href: str
    url: str | None
    scheme: LinkScheme
    anchor_text: str
    rel: frozenset[str]
    line: int | None = None
    place: int = 0  # where on the page, for the link graph

    @property
    def is_nofollow(self) -> bool:
        return not self.rel.isdisjoint({"nofollow", "ugc", "sponsored"})


@dataclass(frozen=True, slots=True)
class Image:
    """One `<img>`. `alt` is None when the attribute is missing, "" when it is empty."""

    src: str
    alt: str | None
    is_decorative: bool  # aria-hidden, role=presentation/none, or a 1x1 pixel


@dataclass(frozen=True, slots=True)
class Page:
    """The facts of one HTML page. Text is white-space folded; URLs are normalised.

    `titles` holds every `head > title` of the HTML namespace in document order (an SVG's title
    is none); `robots` holds (agent, directive) pairs in lower case, from meta tags named
    `robots`, `googlebot` or our own token and from X-Robots-Tag, agent `*` for all.
    """

    url: str
    base_url: str  # what links resolve against: of any scheme, so not always normalised
    encoding: str
    html_bytes: int
    lang: str | None
    titles: tuple[str, ...]
    descriptions: tuple[str, ...]
    canonicals: tuple[str, ...]  # resolved; head links and Link headers
    invalid_canonicals: tuple[str, ...]  # hrefs that are no http(s) URL
    robots: frozenset[tuple[str, str]]
    viewport: str | None
    headings: tuple[tuple[int, str], ...]  # (level, text)
    anchors: tuple[Anchor, ...]
    images: tuple[Image, ...]
    word_count: int  # words of the visible body text
    sentences: tuple[str, ...] = ()  # of the main content, for the link graph

    @property
    def title(self) -> str | None:
        return self.titles[0] if self.titles else None

    @property
    def h1s(self) -> tuple[str, ...]:
        return tuple(text for level, text in self.headings if level == 1)
