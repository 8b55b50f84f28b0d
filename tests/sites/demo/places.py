"""What the site is made of: places, each with one URL and the findings it must lead to."""

from __future__ import annotations

from dataclasses import dataclass

TWIN = "//demo.localhost"  # the apex host; every other path is on www.demo.localhost


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One URL. `path` holds the query too; one that starts with TWIN is on the apex host.

    `defects` names a check once for each finding. The text `{www}` or `{twin}` in a location,
    header or piece of HTML becomes the origin of that host.
    """

    path: str
    status: int = 200
    defects: tuple[str, ...] = ()
    in_sitemap: bool = False
    is_refused: bool = False  # by robots.txt: linked, never to be fetched
    headers: tuple[tuple[str, str], ...] = ()
    delay_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlPage(Place):
    """A page in the site's template. `text` is paragraphs parted by blank lines."""

    title: str | None
    text: str
    description: str | None = "Furniture made to last, by four joiners on the Pendrow estuary."
    heading: str | None = None
    head: str = ""
    base: str | None = None
    canonical: str | None = None  # the page itself unless said otherwise
    lang: str | None = "en-GB"
    has_viewport: bool = True
    charset: str = "utf-8"
    meta_charset: str | None = "utf-8"
    header_charset: str | None = "utf-8"
    is_gzipped: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect(Place):
    location: str
    status: int = 301


@dataclass(frozen=True, slots=True, kw_only=True)
class File(Place):
    media_type: str
    body: bytes
