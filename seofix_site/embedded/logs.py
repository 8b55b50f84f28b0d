from __future__ import annotations

import os
from typing import TYPE_CHECKING

from seofix_site.embedded.folder import open_private

if TYPE_CHECKING:
    from pathlib import Path

TAIL_LINES = 6
TAIL_BYTES = 4096
KEPT_BYTES = 5 * 1024 * 1024


def open_log(path: Path) -> int:
    """A descriptor to append to, once the file is private and not too long."""
    descriptor = open_private(path, os.O_WRONLY | os.O_APPEND)
    if os.fstat(descriptor).st_size > KEPT_BYTES:
        os.ftruncate(descriptor, 0)
    return descriptor


def log_end(path: Path) -> int:
    """The offset at which the next line will be written."""
    descriptor = open_log(path)
    try:
        return os.fstat(descriptor).st_size
    finally:
        os.close(descriptor)


def read_since(path: Path, offset: int) -> str:
    with path.open("rb") as log:
        log.seek(offset)
        return log.read().decode(errors="replace")


def last_lines(path: Path) -> str:
    """The end of a log as a sentence for people."""
    written = path.stat().st_size if path.exists() else 0
    if not written:
        return f"Its log, {path}, is empty."
    lines = read_since(path, max(0, written - TAIL_BYTES)).splitlines()[-TAIL_LINES:]
    return "\n  ".join([f"The last lines of {path}:", *lines])
