"""Sites without end, crawled to their end."""

from __future__ import annotations

from itertools import count

import pytest

from crawls.models import Page
from tests.crawls.services.driving import check_all
from tests.crawls.services.wire.bells import HTML, html, ring_out
from tests.sites.misbehaving.behaviours import sized
from tests.sites.misbehaving.server import MisbehavingServer

DEEPEST = 25


def path_of(head):
    return head.split(b" ", 2)[1].decode()


def page(*links, title="Events"):
    anchors = "".join(f"<a href='{link}'>on</a>" for link in links)
    return sized(HTML, body=f"<!doctype html><title>{title}</title>{anchors}".encode())


def endless_path(path):
    return page("x/")


def calendar(path):
    year, month = map(int, (path.partition("month=")[2] or "2026-01").split("-"))
    after = f"{year + month // 12}-{month % 12 + 1:02}"
    return page(f"/?month={after}", title=f"Events in {year}")


sessions = (f"a{number:013}b" for number in count())


def session_ids(path):
    links = [f"/{name}?PHPSESSID={next(sessions)}" for name in "abc"]
    return page("/", *links)


@pytest.fixture
def endless(crawl):
    """Begins an audit of a site whose every page is what a function makes of its path."""
    servers = []

    def begin(make, **wanted):
        def behave(connection, head):
            path = path_of(head)
            is_file = path in {"/robots.txt", "/sitemap.xml"}
            connection.sendall(sized(status=b"404 Not Found") if is_file else make(path))
            return True

        servers.append(MisbehavingServer(behave))
        return crawl({}, servers[-1], **wanted)

    yield begin
    for server in servers:
        server.close()


@pytest.mark.parametrize(
    ("make", "limit", "state", "kind"),
    [
        (endless_path, 100, "done", "Endless path: 23 pages of /x/…"),
        (calendar, 100, "done", "Calendar without end: 25 pages of /?month={date}"),
        (session_ids, 60, "partial", "Session id in the address: 59 pages of {page}?PHPSESSID={session}"),
    ],
    ids=["endless path", "calendar", "session ids"],
)  # fmt: skip
def test_trap_ends_by_depth_or_limit_and_is_named(endless, frontier, make, limit, state, kind):
    _, audit, shared = endless(make, page_limit=limit)

    ring_out(audit, shared)

    ended = check_all(audit, frontier)
    traps = ended.findings.filter(check_id="crawl_trap_pattern").values_list("evidence", flat=True)
    assert (ended.state, [trap.partition(";")[0] for trap in traps]) == (state, [kind])
    assert max(Page.objects.filter(audit=audit).values_list("depth", flat=True)) <= DEEPEST


def test_ordinary_site_is_no_trap(crawl, frontier):
    _, audit, shared = crawl({"/": html("/a", "/b"), "/a": html("/"), "/b": html("/a")})
    ring_out(audit, shared)

    ended = check_all(audit, frontier)

    assert not ended.findings.filter(check_id="crawl_trap_pattern").exists()
