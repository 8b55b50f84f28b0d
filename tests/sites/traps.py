"""A site with three traps: `python -m tests.sites.traps [--port 0] [--log FILE]`.

Under /docs/ every page has the same relative link, the calendar always has a next month, and under
/members/ each answer writes a session id of its own into its links. The other pages are in order.
"""

from __future__ import annotations

import argparse
import re
from itertools import count
from pathlib import Path

from tests.sites.serving import LoggedHandler, LoopbackServer, serve_until_unneeded

FIRST_MONTH = "2026-12"
ORDINARY = {
    "/": ("Town hall", ["/about", "/contact", "/docs/", f"/calendar?month={FIRST_MONTH}", "/members/"]),
    "/about": ("About the town hall", ["/", "/contact"]),
    "/contact": ("How to reach the town hall", ["/"]),
}  # fmt: skip
MEMBERS = ["/members/", "/members/list", "/members/news"]
MONTH = re.compile(r"/calendar\?month=(\d+)-(\d+)")


class TrapsHandler(LoggedHandler):
    server: TrapsServer

    def do_GET(self) -> None:  # noqa: N802 -- http.server's own name
        page = self._page()
        title, links = page or ("Not found", [])
        anchors = "".join(f'<p><a href="{link}">{link}</a></p>' for link in links)
        html = f"<!doctype html><html lang=en><title>{title}</title><h1>{title}</h1>{anchors}"
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(html.encode())))
        self.end_headers()
        self.wfile.write(html.encode())

    def _page(self) -> tuple[str, list[str]] | None:
        """Title and links of the page asked for."""
        path = self.path.partition("?")[0]
        month = MONTH.fullmatch(self.path)
        if month:
            return _month(int(month[1]), int(month[2]))
        if path in MEMBERS:
            following = MEMBERS[(MEMBERS.index(path) + 1) % len(MEMBERS)]
            return f"Members: {path}", [f"{following}?sid={self.server.new_session()}"]
        if path.startswith("/docs/") and path.endswith("/"):
            return "Documents", ["x/"]
        return ORDINARY.get(self.path)


class TrapsServer(LoopbackServer):
    def __init__(self, *, port: int = 0, log: Path | None = None) -> None:
        super().__init__(port, TrapsHandler, log)
        self._sessions = count(1)

    def new_session(self) -> str:
        return f"{next(self._sessions):015x}s"

    @property
    def authority(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.authority}/"


def _month(year: int, month: int) -> tuple[str, list[str]]:
    following = f"{year + month // 12}-{month % 12 + 1:02}"
    return f"Events of {month}/{year}", [f"/calendar?month={following}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    server = TrapsServer(port=options.port, log=options.log)
    serve_until_unneeded(server, server.url)


if __name__ == "__main__":
    main()
