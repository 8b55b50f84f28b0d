"""How a running audit looks in a terminal, and in a log that is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.constrain import Constrain
from rich.live import Live
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from crawls.management.wording import counted, duration, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_WIDTH = 100  # a bar across a wide screen says no more
LINE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Progress:
    """An audit at one moment; times in seconds. `pages_known` grows while links are found."""

    state: str
    note: str
    pages_done: int
    pages_known: int
    rate_rps: float
    findings: int
    seconds_left: float | None
    elapsed: float

    @property
    def share(self) -> float:
        return min(self.pages_done / self.pages_known, 1.0) if self.pages_known else 0.0


@dataclass(frozen=True, slots=True)
class Bar:
    """As wide as there is room; the two parts differ in shape, not in colour alone."""

    share: float

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        done, rest = ("#", "-") if options.ascii_only else ("━", "┄")
        filled = int(options.max_width * self.share)
        yield Segment(done * filled, Style(color="cyan"))
        yield Segment(rest * (options.max_width - filled), Style(dim=True))


def render_progress(progress: Progress) -> RenderableType:
    """The value as a block of two lines, three while there is something to note."""
    head = Table.grid(expand=True, padding=(0, 2, 0, 0))
    head.add_column(no_wrap=True)
    head.add_column(ratio=1)
    head.add_column(no_wrap=True, justify="right")
    percent = f"{int(progress.share * 100):3}%"
    head.add_row(Text(shown(progress.state), style="bold"), Bar(progress.share), percent)
    lines = [Text(" · ".join(_facts(progress)))]
    if progress.note:
        lines.append(Text(shown(progress.note), style="italic"))
    for line in lines:
        line.no_wrap, line.overflow = True, "ellipsis"
    return Constrain(Group(head, *lines), MAX_WIDTH)


def progress_line(progress: Progress) -> str:
    """The same facts as one line of plain text."""
    line = f"{shown(progress.state)}: {', '.join(_facts(progress))}"
    return f"{line}; {shown(progress.note)}" if progress.note else line


@dataclass(slots=True)
class LineThrottle:
    """Lets a line through when `seconds` of the audit have passed since the last one."""

    seconds: float = LINE_SECONDS
    _last: float | None = field(default=None, init=False)

    def line(self, progress: Progress) -> str | None:
        if self._last is not None and progress.elapsed - self._last < self.seconds:
            return None
        self._last = progress.elapsed
        return progress_line(progress)


class ProgressView:
    """Shows the latest progress: in place on a terminal, elsewhere as a line now and then."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._throttle = LineThrottle()
        is_live = console.is_terminal and not console.is_dumb_terminal
        self._live = Live(console=console, auto_refresh=False, transient=True) if is_live else None

    def __enter__(self) -> Self:
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    def show(self, progress: Progress) -> None:
        if self._live:
            self._live.update(render_progress(progress), refresh=True)
        elif line := self._throttle.line(progress):
            self._console.out(line, highlight=False)


def _facts(progress: Progress) -> list[str]:
    facts = [
        f"{progress.pages_done:,} of {counted(progress.pages_known, 'page')}",
        f"{progress.rate_rps:.1f} pages/s",
        counted(progress.findings, "finding"),
        f"{duration(progress.elapsed)} elapsed",
    ]
    if progress.seconds_left is not None:
        facts.append(f"about {duration(progress.seconds_left)} left")
    return facts
