"""Loops that end at the first SIGTERM or SIGINT, between two rounds."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


def stopping() -> Callable[[], bool]:
    """A question that is answered yes once this process was asked to stop."""
    asked: list[int] = []

    def note(signum: int, _: FrameType | None) -> None:
        asked.append(signum)

    signal.signal(signal.SIGTERM, note)
    signal.signal(signal.SIGINT, note)
    return lambda: bool(asked)
