"""An installation with embedded servers of its own, gone after the measurement."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from seofix_site.embedded import services
from tests.e2e.installation import MARK, Installation

if TYPE_CHECKING:
    from collections.abc import Iterator

GIVEN = ("DATABASE_URL", "REDIS_URL", "FRONTIER_REDIS_URL")


@contextmanager
def new_installation() -> Iterator[Installation]:
    """Servers of its own even where others are given: only so can their CPU time be told."""
    with TemporaryDirectory(prefix="seofix-bench-") as folder:
        for name in GIVEN:
            os.environ.pop(name, None)
        os.environ[MARK] = folder
        with services():
            yield Installation(Path(folder), os.environ["DATABASE_URL"], os.environ["REDIS_URL"])
