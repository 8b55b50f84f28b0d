from __future__ import annotations

import io

from rich.console import Console
from rich.table import Table

from crawls.management.output import print_block, print_line

LONG = "http://h.test/" + "a/" * 200


def block():
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_row("short", "words")
    table.add_row("longer words", LONG)
    return table


def printed(how, *arguments, **console):
    out = io.StringIO()
    how(Console(file=out, **console), *arguments)
    return out.getvalue()


def test_block_in_a_file_is_not_folded_and_has_no_trailing_spaces():
    shown = printed(print_block, block(), force_terminal=False, width=80)

    assert shown == f"short         words\nlonger words  {LONG}\n"


def test_block_on_a_terminal_is_folded_to_what_is_easy_to_read():
    shown = printed(print_block, block(), force_terminal=True, width=200, color_system=None)

    assert max(len(line.rstrip()) for line in shown.splitlines()) == 110


def test_line_is_not_folded_on_a_terminal():
    assert printed(print_line, LONG, force_terminal=True, width=40) == f"{LONG}\n"
