"""A small crawl to run site checks on."""

from __future__ import annotations

from dataclasses import dataclass, field

from crawls.checks.base import CrawledLink, CrawledPage

HOST = "https://h.test"


def page(path, status=200, **changes):
    """A page in order, unless told otherwise. `to` is the path or URL a redirect leads to."""
    to = changes.pop("to", None)
    facts = {
        "depth": 1,
        "failure": None,
        "skip_reason": None,
        "skip_detail": "",
        "redirect_url": url(to) if to else None,
        "is_html": status == 200,
        "is_indexable": status == 200,
        "title": f"Title of {path}" if status == 200 else None,
        "in_sitemap": False,
        "is_seed": False,
    }
    return CrawledPage(url=url(path), status=status, **(facts | changes))


def link(source, target, words="words"):
    return CrawledLink(url(source), url(target), words)


def url(path):
    return HOST + path if path.startswith("/") else path


@dataclass
class MemoryCrawl:
    listed: list[CrawledPage]
    links: list[CrawledLink] = field(default_factory=list)
    is_complete: bool = True
    unlinked: frozenset[str] = frozenset()

    def pages(self):
        return iter(sorted(self.listed, key=lambda page: page.url))

    def links_to(self, urls):
        found = (link for link in self.links if link.target_url in urls)
        return iter(sorted(found, key=lambda link: link.source_url))

    def linked_urls(self):
        return {page.url for page in self.listed} - self.unlinked
