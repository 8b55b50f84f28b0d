"""A second opinion: walk a small site with the standard library alone, none of our own code."""

from __future__ import annotations

import gzip
import http.client
import re
from collections import deque
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

MOVED = {301, 302, 303, 307, 308}


class Markup(HTMLParser):
    """The few facts the demo's defects are about."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.base = ""
        self.hrefs: list[str] = []
        self.titles: list[str] = []
        self.heads: list[str] = []  # texts of h1
        self.metas: dict[str, str] = {}
        self.canonicals: list[str] = []
        self.images_without_alt = 0
        self.has_lang = False
        self._is_in_head = False
        self._templates = 0
        self._texts: list[str] | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        values = dict(reversed(attrs))
        self._templates += tag == "template"
        if self._templates:
            return
        match tag:
            case "html":
                self.has_lang = bool(values.get("lang"))
            case "head" | "body":
                self._is_in_head = tag == "head"
            case "base":
                self.base = self.base or values.get("href", "")
            case "a" if "href" in values:
                self.hrefs.append(values["href"])
            case "img":
                self.images_without_alt += "alt" not in values
            case "meta" if "name" in values:
                self.metas[values["name"].lower()] = values["content"]
            case "link" if values.get("rel") == "canonical":
                self.canonicals.append(values["href"])
            case "title" | "h1" if tag == "h1" or self._is_in_head:
                self._texts = self.heads if tag == "h1" else self.titles
                self._texts.append("")

    def handle_endtag(self, tag):
        self._templates -= tag == "template"
        if tag in {"title", "h1"}:
            self._texts = None

    def handle_data(self, data):
        if self._texts is not None:
            self._texts[-1] += data


@dataclass(frozen=True)
class Visited:
    url: str
    status: int
    headers: dict[str, str]
    markup: Markup | None
    moved_to: str | None
    links: tuple[str, ...]  # distinct, same site


@dataclass
class Walk:
    """Every URL of a loopback site that can be reached from the given ones, breadth first."""

    port: int
    hosts: frozenset[str]
    is_refused: object  # url -> bool, what robots.txt says
    visited: dict[str, Visited] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)

    def run(self, seeds: list[str]) -> None:
        known, queue = set(seeds), deque(seeds)
        while queue:
            url = queue.popleft()
            if self.is_refused(url):
                self.refused.add(url)
                continue
            page = self.visited[url] = self._visit(url)
            found = [page.moved_to] if page.moved_to else page.links
            queue += [link for link in found if link not in known]
            known.update(found)

    def get(self, url: str) -> tuple[int, dict[str, str], bytes]:
        parts = urlsplit(url)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request("GET", target, headers={"Host": parts.netloc, "Accept-Encoding": "gzip"})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        headers = {name.lower(): value for name, value in response.getheaders()}
        if headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        return response.status, headers, body

    def _visit(self, url: str) -> Visited:
        status, headers, body = self.get(url)
        markup, links, moved_to = None, (), None
        if status in MOVED:
            moved_to = self._resolved(headers["location"], url)
        elif status == 200 and headers["content-type"].startswith("text/html"):
            markup = Markup(_decoded(body, headers["content-type"]))
            base = urljoin(url, markup.base)
            resolved = (self._resolved(href, base) for href in markup.hrefs)
            links = tuple(dict.fromkeys(link for link in resolved if link))
        return Visited(url, status, headers, markup, moved_to, links)

    def _resolved(self, href: str, base: str) -> str | None:
        """Enough of the browsers' rules for the links of this site."""
        href = re.sub(r"[\t\r\n]", "", href).strip().replace("\\", "/")
        parts = urlsplit(urljoin(base, href))
        if parts.scheme != "http" or parts.netloc.lower() not in self.hosts:
            return None
        path = re.sub(r"[^\x00-\x7f]+", _percent, parts.path) or "/"
        if path.startswith("/cdn-cgi/"):
            return None
        query = f"?{parts.query}" if parts.query else ""
        return f"http://{parts.netloc.lower()}{path}{query}"


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match.group().encode())


def _decoded(body: bytes, content_type: str) -> str:
    declared = re.search(rb"charset=\"?([\w-]+)", content_type.encode() + body[:1024])
    label = declared.group(1).decode() if declared else "utf-8"
    return body.decode("windows-1252" if label == "iso-8859-1" else label)
