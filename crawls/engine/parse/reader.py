"""Read an HTML page the way a browser without scripting builds it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from crawls.engine.encoding import decode_html
from crawls.engine.page import LinkScheme, Page
from crawls.engine.parse import body, head
from crawls.engine.parse.directives import header_directives, meta_directives
from crawls.engine.parse.hostile import HostilePage, refuse_hostile
from crawls.engine.parse.link_header import canonical_targets
from crawls.engine.parse.sentences import sentences_of
from crawls.engine.places import Places
from crawls.engine.urls import classify

if TYPE_CHECKING:
    from collections.abc import Sequence


def parse_page(
    url: str,
    body_bytes: bytes,
    headers: Sequence[tuple[str, str]],
    *,
    token: str,
    for_link_graph: bool = False,
) -> Page:
    """The facts of one HTML page.

    `url` is normalised and the one that answered; `body_bytes` is free of Content-Encoding;
    `headers` may repeat names; `token` is our own robots token. Links and images inside
    `noscript` count (we run no scripts); robots, canonical, title and description count only
    as children of `head`, where search engines look. `for_link_graph` reads the places of
    links and the sentences as well. Raises HostilePage for what would
    take a parser minutes or all its memory.
    """
    fields = [(name.lower(), value) for name, value in headers]
    text, encoding = decode_html(body_bytes, _first(fields, "content-type"))
    html = text.encode()
    refuse_hostile(html)
    tree = _tree(html)
    base_url = head.base_url(tree, url)
    resolve = partial(classify, base=base_url, encoding=encoding)
    metas = head.named_metas(tree)
    places = Places() if for_link_graph else None
    canonicals, invalid = _canonicals(tree, resolve, url, fields)
    return Page(
        url=url,
        base_url=base_url,
        encoding=encoding,
        html_bytes=len(body_bytes),
        lang=head.lang(tree) or _first(fields, "content-language"),
        titles=head.titles(tree),
        descriptions=tuple(content for name, content in metas if name == "description"),
        canonicals=canonicals,
        invalid_canonicals=invalid,
        robots=meta_directives(metas, token) | header_directives(fields),
        viewport=head.viewport(tree),
        headings=body.headings(tree),
        anchors=body.anchors(tree, resolve, places),
        images=body.images(tree, resolve),
        word_count=body.word_count(tree),
        sentences=() if places is None else sentences_of(tree, places),
    )


def read_metas(
    body_bytes: bytes, headers: Sequence[tuple[str, str]]
) -> tuple[tuple[str, str], ...]:
    """The named meta tags of a page's head: names in lower case, contents folded. Raises as
    `parse_page`.
    """
    fields = [(name.lower(), value) for name, value in headers]
    html = decode_html(body_bytes, _first(fields, "content-type"))[0].encode()
    refuse_hostile(html)
    return tuple(head.named_metas(_tree(html)))


def _tree(html: bytes) -> LexborHTMLParser:
    try:
        return LexborHTMLParser(html)
    except SelectolaxError as error:  # any text is HTML: the parser fails only for want of memory
        raise HostilePage("The HTML took more memory than a parser may have.") from error


def _first(fields: list[tuple[str, str]], name: str) -> str | None:
    return next((value.strip() for key, value in fields if key == name and value.strip()), None)


def _canonicals(
    tree: LexborHTMLParser, resolve: body.Resolve, url: str, fields: list[tuple[str, str]]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Canonical URLs and the hrefs that are none. A header's are relative to the page itself."""
    named = [(href, *resolve(href)) for href in head.canonical_hrefs(tree)]
    for name, value in fields:
        if name == "link":
            named += [(href, *classify(href, url)) for href in canonical_targets(value)]
    valid: list[str] = []
    invalid: list[str] = []
    for href, scheme, target in named:
        if scheme is LinkScheme.HTTP and target is not None and href.strip():
            valid.append(target)
        else:
            invalid.append(href[: body.MAX_HREF])
    return tuple(valid), tuple(invalid)
