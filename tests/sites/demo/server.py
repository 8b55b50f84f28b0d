"""Serve the demo site. The Host header decides: the apex host sends everything to www."""

from __future__ import annotations

import gzip
import time
from typing import TYPE_CHECKING

from tests.sites.demo.assets import ASSETS, NOT_FOUND
from tests.sites.demo.content import PLACES
from tests.sites.demo.places import TWIN, File, HtmlPage, Place, Redirect
from tests.sites.demo.template import html_of
from tests.sites.serving import LoggedHandler, LoopbackServer

if TYPE_CHECKING:
    from pathlib import Path

WWW_HOST = "www.demo.localhost"
TWIN_HOST = "demo.localhost"
SEED = f"{TWIN}/"


def demo_server(*, port: int = 0, log: Path | None = None) -> LoopbackServer:
    return LoopbackServer(port, DemoHandler, log)


def origins(port: int) -> dict[str, str]:
    return {
        "{www}": f"http://{WWW_HOST}:{port}",
        "{twin}": f"http://{TWIN_HOST}:{port}",
        "{port}": str(port),
    }


def url_of(path: str, port: int) -> str:
    """The address of a place's path, as it is in the manifest."""
    origin = origins(port)
    if path.startswith(TWIN):
        return origin["{twin}"] + path.removeprefix(TWIN)
    return origin["{www}"] + path


class DemoHandler(LoggedHandler):
    def do_GET(self) -> None:  # noqa: N802 -- http.server's own name
        host = self.headers.get("Host", "").partition(":")[0].lower()
        if host == TWIN_HOST:
            self._answer(Redirect(path=self.path, location="{www}" + self.path))
        elif host == WWW_HOST:
            self._answer(PLACES.get(self.path) or ASSETS.get(self.path) or NOT_FOUND)
        else:
            self.send_error(421)

    def _answer(self, place: Place) -> None:
        time.sleep(place.delay_ms / 1000)
        headers, body = self._content(place)
        self.send_response(place.status)
        for name, value in (*headers, *place.headers):
            self.send_header(name, self._with_origins(value))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _content(self, place: Place) -> tuple[list[tuple[str, str]], bytes]:
        if isinstance(place, Redirect):
            return [("Location", place.location)], b""
        if isinstance(place, File):
            body = place.body.decode("latin-1")
            return [("Content-Type", place.media_type)], self._with_origins(body).encode("latin-1")
        return self._html_content(place)

    def _html_content(self, page: HtmlPage) -> tuple[list[tuple[str, str]], bytes]:
        charset = f"; charset={page.header_charset}" if page.header_charset else ""
        headers = [("Content-Type", f"text/html{charset}")]
        body = self._with_origins(html_of(page)).encode(page.charset)
        if page.is_gzipped and "gzip" in self.headers.get("Accept-Encoding", ""):
            headers += [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]
            body = gzip.compress(body, mtime=0)
        return headers, body

    def _with_origins(self, text: str) -> str:
        for placeholder, origin in origins(self.server.port).items():
            text = text.replace(placeholder, origin)
        return text
