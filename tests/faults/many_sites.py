"""One folder served as many sites, a port each: `--count N FOLDER --log FILE`, one log for all."""

from __future__ import annotations

import argparse
import threading
from pathlib import Path

from tests.sites.serving import AccessLog, serve_until_unneeded
from tests.sites.static import folder_server


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--log", type=Path, required=True)
    options = parser.parse_args()
    log = AccessLog(options.log)
    servers = [folder_server(options.folder) for _ in range(options.count)]
    for server in servers:
        server.access_log = log
    first, *others = servers
    for server in others:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    hosts = ",".join(f"127.0.0.1:{server.port}" for server in servers)
    serve_until_unneeded(first, f"http://127.0.0.1:{first.port}/ allow={hosts}")


if __name__ == "__main__":
    main()
