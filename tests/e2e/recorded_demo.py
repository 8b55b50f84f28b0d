"""The demo site, which also writes down the headers of each request, one JSON object a line."""

from __future__ import annotations

import argparse
import json
import threading
from pathlib import Path

from tests.sites.demo.server import SEED, TWIN_HOST, WWW_HOST, DemoHandler, url_of
from tests.sites.serving import LoopbackServer, serve_until_unneeded


class RecordingServer(LoopbackServer):
    def __init__(self, log: Path) -> None:
        super().__init__(0, RecordingHandler)
        self._file = log.open("w", encoding="utf-8", buffering=1)
        self._lock = threading.Lock()

    def record(self, target: str, headers: dict[str, str]) -> None:
        with self._lock:
            self._file.write(json.dumps({"target": target, **headers}) + "\n")

    def server_close(self) -> None:
        super().server_close()
        self._file.close()


class RecordingHandler(DemoHandler):
    server: RecordingServer

    def do_GET(self) -> None:  # noqa: N802 -- http.server's own name
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.record(self.path, headers)
        super().do_GET()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--log", type=Path, required=True)
    server = RecordingServer(parser.parse_args().log)
    site, seed = url_of("/", server.port), url_of(SEED, server.port)
    allow = f"{TWIN_HOST}:{server.port},{WWW_HOST}:{server.port}"
    serve_until_unneeded(server, f"{site} seed={seed} allow={allow}")


if __name__ == "__main__":
    main()
