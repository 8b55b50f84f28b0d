from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console

from crawls.management.progress import (
    Bar,
    LineThrottle,
    Progress,
    ProgressView,
    progress_line,
    render_progress,
)

CRAWLING = Progress(
    state="crawling",
    note="",
    pages_done=30,
    pages_known=75,
    rate_rps=7.84,
    findings=12,
    seconds_left=5.2,
    elapsed=12.3,
)
FACTS = "30 of 75 pages · 7.8 pages/s · 12 findings · 12 s elapsed · about 5 s left"


def plain(renderable, width=80, encoding="utf-8"):
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    Console(file=out, width=width).print(renderable)
    out.flush()
    return [line.rstrip() for line in out.buffer.getvalue().decode(encoding).splitlines()]


def test_progress_is_a_bar_and_a_line_of_facts():
    assert plain(render_progress(CRAWLING)) == [
        "crawling  " + "━" * 25 + "┄" * 39 + "   40%",
        FACTS,
    ]


def test_bar_stops_growing_on_wide_terminals():
    assert [len(line) for line in plain(render_progress(CRAWLING), width=300)] == [100, len(FACTS)]


def test_facts_are_cut_on_narrow_terminals():
    assert plain(render_progress(CRAWLING), width=40) == [
        "crawling  " + "━" * 9 + "┄" * 15 + "   40%",
        "30 of 75 pages · 7.8 pages/s · 12 findi…",
    ]


def test_note_gets_a_line_of_its_own():
    paused = replace(CRAWLING, note="The site asked for\x1b[2J a [bold]pause[/bold]")

    assert plain(render_progress(paused))[1:] == [
        FACTS,
        "The site asked for\\x1b[2J a [bold]pause[/bold]",
    ]


def test_time_left_is_left_out_while_nobody_knows_it():
    early = replace(CRAWLING, seconds_left=None)

    assert plain(render_progress(early))[1] == (
        "30 of 75 pages · 7.8 pages/s · 12 findings · 12 s elapsed"
    )


@pytest.mark.parametrize(
    ("done", "known", "percent"), [(0, 0, "0%"), (0, 5, "0%"), (999, 1000, "99%"), (5, 5, "100%")]
)
def test_percent_reaches_100_with_the_last_page_only(done, known, percent):
    lines = plain(render_progress(replace(CRAWLING, pages_done=done, pages_known=known)))

    assert lines[0].split()[-1] == percent


def test_bar_is_ascii_where_the_terminal_is():
    assert plain(Bar(0.5), width=10, encoding="ascii") == ["#####-----"]


@pytest.mark.parametrize(("note", "end"), [("", ""), ("slower\nnow", "; slower now")])
def test_plain_line_has_the_same_facts(note, end):
    facts = "30 of 75 pages, 7.8 pages/s, 12 findings, 12 s elapsed, about 5 s left"

    assert progress_line(replace(CRAWLING, note=note)) == f"crawling: {facts}{end}"


def test_lines_come_at_most_once_in_the_chosen_time():
    throttle = LineThrottle(seconds=5)
    moments = [0.0, 0.5, 4.9, 5.0, 9.0, 11.0]

    passed = [at for at in moments if throttle.line(replace(CRAWLING, elapsed=at))]

    assert passed == [0.0, 5.0, 11.0]


def watched(moments, **console):
    out = io.StringIO()
    with ProgressView(Console(file=out, width=90, **console)) as view:
        for at in moments:
            view.show(replace(CRAWLING, elapsed=at, pages_done=int(at), note="[b]slow[/b]"))
    return out.getvalue()


def test_view_prints_lines_where_there_is_no_terminal():
    facts = "of 75 pages, 7.8 pages/s, 12 findings"

    assert watched([1.0, 2.0, 6.0], force_terminal=False) == (
        f"crawling: 1 {facts}, 1 s elapsed, about 5 s left; [b]slow[/b]\n"
        f"crawling: 6 {facts}, 6 s elapsed, about 5 s left; [b]slow[/b]\n"
    )


def test_view_repaints_one_block_on_a_terminal():
    console = {"force_terminal": True, "color_system": None, "_environ": {"TERM": "xterm"}}
    painted = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", watched([0.0, 3.0], **console))
    facts = "of 75 pages · 7.8 pages/s · 12 findings"
    first = ["crawling  " + "┄" * 74 + "    0%", f"0 {facts} · 0 s elapsed · about 5 s left"]
    second = ["crawling  ━━" + "┄" * 72 + "    4%", f"3 {facts} · 3 s elapsed · about 5 s left"]
    note = ["[b]slow[/b]"]

    assert [line.strip() for line in re.split(r"[\r\n]+", painted) if line.strip()] == [
        *(*first, *note, *second, *note),
        *(*second, *note),  # the last paint, which is wiped out again
    ]
