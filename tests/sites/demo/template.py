"""From a page's text to HTML, the way the company's imaginary shop software does it."""

from __future__ import annotations

import textwrap
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.sites.demo.places import HtmlPage

MENU = (
    ("/collections/", "Collections"),
    ("/journal/", "Journal"),
    ("/guides/", "Guides"),
    ("/about/", "About us"),
    ("/visit/", "Visit the workshop"),
    ("/contact/", "Contact"),
)
SMALL_PRINT = (
    ("/delivery/", "Delivery"),
    ("/returns/", "Returns"),
    ("/faq/", "Questions"),
    ("/careers/", "Work with us"),
    ("/privacy/", "Privacy"),
    ("/terms/", "Terms"),
)


def html_of(page: HtmlPage) -> str:
    lang = f' lang="{page.lang}"' if page.lang else ""
    return f"<!doctype html>\n<html{lang}>\n<head>\n{_head(page)}\n</head>\n<body>\n{_body(page)}\n</body>\n</html>\n"


def _head(page: HtmlPage) -> str:
    lines = []
    if page.base:
        lines.append(f'<base href="{page.base}">')
    if page.meta_charset:
        lines.append(f'<meta charset="{page.meta_charset}">')
    if page.title:
        lines.append(f"<title>{escape(page.title, quote=False)}</title>")
    if page.description:
        lines.append(f'<meta name="description" content="{escape(page.description)}">')
    if page.has_viewport:
        lines.append('<meta name="viewport" content="width=device-width, initial-scale=1">')
    canonical = page.canonical or page.path
    lines.append(f'<link rel="canonical" href="{{www}}{escape(canonical)}">')
    lines.append('<link rel="stylesheet" href="/site.css">')
    return "\n".join([*lines, page.head] if page.head else lines)


def _body(page: HtmlPage) -> str:
    heading = f"<h1>{escape(page.heading, quote=False)}</h1>\n" if page.heading else ""
    return (
        f'<header><a class="logo" href="/">Harbour &amp; Pine</a>\n<nav>{_links(MENU)}</nav></header>\n'
        f"<main>\n{heading}{blocks(page.text)}\n</main>\n"
        f"<footer><p>Harbour &amp; Pine, The Old Net Loft, Pendrow. Makers since 1994.</p>\n"
        f"<nav>{_links(SMALL_PRINT)}</nav></footer>"
    )


def _links(items: tuple[tuple[str, str], ...]) -> str:
    return " ".join(f'<a href="{path}">{words}</a>' for path, words in items)


def blocks(text: str) -> str:
    """Paragraphs of text; `## ` makes a heading; what begins with a tag stays as it is."""
    parts = textwrap.dedent(text).strip().split("\n\n")
    return "\n".join(_block(part.strip()) for part in parts)


def _block(part: str) -> str:
    if part.startswith("## "):
        return f"<h2>{part[3:]}</h2>"
    if part.startswith(
        ("<h", "<p", "<ul", "<table", "<img", "<!--", "<svg", "<script", "<template")
    ):
        return part
    return f"<p>{part}</p>"
