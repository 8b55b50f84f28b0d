"""Parts of a site that are built as traps are and end, and traps that only look like parts of one."""

from __future__ import annotations

from itertools import product

import pytest

from crawls.engine.traps import TrapKind, find_traps
from tests.crawls.engine.test_traps import NAMES, Seen

H = "https://h.test"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
TOKENS = [f"{number:023x}a" for number in range(10, 210)]


def word(number):
    return LETTERS[number // 26] + LETTERS[number % 26]


def month(number):
    """Of 2026-01, 2026-02 ... its address and its title; earlier ones for negative numbers."""
    years, months = divmod(number, 12)
    return f"{2026 + years}-{months + 1:02}", f"{NAMES[months]} {2026 + years}"


def months(numbers, *, path="/cal?month=", start=1):
    """A month for each number, one link deeper than the one before."""
    return [
        Seen(f"{H}{path}{month(number)[0]}", start + at, f"Events in {month(number)[1]}")
        for at, number in enumerate(numbers)
    ]


def seen(paths, title="My shop", depth=2):
    return [Seen(H + path, depth, title) for path in paths]


ORDINARY = {
    "lists of 20 categories": [
        Seen(f"{H}/list?cat={cat}&page={at}", 1 + at // 2, f"Category {LETTERS[cat]}")
        for cat, at in product(range(20), range(1, 31))
    ],
    "one list in two orders": seen(f"/tag/page/{at}?by=date&order=asc" for at in range(300)),
    "products that share a title": seen(f"/index.php?cat={n % 9}&id={n}" for n in range(2_000)),
    "threads that share a title": seen(f"/viewtopic.php?f={n % 9}&t={n}" for n in range(2_000)),
    "statistics of lands and years": [
        Seen(f"{H}/pop?land={land}&year={year}", 3, f"Population of {word(land)}, {year}")
        for land, year in product(range(100), range(1990, 2020))
    ],
    "months of a blog, the newest first": months(range(0, -25, -1), path="/blog/"),
    "months of a blog and its first one": [
        *months(range(0, -30, -1), path="/blog/"),
        *months(range(-60, -40), path="/blog/", start=3),
    ],
    "events of a year ahead": months(range(13)),
    "events of a year ahead and two years back": [*months(range(13)), *months(range(0, -25, -1))],
    "a diary to be read from its beginning": [
        Seen(f"{H}/diary/{month(at)[0]}", 1 + at, f"How I met {word(at)} and {word(at + 200)}")
        for at in range(25)
    ],
    "an odd tree": [Seen(f"{H}/a/a/a/" + "bcdefg"[:n], n, "Tree") for n in range(7)],
    "stories with hexadecimal numbers": [
        Seen(f"{H}/story?sid={token}", 2, f"Story of {word(at)}") for at, token in enumerate(TOKENS)
    ],
    "one link with a session id": seen(f"/login?PHPSESSID={token}" for token in TOKENS[:20]),
}


@pytest.mark.parametrize("name", ORDINARY)
def test_what_only_looks_like_a_trap_is_none(name):
    assert find_traps(ORDINARY[name]) == []


TRAPS = {
    "a wrong link under every page": (
        [Seen(f"{H}/{word(at)}/" + "x/" * n, n, "P") for at in range(30) for n in range(1, 25)],
        (TrapKind.ENDLESS_PATH, "/\u2026/x/\u2026", 660),
    ),
    "several wrong links": (
        [Seen(f"{H}/{'/'.join(path)}/", 7, "P") for path in product("xyz", repeat=6)],
        (TrapKind.ENDLESS_PATH, "/\u2026/x/y/z/\u2026", 639),
    ),
    "a calendar that goes both ways": (
        [*months(range(25)), *months(range(-1, -25, -1), start=2)],
        (TrapKind.CALENDAR, "/cal?month={date}", 49),
    ),
    "the days of a calendar, cut short by the page limit": (
        [
            Seen(f"{H}/day/{month(at)[0]}-{day:02}", 2 + at, f"{day} {month(at)[1]}")
            for at, day in product(range(8), range(1, 29))
        ],
        (TrapKind.CALENDAR, "/day/{date}", 224),
    ),
    "a calendar by year and month": (
        [Seen(f"{H}/cal?y={2026 + n // 12}&m={n % 12 + 1}", n, "Events") for n in range(25)],
        (TrapKind.CALENDAR, "/cal?y={date}&m={date}", 25),
    ),
    "one more link with a session id": (
        seen(f"/login?PHPSESSID={token}" for token in TOKENS[:21]),
        (TrapKind.SESSION_ID, "{page}?PHPSESSID={session}", 21),
    ),
    "filters in any number": (
        seen(
            "/shoes?"
            + "&".join(f"{letter}=1" for at, letter in enumerate("abcdefgh") if n >> at & 1)
            for n in range(1, 256)
        ),
        (TrapKind.PARAMETERS, "/shoes?a=\u2026&b=\u2026&c=\u2026&d=\u2026&e=\u2026", 247),
    ),
    "a parameter added with each link": (
        [Seen(f"{H}/?" + "&".join(["lang=de"] * depth), depth, "Home") for depth in range(1, 26)],
        (TrapKind.PARAMETERS, "/?lang=\u2026", 24),
    ),
}


@pytest.mark.parametrize("name", TRAPS)
def test_trap_is_named_once(name):
    pages, named = TRAPS[name]

    assert [(trap.kind, trap.template, trap.count) for trap in find_traps(pages)] == [named]


@pytest.mark.parametrize("name", TRAPS)
def test_order_of_the_pages_does_not_matter(name):
    pages, named = TRAPS[name]

    assert [(t.kind, t.template, t.count) for t in find_traps(reversed(pages))] == [named]


def test_copies_of_one_page_are_the_examples_of_a_session_id():
    pages = [
        Seen(f"{H}/{page}?PHPSESSID={token}", 1, page)
        for page, token in product(("home", "list"), TOKENS[:15])
    ]

    (trap,) = find_traps(pages)

    assert trap.examples == (
        f"{H}/home?PHPSESSID={TOKENS[0]}",
        f"{H}/home?PHPSESSID={TOKENS[1]}",
    )
    assert trap.reason == "2 pages have 30 addresses, one for each session"
