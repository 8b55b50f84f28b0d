"""The demo site serves what its manifest says, by the opinion of a walk that knows neither."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from tests.sites.demo import manifest
from tests.sites.demo.server import SEED, TWIN_HOST, WWW_HOST, demo_server, url_of
from tests.sites.demo.walk import Walk

ROOT = Path(__file__).parents[2]
LONGEST_TITLE = 60
GONE = {404, 410}


@pytest.fixture(scope="module")
def port():
    server = demo_server()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def walk(port):
    hosts = frozenset({f"{TWIN_HOST}:{port}", f"{WWW_HOST}:{port}"})
    refused = {url_of(path, port) for path in manifest.NOT_PAGES}
    walk = Walk(port, hosts, refused.__contains__)
    _, _, sitemap = walk.get(url_of("/sitemap.xml", port))
    locations = re.findall(r"<loc>\s*(\S+)\s*</loc>", sitemap.decode())
    walk.run([url_of(SEED, port), *locations])
    return walk


def findings(walk) -> dict[str, list[str]]:
    """What the walk itself makes of the pages, by check id."""
    found = defaultdict(list)
    for page in walk.visited.values():
        for check_id in [*defects_of_answer(page, walk), *defects_of_markup(page)]:
            found[check_id].append(page.url)
        for link in page.links:
            for check_id in defects_of_link(walk.visited.get(link)):
                found[check_id].append(page.url)
    titles = [page.markup.titles[0] for page in indexable(walk) if page.markup.titles]
    repeated = {title for title, count in Counter(titles).items() if count > 1}
    found["title_duplicate"] = [
        page.url for page in indexable(walk) if repeated.intersection(page.markup.titles[:1])
    ]
    found["robots_blocked"] = list(walk.refused)
    return {check_id: sorted(urls) for check_id, urls in sorted(found.items())}


def defects_of_answer(page, walk):
    if 500 <= page.status < 600:
        yield "http_5xx"
    elif page.status == 403:
        yield "http_access_denied"
    elif 400 <= page.status < 500:
        yield "http_4xx"
    chain = [page.url]
    while (last := walk.visited[chain[-1]]).moved_to and last.moved_to not in chain:
        chain.append(last.moved_to)
    if last.moved_to and page.url == min(chain) and last.moved_to == page.url:
        yield "redirect_loop"
    if page.moved_to and last.status >= 400:
        yield "redirect_broken"


def defects_of_link(target):
    if target and target.moved_to:
        yield "redirect_internal_link"
    elif target and target.status in GONE:
        yield "link_internal_broken"


def is_noindex(page):
    directives = f"{page.markup.metas.get('robots', '')},{page.headers.get('x-robots-tag', '')}"
    return "noindex" in {directive.strip() for directive in directives.split(",")}


def is_indexable(page):
    return page.markup and not is_noindex(page) and page.url in page.markup.canonicals


def indexable(walk):
    return [page for page in walk.visited.values() if is_indexable(page)]


def defects_of_markup(page):
    markup = page.markup
    if markup and is_noindex(page):
        yield "noindex_page"
    if not is_indexable(page):
        return
    signs = {
        "title_missing": not any(title.strip() for title in markup.titles),
        "title_multiple": len(markup.titles) > 1,
        "title_too_long": any(len(title) > LONGEST_TITLE for title in markup.titles),
        "description_missing": not markup.metas.get("description"),
        "h1_missing": not any(text.strip() for text in markup.heads),
        "lang_missing": not markup.has_lang,
        "viewport_missing": "viewport" not in markup.metas,
        "canonical_multiple": len(set(markup.canonicals)) > 1,
    }
    yield from (check_id for check_id, is_there in signs.items() if is_there)
    yield from ["img_alt_missing"] * markup.images_without_alt


def orphans(walk):
    linked = {link for page in walk.visited.values() for link in page.links if link != page.url}
    moved_to = {page.moved_to for page in walk.visited.values()}
    return [page.url for page in indexable(walk) if page.url not in linked | moved_to]


def test_every_url_answers_with_the_status_of_the_manifest(walk, port):
    served = {page.url: str(page.status) for page in walk.visited.values()}

    assert served == {
        url_of(path, port): status
        for status, paths in manifest.PATHS_BY_STATUS.items()
        for path in paths
    }


def test_the_number_of_pages_is_the_number_of_urls_a_walk_reaches(walk):
    assert manifest.PAGES == len(walk.visited) == 80


def test_refused_urls_are_linked_from_pages(walk, port):
    assert walk.refused == {url_of(path, port) for path in manifest.NOT_PAGES}


def test_the_findings_of_the_walk_are_those_of_the_manifest(walk, port):
    found = findings(walk) | {"orphan_page": orphans(walk)}

    assert found == {
        check_id: sorted(url_of(path, port) for path in paths)
        for check_id, paths in manifest.EXPECTED.items()
    }


def test_server_errors_are_deeper_than_every_other_page(walk, port):
    depths, frontier = {}, {url_of(SEED, port), *(url_of(p, port) for p in manifest.IN_SITEMAP)}
    while frontier:
        depths |= dict.fromkeys(frontier, max(depths.values(), default=-1) + 1)
        pages = [walk.visited[url] for url in frontier if url in walk.visited]
        frontier = {link for page in pages for link in (*page.links, page.moved_to) if link}
        frontier -= depths.keys()
    deepest = {url for url, depth in depths.items() if depth == max(depths.values())}

    assert deepest == {url_of(path, port) for path in manifest.PATHS_BY_STATUS["500"]}


@pytest.mark.parametrize("path", ["/home-2023/", "/cards/product-card/", "/menu-for-scripts/"])
def test_addresses_that_only_look_like_links_lead_nowhere(walk, port, path):
    status, _, _ = walk.get(url_of(path, port))

    assert (status, url_of(path, port) in walk.visited) == (404, False)


def test_the_pdf_says_that_it_is_one(walk, port):
    _, headers, body = walk.get(url_of("/downloads/care-booklet.pdf", port))

    assert (headers["content-type"], body[:5], body[-6:]) == (
        "application/pdf",
        b"%PDF-",
        b"%%EOF\n",
    )


def start(*arguments):
    command = [sys.executable, "-m", "tests.sites.demo", *arguments]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return subprocess.Popen(command, cwd=ROOT, text=True, **pipes)


def test_announcement_names_site_seed_and_hosts():
    with start() as process:
        line = process.stdout.readline()
        process.stdin.close()
        port = line.split(":")[2].partition("/")[0]

        assert line == (
            f"READY http://www.demo.localhost:{port}/ seed=http://demo.localhost:{port}/"
            f" allow=demo.localhost:{port},www.demo.localhost:{port}\n"
        )


def test_server_ends_when_its_stdin_closes():
    with start() as process:
        process.stdout.readline()
        process.stdin.close()

        assert process.wait(timeout=5) == 0


def test_server_ends_at_sigterm():
    with start() as process:
        process.stdout.readline()
        process.terminate()

        assert process.wait(timeout=5) == 0


def test_server_ends_when_its_parent_is_killed():
    parent = (
        "import subprocess, sys, time;"
        "subprocess.Popen([sys.executable, '-m', 'tests.sites.demo'], stdin=subprocess.DEVNULL);"
        "time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", parent], cwd=ROOT, text=True, stdout=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        process.kill()

        assert process.stdout.read() == ""  # the end of a pipe that only the server still held
