"""What the link graph of a large site costs: python -m benchmarks.link_graph.

No servers: the links are made here, in chunks, as they would come from PostgreSQL. A tenth are
a menu's, the rest spread unevenly over the site: a few pages have very many.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from typing import TYPE_CHECKING

import numpy as np

from crawls.engine import graph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CHUNK = 100_000
MENU = 10
PATHS = 200  # places of a template's blocks
WORDS = 400  # of a page's text
ENDS = ("ara", "eno", "iku", "olin", "ume", "arno", "esta", "itho", "onda")
SYLLABLES = [first + end for first in "bdfgklmnprst" for end in ENDS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--links", type=int, default=10_000_000)
    options = parser.parse_args()
    began = time.perf_counter()
    builder = graph.Builder(pages(options.pages), seed=0)
    for chunk in chunks(options.pages, options.links):
        builder.add(chunk)
    began = report("links made and added", began)
    site = builder.build()
    began = report(f"{len(site.edges):,} edges", began)
    figures = graph.measure(site)
    began = report(f"figures, deepest page {figures.max_depth} clicks", began)
    orphans = graph.claim(site, figures, is_complete=True).orphans
    began = report(f"claims, {len(orphans.page_ids):,} orphans", began)
    broken = graph.broken_targets(site, figures, limit=1000)
    redirecting = graph.redirecting_targets(site, figures, limit=1000)
    began = report(f"{len(broken):,} broken, {len(redirecting):,} redirecting shown", began)
    anchors = graph.collect_anchors(site)
    shared = anchors.shared(limit=1000)
    began = report(f"anchor texts, {len(shared):,} shared shown", began)
    links = graph.simulate(site, figures, add=[(0, options.pages - 1)], is_complete=True)
    began = report(f"one link simulated, {len(links.changes)} changes shown", began)
    phrases = graph.collect_phrases(site, anchors)
    began = report(f"{len(phrases.texts):,} phrases", began)
    found = graph.suggest_links(site, figures, phrases, texts, is_complete=True)
    report(f"{len(found):,} suggestions in {options.pages * WORDS:,} words", began)
    print(f"all {time.process_time():.1f} s of CPU, at most {peak_mib():,} MiB of memory")


def pages(count: int) -> Iterator[graph.GraphPage]:
    """One in 50 is an error, one in 50 redirects to its neighbour."""
    answers = {7: graph.Answer.BROKEN, 8: graph.Answer.REDIRECT}
    for number in range(count):
        answer = answers.get(number % 50, graph.Answer.PAGE)
        yield graph.GraphPage(
            id=number,
            url=f"https://shop.test/products/{number}",
            answer=answer,
            is_indexable=answer is graph.Answer.PAGE,
            title=f"{product(number)} - Shop",
            redirect_to=number + 1 if answer is graph.Answer.REDIRECT else None,
        )


def product(number: int) -> str:
    count = len(SYLLABLES)
    return " ".join(SYLLABLES[number // count**place % count] for place in range(3))


def chunks(count: int, links: int) -> Iterator[graph.LinkChunk]:
    random = np.random.default_rng(1)
    for start in range(0, links, CHUNK):
        size = min(CHUNK, links - start)
        order = np.arange(start, start + size)
        is_menu = order % MENU == 0
        skewed = (count * random.random(size) ** 3).astype(np.int64)
        targets = np.where(is_menu, order // MENU % MENU, skewed)
        words = random.integers(0, count, size)
        yield graph.LinkChunk(
            sources=order * count // links,
            targets=targets,
            nofollow=random.random(size) < 0.02,  # noqa: PLR2004 -- a share of links
            places=np.where(is_menu, 100, 101 + order % PATHS),
            texts=[f"product {word}" for word in words.tolist()],
        )


def texts(ids: Sequence[int]) -> Iterator[graph.PageText]:
    """20 words a sentence, the same for a page each time."""
    for number in ids:
        random = np.random.default_rng(number)
        words = [SYLLABLES[word] for word in random.integers(0, len(SYLLABLES), WORDS).tolist()]
        yield graph.PageText(
            number, [" ".join(words[start : start + 20]) for start in range(0, WORDS, 20)]
        )


def report(what: str, began: float) -> float:
    now = time.perf_counter()
    print(f"{now - began:6.1f} s  {what}", flush=True)
    return now


def peak_mib() -> int:
    """The largest resident size so far: in KiB on Linux, in bytes on macOS."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (2**20 if sys.platform == "darwin" else 2**10)


if __name__ == "__main__":
    main()
