"""Where the command's words go: a terminal, or a file that somebody will search or compare."""

from __future__ import annotations

import io

from rich.console import Console, RenderableType
from rich.constrain import Constrain

MAX_WIDTH = 110  # longer lines are hard to read
UNFOLDED = 10_000  # a URL in a file must stay one line


def print_block(console: Console, block: RenderableType) -> None:
    """On a terminal as it fits; elsewhere without folded lines and trailing spaces."""
    if console.is_terminal:
        console.print(Constrain(block, MAX_WIDTH))
        return
    drawn = io.StringIO()
    Console(file=drawn, width=UNFOLDED).print(block)
    for line in drawn.getvalue().splitlines():
        print_line(console, line.rstrip())


def print_line(console: Console, text: str) -> None:
    """One line, whole and as it is, however long."""
    console.out(text, highlight=False)
