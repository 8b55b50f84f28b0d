"""Everything that is no page: robots.txt, sitemap, llms.txt, the style sheet, the pictures."""

from __future__ import annotations

from html import escape

from tests.sites.demo.content import PLACES
from tests.sites.demo.content.products import PIECES
from tests.sites.demo.places import File, HtmlPage

ROBOTS = """\
# Harbour & Pine, Pendrow

User-agent: GPTBot
User-agent: CCBot
Disallow: /

User-agent: *
Disallow: /private/
Allow: /private/press/
Disallow: /*?sort=

Sitemap: {www}/sitemap.xml
"""

LLMS = """\
# Harbour & Pine

> Furniture made by hand by four joiners in Pendrow since 1994.

## Pages

- [Collections]({www}/collections/): everything we make, with sizes and prices
- [Guides]({www}/guides/): how to look after wood
- [Delivery]({www}/delivery/): how far we drive and what it costs
"""

STYLE = """\
body { max-width: 44rem; margin: 0 auto; padding: 1rem; font: 1.05rem/1.6 Georgia, serif;
  color: #2b2622; background: #fbf8f3 }
header, footer { padding: 1rem 0; font-family: system-ui, sans-serif; font-size: .95rem }
header { border-bottom: 1px solid #d9cfc0 } footer { border-top: 1px solid #d9cfc0 }
.logo { display: block; font: 1.5rem Georgia, serif; text-decoration: none }
nav a { margin-right: .9rem } a { color: #1f5a52 }
h1 { font-weight: normal; line-height: 1.2 } img { max-width: 100%; height: auto }
td, th { padding: .1rem 1rem .1rem 0; text-align: left }
"""

PICTURES = (*(piece.slug for piece in PIECES), "loft", "kiln", "rule", "tide-glow")

NOT_FOUND = HtmlPage(
    path="*",
    status=404,
    title="Nothing here",
    heading="Nothing here",
    text="This page does not exist, and as far as the book knows it never did.",
)


def _sitemap() -> str:
    locations = "\n".join(
        f"  <url><loc>\n    {{www}}{escape(place.path)}\n  </loc></url>"
        for place in PLACES.values()
        if place.in_sitemap
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{locations}\n</urlset>\n"
    )


def _picture(name: str) -> str:
    tilt = sum(map(ord, name)) % 40 - 20
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 36"><rect width="64" height="36"'
        f' fill="#e9dfcf"/><g transform="rotate({tilt / 10} 32 18)" fill="#8a6a45"><rect x="16" y="14"'
        ' width="32" height="2"/><rect x="18" y="16" width="2" height="14"/><rect x="44" y="16"'
        ' width="2" height="14"/></g></svg>\n'
    )


def _text(path: str, media_type: str, text: str) -> File:
    return File(path=path, media_type=media_type, body=text.encode())


ASSETS = {
    file.path: file
    for file in (
        _text("/robots.txt", "text/plain; charset=utf-8", ROBOTS),
        _text("/sitemap.xml", "application/xml", _sitemap()),
        _text("/llms.txt", "text/plain; charset=utf-8", LLMS),
        _text("/site.css", "text/css", STYLE),
        *(_text(f"/images/{name}.svg", "image/svg+xml", _picture(name)) for name in PICTURES),
    )
}
